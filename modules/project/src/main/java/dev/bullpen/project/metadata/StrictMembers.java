package dev.bullpen.project.metadata;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Members of an entry of a registration, where what is wrong is not passed over: whoever wrote it
 * is told what, and what to do. {@link Members} forgives.
 */
public final class StrictMembers {
  private StrictMembers() {}

  /** A text that has to be there. */
  public static String text(ObjectNode entry, String key, String nextStep) throws EntryException {
    return Members.text(entry, key)
        .orElseThrow(
            () ->
                new EntryException(
                    "\"%s\" is missing or not a string with something in it".formatted(key),
                    nextStep));
  }

  /**
   * A member that may be left out, or null.
   *
   * @param read makes what it means of it; empty if it means nothing
   * @param wrong what it is then, to stand behind "is"; not put together before: a start reads many
   *     entries, and the first number that is formatted takes long
   */
  public static <T> Optional<T> optional(
      ObjectNode entry,
      String key,
      Function<JsonNode, Optional<T>> read,
      Supplier<String> wrong,
      String nextStep)
      throws EntryException {
    Optional<JsonNode> value = Members.value(entry, key);
    Optional<T> meant = value.flatMap(read);
    if (value.isPresent() && meant.isEmpty()) {
      throw new EntryException("\"%s\" is %s".formatted(key, wrong.get()), nextStep);
    }
    return meant;
  }
}
