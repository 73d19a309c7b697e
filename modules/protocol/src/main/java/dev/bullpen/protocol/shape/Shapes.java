package dev.bullpen.protocol.shape;

import static dev.bullpen.protocol.Revision.V2025_06_18;
import static dev.bullpen.protocol.shape.Kind.BOOLEAN;
import static dev.bullpen.protocol.shape.Kind.DATE_TIME;
import static dev.bullpen.protocol.shape.Kind.META;
import static dev.bullpen.protocol.shape.Kind.SHARE;
import static dev.bullpen.protocol.shape.Kind.STRING;
import static dev.bullpen.protocol.shape.Kind.listOf;
import static dev.bullpen.protocol.shape.Kind.thoseOf;
import static dev.bullpen.protocol.shape.Kind.word;

import dev.bullpen.json.UriText;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.Revision;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Parts shared by several objects of the specification. */
public final class Shapes {
  private static final String MIME_TYPE = "mimeType";

  public static final Kind ROLE = word("user", "assistant");

  /** Base64 with padding (RFC 4648, section 4). White space, which base64(1) adds, is removed. */
  static final Kind BASE64 = (value, revision) -> base64(value);

  private static final Pattern BASE64_DIGITS = Pattern.compile("[A-Za-z0-9+/]*+={0,2}");

  /** The number of characters for three bytes. */
  private static final int BASE64_GROUP = 4;

  public static final Kind URI = (value, revision) -> UriText.of(value);

  static final Shape ANNOTATIONS =
      Shape.empty()
          .may("audience", listOf(ROLE))
          .may("priority", SHARE)
          .may("lastModified", DATE_TIME, V2025_06_18);

  static final Map<String, String> ANNOTATION_FORMS =
      Map.of(
          "audience", "an array of \"user\" and \"assistant\"",
          "priority", "a number from 0 to 1",
          "lastModified", "a date and time with its zone, such as 2026-01-31T12:00:00Z");

  /** Invalid icons are left out of the array. */
  public static final Kind ICONS =
      thoseOf(
          Shape.empty()
              .must("src", URI)
              .may(MIME_TYPE, STRING)
              .may("sizes", listOf(STRING))
              .may("theme", word("light", "dark")));

  private static final Shape RESOURCE =
      Shape.empty().must("uri", URI).may(MIME_TYPE, STRING).may(MetaKey.META, META, V2025_06_18);

  private static final Shape TEXT_RESOURCE = RESOURCE.must("text", STRING);

  private static final Shape BLOB_RESOURCE = RESOURCE.must("blob", BASE64);

  /**
   * The contents of a resource: text if there is any, otherwise a blob. They always have a type:
   * the schemas do not require it, but clients do.
   */
  public static final Kind RESOURCE_CONTENTS =
      (value, revision) ->
          typed(TEXT_RESOURCE, "text/plain", value, revision)
              .or(() -> typed(BLOB_RESOURCE, "application/octet-stream", value, revision));

  static final Shape TOOL_ANNOTATIONS =
      Shape.empty()
          .may("title", STRING)
          .may("readOnlyHint", BOOLEAN)
          .may("destructiveHint", BOOLEAN)
          .may("idempotentHint", BOOLEAN)
          .may("openWorldHint", BOOLEAN);

  private Shapes() {}

  private static Optional<JsonNode> base64(JsonNode value) {
    if (!value.isString()) {
      return Optional.empty();
    }
    String text = value.stringValue();
    if (isBase64(text)) {
      return Optional.of(value);
    }
    String bare = text.replaceAll("[ \\t\\r\\n]+", "");
    return isBase64(bare)
        ? Optional.of(JsonNodeFactory.instance.stringNode(bare))
        : Optional.empty();
  }

  private static boolean isBase64(String text) {
    return text.length() % BASE64_GROUP == 0 && BASE64_DIGITS.matcher(text).matches();
  }

  private static Optional<JsonNode> typed(
      Shape shape, String otherwise, JsonNode value, Revision revision) {
    Optional<ObjectNode> contents = shape.object(value, revision);
    contents
        .filter(fit -> fit.path(MIME_TYPE).stringValue("").isBlank())
        .ifPresent(fit -> fit.put(MIME_TYPE, otherwise));
    return contents.map(JsonNode.class::cast);
  }

  /** The members shared by all content blocks. */
  static Shape block() {
    return Shape.empty()
        .must("type", STRING)
        .may("annotations", ANNOTATIONS)
        .may(MetaKey.META, META, V2025_06_18);
  }
}
