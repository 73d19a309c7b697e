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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Builds the definition of a tool, prompt, resource or template from what its author wrote, in the
 * form of the newest revision: the members that are asked for and no others. A member of the wrong
 * type is left out with a warning. What an object holds stays as it was written, except icons,
 * whose files become {@code data:} URIs.
 *
 * <p>Each client sees less of it: {@code dev.bullpen.protocol.shape.ListedDefinition} leaves out
 * what the client's revision does not have, and what is wrong within an object.
 */
public final class WrittenDefinition {
  /** Bytes of an icon; a drawing of 512 pixels fits, a photograph does not. */
  public static final int MAX_ICON_BYTES = 262_144;

  private static final List<String> ROLES = List.of("user", "assistant");

  /** Of a tool: only checked. */
  private static final List<Member<?>> TOOL_ANNOTATIONS =
      List.of(
          Member.string("title"),
          Member.flag("readOnlyHint"),
          Member.flag("destructiveHint"),
          Member.flag("idempotentHint"),
          Member.flag("openWorldHint"));

  /** Of a resource or template, as of content: only checked. */
  private static final List<Member<?>> CONTENT_ANNOTATIONS =
      List.of(
          Member.array("audience"),
          new Member<>(
              "priority", WrittenDefinition::share, "not a number from 0 to 1", "Correct it"),
          new Member<>(
              "lastModified",
              value -> value.stringValueOpt().filter(DateTime::isOne),
              "not a date and time with its zone, such as 2026-01-31T12:00:00Z",
              "Correct it"));

  private static final String SRC = "src";
  private static final String SIZES = "sizes";
  private static final Member<String> MIME_TYPE = Member.string("mimeType");
  private static final Member<String> THEME =
      Member.oneOf("theme", List.of("light", "dark"), "Write one of the two or leave it out");

  private final Members members;
  private final Warnings warnings;
  private final ObjectNode seen = Json.object();

  public WrittenDefinition(ObjectNode metadata, Warnings warnings) {
    this.members = new Members(metadata, warnings);
    this.warnings = warnings;
  }

  public WrittenDefinition with(String key, String value) {
    seen.put(key, value);
    return this;
  }

  public WrittenDefinition with(String key, boolean value) {
    seen.put(key, value);
    return this;
  }

  public WrittenDefinition with(String key, Optional<? extends JsonNode> value) {
    value.ifPresent(known -> seen.set(key, known));
    return this;
  }

  public WrittenDefinition with(String key, OptionalLong value) {
    value.ifPresent(known -> seen.put(key, known));
    return this;
  }

  public WrittenDefinition text(String key) {
    members.text(key).ifPresent(text -> seen.put(key, text));
    return this;
  }

  public WrittenDefinition textOrEmpty(String key) {
    return with(key, members.get(Member.string(key)).orElse(""));
  }

  public WrittenDefinition object(String key) {
    return with(key, members.get(Member.object(key)));
  }

  public static List<String> namesOfToolAnnotations() {
    return TOOL_ANNOTATIONS.stream().map(Member::key).toList();
  }

  public static List<String> namesOfContentAnnotations() {
    return CONTENT_ANNOTATIONS.stream().map(Member::key).toList();
  }

  /** The member {@code annotations} of a tool; warns of what no client will be shown of it. */
  public WrittenDefinition toolAnnotations() {
    return annotations(TOOL_ANNOTATIONS);
  }

  /** The same of a resource or template. */
  public WrittenDefinition contentAnnotations() {
    annotations(CONTENT_ANNOTATIONS);
    for (JsonNode role : seen.path("annotations").path("audience")) {
      if (!ROLES.contains(role.asString(""))) {
        warnOfAnnotation("audience", role, "neither \"user\" nor \"assistant\"");
      }
    }
    return this;
  }

  private WrittenDefinition annotations(List<Member<?>> known) {
    object("annotations");
    JsonNode annotations = seen.path("annotations");
    for (Member<?> member : known) {
      JsonNode value = annotations.path(member.key());
      if (!value.isMissingNode() && member.meaning().of(value).isEmpty()) {
        warnOfAnnotation(member.key(), value, member.wrong());
      }
    }
    return this;
  }

  private void warnOfAnnotation(String name, JsonNode value, String wrong) {
    warnings.add(
        "\"annotations.%s\" is not shown to clients: %s is %s. Correct it."
            .formatted(name, EscapedBytes.of(Json.text(value)), wrong));
  }

  private static Optional<BigDecimal> share(JsonNode value) {
    return Optional.of(value)
        .filter(JsonNode::isNumber)
        .map(JsonNode::decimalValue)
        .filter(share -> share.signum() >= 0 && share.compareTo(BigDecimal.ONE) <= 0);
  }

  /**
   * The member {@code icons} in a form that every client can use: URIs that clients can fetch stay,
   * files become {@code data:} URIs, and the rest is left out with a warning. Paths are relative to
   * the base. No file outside of the folders is read.
   */
  public WrittenDefinition icons(Path base, List<Folder> within) {
    ArrayNode icons = Json.array();
    for (JsonNode element : members.get(Member.array("icons")).orElseGet(Json::array)) {
      if (element instanceof ObjectNode icon) {
        usable(icon, base, within).ifPresent(icons::add);
      } else {
        warnings.add(
            "an element of \"icons\" is ignored: %s is no object. Write it as {\"src\": \"icon.svg\"}."
                .formatted(EscapedBytes.of(Json.text(element))));
      }
    }
    return with("icons", icons.isEmpty() ? Optional.empty() : Optional.of(icons));
  }

  private Optional<ObjectNode> usable(ObjectNode written, Path base, List<Folder> within) {
    Optional<String> src = Members.silentText(written, SRC);
    if (src.isEmpty()) {
      warnings.add("an icon is ignored: it has no \"src\". Give a path or a URI.");
      return Optional.empty();
    }
    ObjectNode icon = written.deepCopy();
    Members members = new Members(written, warnings.about("an icon"));
    for (Member<?> member : List.of(THEME, MIME_TYPE)) {
      if (members.get(member).isEmpty()) {
        icon.remove(member.key());
      }
    }
    JsonNode sizes = icon.path(SIZES);
    if (sizes.isString()) {
      // HTML has one string, but MCP requires an array.
      icon.set(SIZES, Json.array().add(sizes.stringValue()));
    } else if (!sizes.isArray() || !sizes.valueStream().allMatch(JsonNode::isString)) {
      icon.remove(SIZES);
    }
    String start = src.get().toLowerCase(Locale.ROOT);
    boolean isUri =
        start.startsWith("data:") || start.startsWith("https://") || start.startsWith("http://");
    return isUri ? Optional.of(icon) : embedded(icon, src.get(), base, within);
  }

  private Optional<ObjectNode> embedded(
      ObjectNode icon, String src, Path base, List<Folder> within) {
    String reason;
    try {
      Path file = base.resolve(src);
      String mimeType =
          Members.silentText(icon, MIME_TYPE.key())
              .orElseGet(() -> MimeType.ofFile(file.toString()));
      String content =
          Base64.getEncoder().encodeToString(SmallFile.read(file, MAX_ICON_BYTES, within));
      icon.put(SRC, "data:%s;base64,%s".formatted(mimeType, content));
      icon.put(MIME_TYPE.key(), mimeType);
      return Optional.of(icon);
    } catch (LeadsOutException e) {
      reason = e.getMessage();
    } catch (IOException | InvalidPathException e) {
      reason = "there is no such file of at most %d bytes".formatted(MAX_ICON_BYTES);
    }
    warnings.add(
        "the icon \"%s\" is ignored: %s. Correct its \"src\"."
            .formatted(EscapedBytes.of(src), reason));
    return Optional.empty();
  }

  public ObjectNode built() {
    return seen;
  }
}
