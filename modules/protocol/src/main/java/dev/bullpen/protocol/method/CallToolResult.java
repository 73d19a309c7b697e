package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.shape.ContentBlock;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a tool says, in each revision. */
public final class CallToolResult {
  private static final String CONTENT = "content";
  public static final String STRUCTURED = "structuredContent";
  public static final String IS_ERROR = "isError";

  /** Where in {@code _meta} an error has the structured content that would break a promise. */
  public static final String STRUCTURE_ASIDE = "dev.bullpen/structuredContent";

  private static final Set<String> MEMBERS =
      Set.of(CONTENT, STRUCTURED, IS_ERROR, MetaKey.META, "resultType");

  private CallToolResult() {}

  /**
   * A tool that went well and has this to say.
   *
   * @param text see {@link Json#string}
   */
  public static ObjectNode text(JsonNode text) {
    return of(ContentBlock.text(text), false);
  }

  /** A tool that failed, for a reason the model is to understand. */
  public static ObjectNode error(String text) {
    return of(ContentBlock.text(text), true);
  }

  private static ObjectNode of(ObjectNode block, boolean isError) {
    return Json.object().set(CONTENT, Json.array().add(block)).put(IS_ERROR, isError);
  }

  /** Whether a value has content as results have it; so have other things. */
  public static boolean hasContent(JsonNode value) {
    return value.path(CONTENT).isArray();
  }

  /** Whether a value is a result and nothing else: it has content blocks and no other member. */
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
   * The same result with its structured content under {@code _meta}, and as text if it has no other
   * content: for an error of a tool whose {@code outputSchema} is about what succeeds.
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
   * The result as that revision may see it, still without what {@link ModernResults} adds. It is
   * valid whatever it was made of: blocks that are not, or that the revision does not define,
   * become text; so does structured content that would otherwise be all there is; what has no place
   * in the revision is left out.
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
    // Who gets the structure itself may well get no content besides, if that is what the tool says.
    boolean isShown = isGiven && mayHave(full.path(STRUCTURED), revision);
    if (content.isEmpty() && full.has(STRUCTURED) && !isShown) {
      content.add(ContentBlock.text(Json.text(full.path(STRUCTURED))));
    }
    return content;
  }
}
