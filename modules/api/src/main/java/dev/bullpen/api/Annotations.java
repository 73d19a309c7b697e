package dev.bullpen.api;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The audience of content, and its importance.
 *
 * @param audience empty if it is for both sides
 * @param priority from 0, which can be left out, to 1, which cannot
 * @param lastModified when it was last changed
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

  /** With that audience only. */
  public static Annotations forAudience(Role... audience) {
    return new Annotations(List.of(audience), OptionalDouble.empty(), Optional.empty());
  }

  /** With that priority only. */
  public static Annotations ofPriority(double priority) {
    return forAudience().withPriority(priority);
  }

  /** The same with that priority. */
  public Annotations withPriority(double given) {
    return new Annotations(audience, OptionalDouble.of(given), lastModified);
  }

  /** The same with that time of its last change. */
  public Annotations changedAt(Instant time) {
    return new Annotations(audience, priority, Optional.of(time));
  }
}
