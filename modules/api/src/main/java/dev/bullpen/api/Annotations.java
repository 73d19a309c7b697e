package dev.bullpen.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * For whom content is, and how important.
 *
 * @param audience nobody for everybody
 * @param priority from 0, can be left out, to 1, cannot
 * @param lastModified when it was changed
 */
public record Annotations(
    List<Role> audience, OptionalDouble priority, Optional<Instant> lastModified) {
  /**
   * Copies the audience.
   *
   * @throws IllegalArgumentException for a priority that is not from 0 to 1
   */
  public Annotations {
    audience = List.copyOf(audience);
    double given = priority.orElse(0);
    if (!(given >= 0 && given <= 1)) {
      throw new IllegalArgumentException("the priority is " + given + "; give 0 to 1");
    }
  }

  /** For those, and nothing else is said. */
  public static Annotations forAudience(Role... audience) {
    return new Annotations(List.of(audience), OptionalDouble.empty(), Optional.empty());
  }

  /** As important as that, and nothing else is said. */
  public static Annotations ofPriority(double priority) {
    return forAudience().withPriority(priority);
  }

  /** The same, as important as that. */
  public Annotations withPriority(double given) {
    return new Annotations(audience, OptionalDouble.of(given), lastModified);
  }

  /** The same, changed then. */
  public Annotations changedAt(Instant time) {
    return new Annotations(audience, priority, Optional.of(time));
  }
}
