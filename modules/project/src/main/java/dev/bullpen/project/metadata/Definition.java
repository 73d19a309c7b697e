package dev.bullpen.project.metadata;

import dev.bullpen.json.DateTime;
import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Builds what clients may see of something: members that MCP defines and no others, each as its
 * author wrote it. A member of the wrong type is said and left out, for a client would refuse the
 * whole list for it.
 */
public final class Definition {
  private static final Set<String> ROLES = Set.of("user", "assistant");

  private final ObjectNode metadata;
  private final Consumer<String> problems;
  private final ObjectNode seen = Json.object();

  /**
   * Begin.
   *
   * @param metadata as the author wrote it
   */
  public Definition(ObjectNode metadata, Consumer<String> problems) {
    this.metadata = metadata;
    this.problems = problems;
  }

  /** A member that is known. */
  public Definition with(String key, String value) {
    seen.put(key, value);
    return this;
  }

  /** A member that is known. */
  public Definition with(String key, boolean value) {
    seen.put(key, value);
    return this;
  }

  /** A member that may be known. */
  public Definition with(String key, Optional<? extends JsonNode> value) {
    value.ifPresent(known -> seen.set(key, known));
    return this;
  }

  /** A number that may be known. */
  public Definition with(String key, OptionalLong value) {
    value.ifPresent(known -> seen.put(key, known));
    return this;
  }

  /** A text that may be missing; a blank one is. */
  public Definition text(String key) {
    written(key).filter(text -> !text.isBlank()).ifPresent(text -> seen.put(key, text));
    return this;
  }

  /** A text that is "" when it is missing. */
  public Definition requiredText(String key) {
    return with(key, written(key).orElse(""));
  }

  /** An object that may be missing. */
  public Definition object(String key) {
    return with(key, Members.object(metadata, key, problems));
  }

  /** The member {@code annotations} of a resource; what clients would not take of it is said. */
  public Definition annotations() {
    object("annotations");
    JsonNode annotations = seen.path("annotations");
    annotation(annotations.path("audience"), "audience", JsonNode::isArray, "is no array");
    for (JsonNode role : annotations.path("audience")) {
      annotation(
          role,
          "audience",
          each -> ROLES.contains(each.asString("")),
          "is neither \"user\" nor \"assistant\"");
    }
    annotation(
        annotations.path("priority"),
        "priority",
        Definition::isShare,
        "is not a number from 0 to 1");
    annotation(
        annotations.path("lastModified"),
        "lastModified",
        value -> DateTime.isOne(value.stringValue("")),
        "is not a date and time with its zone, as 2026-01-31T12:00:00Z is");
    return this;
  }

  private void annotation(
      JsonNode value, String name, Predicate<JsonNode> isRight, String objection) {
    if (!value.isMissingNode() && !isRight.test(value)) {
      problems.accept(
          "\"annotations.%s\" is not shown to clients: %s %s. Correct it."
              .formatted(name, EscapedBytes.of(Json.text(value)), objection));
    }
  }

  private static boolean isShare(JsonNode value) {
    return value.isNumber()
        && value.decimalValue().signum() >= 0
        && value.decimalValue().compareTo(BigDecimal.ONE) <= 0;
  }

  /**
   * The member {@code icons}.
   *
   * @param base what paths of files are relative to
   * @param within no file outside of these folders is read
   */
  public Definition icons(Path base, List<Folder> within) {
    return with("icons", new IconReader(base, problems, within).read(metadata));
  }

  public ObjectNode built() {
    return seen;
  }

  private Optional<String> written(String key) {
    return Members.string(metadata, key, problems);
  }
}
