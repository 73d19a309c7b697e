package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.shape.ContentBlock;
import dev.bullpen.protocol.shape.Shapes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The result of {@code prompts/get}, in each revision. */
public final class GetPromptResult {
  private static final String DESCRIPTION = "description";
  private static final String MESSAGES = "messages";
  private static final String ROLE = "role";
  private static final String CONTENT = "content";

  private GetPromptResult() {}

  /**
   * The result in the form of a revision, without what {@link ModernResults} adds. It is always
   * valid: wrong content, and content that the revision does not define, becomes text. Each of
   * several blocks becomes a message. A plain string becomes a text. Roles other than user and
   * assistant become user.
   *
   * @param full in the form of the newest revision; not changed
   */
  public static ObjectNode forRevision(ObjectNode full, Revision revision) {
    ObjectNode result = Json.object();
    if (full.path(DESCRIPTION).isString()) {
      result.set(DESCRIPTION, full.path(DESCRIPTION));
    }
    ArrayNode messages = Json.array();
    if (full.path(MESSAGES).isArray()) {
      full.path(MESSAGES).forEach(message -> add(message, revision, messages));
    }
    result.set(MESSAGES, messages);
    MetaKey.unreserved(full.path(MetaKey.META)).ifPresent(meta -> result.set(MetaKey.META, meta));
    return result;
  }

  private static void add(JsonNode message, Revision revision, ArrayNode messages) {
    String role =
        Shapes.ROLE.fit(message.path(ROLE), revision).map(JsonNode::stringValue).orElse("user");
    JsonNode content = message.isObject() ? message.path(CONTENT) : message;
    if (content.isArray()) {
      content.forEach(block -> messages.add(message(role, block, revision)));
    } else {
      messages.add(message(role, content, revision));
    }
  }

  private static ObjectNode message(String role, JsonNode block, Revision revision) {
    return Json.object()
        .put(ROLE, role)
        .set(
            CONTENT,
            block.isString()
                ? ContentBlock.text(block.stringValue())
                : ContentBlock.show(block, revision));
  }
}
