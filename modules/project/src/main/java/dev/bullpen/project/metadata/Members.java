package dev.bullpen.project.metadata;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Warnings;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the members of an object. All of them may be missing, and null counts as missing. Of a
 * value without a meaning {@link #get} and {@link #text(String)} warn, {@link #silentText}, {@link
 * #silentString} and {@link #silentArray} say nothing, and {@link #strict} and {@link #required}
 * throw.
 */
public record Members(ObjectNode object, Warnings warnings) {
  /** Seconds in a day. No client waits longer for an answer, so more is a mistake. */
  public static final int MAX_SECONDS = 86_400;

  public <T> Optional<T> get(Member<T> member) {
    Optional<JsonNode> value = value(object, member.key());
    Optional<T> meant = value.flatMap(member.meaning()::of);
    if (value.isPresent() && meant.isEmpty()) {
      warnings.add(
          "\"%s\" is ignored: it is %s. %s."
              .formatted(member.key(), member.wrong(), member.nextStep()));
    }
    return meant;
  }

  /** A string; empty if it is missing or blank. */
  public Optional<String> text(String key) {
    return get(Member.string(key)).filter(Predicate.not(String::isBlank));
  }

  public static <T> Optional<T> strict(ObjectNode object, Member<T> member) throws EntryException {
    Optional<JsonNode> value = value(object, member.key());
    Optional<T> meant = value.flatMap(member.meaning()::of);
    if (value.isPresent() && meant.isEmpty()) {
      throw new EntryException(
          "\"%s\" is %s".formatted(member.key(), member.wrong()), member.nextStep());
    }
    return meant;
  }

  public static <T> T required(ObjectNode object, Member<T> member) throws EntryException {
    return value(object, member.key())
        .flatMap(member.meaning()::of)
        .orElseThrow(
            () ->
                new EntryException(
                    "\"%s\" is missing or %s".formatted(member.key(), member.wrong()),
                    member.nextStep()));
  }

  /**
   * Fails if an object has other members than these.
   *
   * @param where names the object, after a blank; "" for the entry itself
   */
  public static void checkKeys(ObjectNode object, Collection<String> known, String where)
      throws EntryException {
    for (String key : object.propertyNames()) {
      if (!known.contains(key)) {
        throw new EntryException(
            "unknown key \"%s\"%s".formatted(EscapedBytes.of(key), where),
            "Use only " + String.join(", ", known));
      }
    }
  }

  /** A string that is not blank; empty, without a warning, for anything else. */
  public static Optional<String> silentText(ObjectNode object, String key) {
    return silentString(object, key).filter(Predicate.not(String::isBlank));
  }

  public static Optional<String> silentString(ObjectNode object, String key) {
    return value(object, key).flatMap(JsonNode::stringValueOpt);
  }

  public static Optional<ArrayNode> silentArray(ObjectNode object, String key) {
    return value(object, key).flatMap(Member.of(ArrayNode.class)::of);
  }

  public static Optional<JsonNode> value(ObjectNode object, String key) {
    return Optional.ofNullable(object.get(key)).filter(node -> !node.isNull());
  }
}
