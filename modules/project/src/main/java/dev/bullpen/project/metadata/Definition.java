package dev.bullpen.project.metadata;

import dev.bullpen.json.DateTime;
import dev.bullpen.json.Json;
import dev.bullpen.project.file.ContainedFile.LeadsOutException;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.MimeType;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.Warnings;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Builds what clients may see of something: members that MCP defines and no others, each as its
 * author wrote it. A member of the wrong type is warned about and left out, because a client would
 * refuse the whole list for it.
 */
public final class Definition {
  /** Bytes of an icon; a drawing of 512 pixels fits, a photograph does not. */
  public static final int MAX_ICON_BYTES = 262_144;

  private static final Set<String> ROLES = Set.of("user", "assistant");
  private static final String SRC = "src";
  private static final String MIME_TYPE = "mimeType";
  private static final String SIZES = "sizes";
  private static final String THEME = "theme";
  private static final Set<String> THEMES = Set.of("light", "dark");

  private final Members members;
  private final Warnings problems;
  private final ObjectNode seen = Json.object();

  public Definition(ObjectNode metadata, Warnings problems) {
    this.members = new Members(metadata, problems);
    this.problems = problems;
  }

  public Definition with(String key, String value) {
    seen.put(key, value);
    return this;
  }

  public Definition with(String key, boolean value) {
    seen.put(key, value);
    return this;
  }

  public Definition with(String key, Optional<? extends JsonNode> value) {
    value.ifPresent(known -> seen.set(key, known));
    return this;
  }

  public Definition with(String key, OptionalLong value) {
    value.ifPresent(known -> seen.put(key, known));
    return this;
  }

  /** A text that may be missing; a blank one is. */
  public Definition text(String key) {
    members.text(key).ifPresent(text -> seen.put(key, text));
    return this;
  }

  /** A text that is "" when it is missing. */
  public Definition requiredText(String key) {
    return with(key, members.string(key).orElse(""));
  }

  /** An object that may be missing. */
  public Definition object(String key) {
    return with(key, members.object(key));
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
      problems.add(
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
   * The member {@code icons}, so that a client can use each: URIs it can fetch stay, files become
   * {@code data:} URIs, and the rest is reported and left out. Paths are relative to the base; no
   * file outside of the folders is read.
   */
  public Definition icons(Path base, List<Folder> within) {
    ArrayNode icons = Json.array();
    for (JsonNode element : members.array("icons").orElseGet(Json::array)) {
      if (element instanceof ObjectNode icon) {
        usable(icon, base, within).ifPresent(icons::add);
      }
    }
    return with("icons", icons.isEmpty() ? Optional.empty() : Optional.of(icons));
  }

  private Optional<ObjectNode> usable(ObjectNode written, Path base, List<Folder> within) {
    Optional<String> src = Members.text(written, SRC);
    if (src.isEmpty()) {
      problems.add("an icon is ignored: it has no \"src\". Give a path or a URI.");
      return Optional.empty();
    }
    ObjectNode icon = written.deepCopy();
    listSizes(icon);
    if (icon.has(THEME) && !THEMES.contains(icon.path(THEME).stringValue(""))) {
      icon.remove(THEME);
      problems.add("the \"theme\" of an icon is ignored: it is neither \"light\" nor \"dark\".");
    }
    if (icon.has(MIME_TYPE) && !icon.path(MIME_TYPE).isString()) {
      icon.remove(MIME_TYPE);
      problems.add("the \"mimeType\" of an icon is ignored: it is no string. Make it one.");
    }
    return isUri(src.get()) ? Optional.of(icon) : embedded(icon, src.get(), base, within);
  }

  /** MCP wants {@code sizes} to be an array of strings; one string is what HTML has. */
  private static void listSizes(ObjectNode icon) {
    JsonNode sizes = icon.path(SIZES);
    if (sizes.isString()) {
      icon.set(SIZES, Json.array().add(sizes.stringValue()));
    } else if (!(sizes instanceof ArrayNode array)
        || !array.valueStream().allMatch(JsonNode::isString)) {
      icon.remove(SIZES);
    }
  }

  private static boolean isUri(String src) {
    String start = src.toLowerCase(Locale.ROOT);
    return start.startsWith("data:") || start.startsWith("https://") || start.startsWith("http://");
  }

  private Optional<ObjectNode> embedded(
      ObjectNode icon, String src, Path base, List<Folder> within) {
    String reason;
    try {
      Path file = base.resolve(src);
      String mimeType =
          Members.text(icon, MIME_TYPE).orElseGet(() -> MimeType.ofFile(file.toString()));
      String content =
          Base64.getEncoder().encodeToString(SmallFile.read(file, MAX_ICON_BYTES, within));
      icon.put(SRC, "data:%s;base64,%s".formatted(mimeType, content));
      icon.put(MIME_TYPE, mimeType);
      return Optional.of(icon);
    } catch (LeadsOutException e) {
      reason = e.getMessage();
    } catch (IOException | InvalidPathException e) {
      reason = "there is no such file of at most %d bytes".formatted(MAX_ICON_BYTES);
    }
    problems.add(
        "the icon \"%s\" is ignored: %s. Correct its \"src\"."
            .formatted(EscapedBytes.of(src), reason));
    return Optional.empty();
  }

  public ObjectNode built() {
    return seen;
  }
}
