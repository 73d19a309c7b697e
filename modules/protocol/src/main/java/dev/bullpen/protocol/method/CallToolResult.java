package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.shape.ContentBlock;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The result of {@code tools/call}, in each revision. */
public final class CallToolResult {
  private static final String CONTENT = "content";
  public static final String STRUCTURED = "structuredContent";
  public static final String IS_ERROR = "isError";

  /**
   * The key in {@code _meta} for the structured content of an error that does not fit the {@code
   * outputSchema}.
   */
  public static final String STRUCTURE_ASIDE = "dev.bullpen/structuredContent";

  private static final Set<String> MEMBERS =
      Set.of(CONTENT, STRUCTURED, IS_ERROR, MetaKey.META, "resultType");

  private CallToolResult() {}

  public static ObjectNode text(JsonNode text) {
    return of(ContentBlock.text(text), false);
  }

  public static ObjectNode error(String text) {
    return of(ContentBlock.text(text), true);
  }

  private static ObjectNode of(ObjectNode block, boolean isError) {
    return Json.object().set(CONTENT, Json.array().add(block)).put(IS_ERROR, isError);
  }

  /** Whether a value has content like a result. Other values may have it too. */
  public static boolean hasContent(JsonNode value) {
    return value.path(CONTENT).isArray();
  }

  /** Whether a value is certainly a result: it has content blocks and no unknown member. */
  public static boolean isOfBlocks(JsonNode value) {
    return hasContent(value)
        && !value.path(CONTENT).isEmpty()
        && MEMBERS.containsAll(value.propertyNames())
        && value
            .path(CONTENT)
            .valueStream()
            .allMatch(block -> ContentBlock.fit(block, Revision.V2026_07_28).isPresent());
  }

  /**
   * The same result with its structured content moved to {@code _meta}, and repeated as text if
   * there is no other content. For an error of a tool whose {@code outputSchema} describes
   * successful results.
   *
   * @param full in the form of the newest revision; changed
   */
  public static ObjectNode withStructureAside(ObjectNode full) {
    JsonNode structured = full.path(STRUCTURED);
    if (structured.isMissingNode()) {
      return full;
    }
    if (full.path(CONTENT).isEmpty()) {
      full.set(CONTENT, Json.array().add(ContentBlock.text(Json.text(structured))));
    }
    ObjectNode meta =
        full.path(MetaKey.META) instanceof ObjectNode brought ? brought : Json.object();
    meta.set(STRUCTURE_ASIDE, structured);
    full.set(MetaKey.META, meta);
    full.remove(STRUCTURED);
    return full;
  }

  /**
   * The result in the form of a revision, without what {@link ModernResults} adds. It is always
   * valid: wrong blocks, and blocks that the revision does not define, become text. Structured
   * content becomes text if there is nothing else, and is otherwise left out.
   *
   * @param full in the form of the newest revision; not changed
   */
  public static ObjectNode forRevision(ObjectNode full, Revision revision) {
    ObjectNode result = Json.object().set(CONTENT, content(full, revision));
    if (mayHave(full.path(STRUCTURED), revision)) {
      result.set(STRUCTURED, full.path(STRUCTURED));
    }
    if (full.path(IS_ERROR).isBoolean()) {
      result.set(IS_ERROR, full.path(IS_ERROR));
    }
    MetaKey.unreserved(full.path(MetaKey.META)).ifPresent(meta -> result.set(MetaKey.META, meta));
    return result;
  }

  private static boolean mayHave(JsonNode structured, Revision revision) {
    return structured.isObject() && revision.hasStructuredContent()
        || !structured.isMissingNode() && revision.hasAnyStructuredContent();
  }

  private static ArrayNode content(ObjectNode full, Revision revision) {
    ArrayNode content = Json.array();
    boolean isGiven = full.path(CONTENT).isArray();
    if (isGiven) {
      for (JsonNode block : full.path(CONTENT)) {
        content.add(ContentBlock.show(block, revision));
      }
    }
    // With structured content, the content may be empty if the tool gives none.
    boolean isShown = isGiven && mayHave(full.path(STRUCTURED), revision);
    if (content.isEmpty() && full.has(STRUCTURED) && !isShown) {
      content.add(ContentBlock.text(Json.text(full.path(STRUCTURED))));
    }
    return content;
  }
}
