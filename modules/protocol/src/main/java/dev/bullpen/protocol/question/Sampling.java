package dev.bullpen.protocol.question;

import static dev.bullpen.protocol.Revision.V2025_11_25;
import static dev.bullpen.protocol.Revision.V2026_07_28;
import static dev.bullpen.protocol.shape.Kind.BOOLEAN;
import static dev.bullpen.protocol.shape.Kind.INTEGER;
import static dev.bullpen.protocol.shape.Kind.META;
import static dev.bullpen.protocol.shape.Kind.NUMBER;
import static dev.bullpen.protocol.shape.Kind.OBJECT;
import static dev.bullpen.protocol.shape.Kind.SHARE;
import static dev.bullpen.protocol.shape.Kind.STRING;
import static dev.bullpen.protocol.shape.Kind.listOf;
import static dev.bullpen.protocol.shape.Kind.word;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.protocol.shape.ContentBlock;
import dev.bullpen.protocol.shape.Kind;
import dev.bullpen.protocol.shape.ListedDefinition;
import dev.bullpen.protocol.shape.Shape;
import dev.bullpen.protocol.shape.Shapes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks the client's model (specification, sampling). Since 2025-11-25 a message may have several
 * blocks, including results of tools.
 *
 * <p>A script writes the params of {@code sampling/createMessage} and gets the {@code
 * CreateMessageResult}, or {@code {"error":{"code","message"}}}.
 */
public final class Sampling implements ServerRequest {
  private static final String MESSAGES = "messages";
  private static final String MAX_TOKENS = "maxTokens";

  private static final String CONTENT = "content";
  private static final String TYPE = "type";

  private static final Shape TOOL_USE =
      Shape.empty()
          .must(TYPE, STRING)
          .must("id", STRING)
          .must("name", STRING)
          .must("input", OBJECT)
          .may(MetaKey.META, META);

  private static final Shape TOOL_RESULT =
      Shape.empty()
          .must(TYPE, STRING)
          .must("toolUseId", STRING)
          .must(CONTENT, Kind.listOf(ContentBlock::fit))
          .may("structuredContent", Sampling::structured)
          .may("isError", BOOLEAN)
          .may(MetaKey.META, META);

  private static final Shape MESSAGE =
      Shape.empty()
          .must("role", Shapes.ROLE)
          .must(CONTENT, Sampling::content)
          .may(MetaKey.META, META, V2025_11_25);

  private static final Kind BLOCKS = Kind.listOf(Sampling::block);

  private static final Shape PREFERENCES =
      Shape.empty()
          .may("hints", listOf(Shape.empty().may("name", STRING)))
          .may("costPriority", SHARE)
          .may("speedPriority", SHARE)
          .may("intelligencePriority", SHARE);

  /** {@code includeContext} is not passed on: all values except the default are deprecated. */
  private static final Shape PARAMS =
      Shape.empty()
          .must(MESSAGES, listOf(MESSAGE))
          .must(MAX_TOKENS, INTEGER)
          .may("modelPreferences", PREFERENCES)
          .may("systemPrompt", STRING)
          .may("temperature", NUMBER)
          .may("stopSequences", listOf(STRING))
          .may("metadata", OBJECT)
          .may("tools", listOf(ListedDefinition.TOOL), V2025_11_25)
          .may(
              "toolChoice",
              Shape.empty().may("mode", word("auto", "required", "none")),
              V2025_11_25);

  private static final Shape RESULT = MESSAGE.must("model", STRING);

  private final ObjectNode params;

  private Sampling(ObjectNode params) {
    this.params = params;
  }

  public static Sampling of(JsonNode written) throws JsonRpcException {
    if (!written.path(MAX_TOKENS).isIntegralNumber()) {
      throw ServerRequest.unaskable("maxTokens must be an integer");
    }
    check(written.path(MESSAGES));
    return new Sampling(
        PARAMS
            .object(written, V2026_07_28)
            .orElseThrow(() -> ServerRequest.unaskable("the params are not those of sampling")));
  }

  static Sampling ofForm() {
    return new Sampling(Json.object());
  }

  @Override
  public String method() {
    return "sampling/createMessage";
  }

  @Override
  public ObjectNode params() {
    return params;
  }

  @Override
  public ObjectNode params(RequestId id, Revision revision) throws JsonRpcException {
    return PARAMS
        .object(params, revision)
        .orElseThrow(
            () ->
                ServerRequest.unaskable(
                    "a message has content that revision %s of the protocol does not have"
                        .formatted(revision.wire())));
  }

  @Override
  public ObjectNode requiredCapability() {
    ObjectNode sampling = Json.object();
    if (usesTools()) {
      sampling.set("tools", Json.object());
    }
    return Json.object().set("sampling", sampling);
  }

  @Override
  public boolean supportedBy(ClientCapabilities client) {
    return usesTools() ? client.samplingTools() : client.sampling();
  }

  @Override
  public Optional<String> fault(ObjectNode result) {
    return RESULT.fit(result, V2026_07_28).isPresent()
        ? Optional.empty()
        : Optional.of("it must have a role, content and a model");
  }

  private boolean usesTools() {
    return params.has("tools") || params.has("toolChoice");
  }

  /**
   * Refuse messages that no client accepts: each must be complete, and the next message must answer
   * each {@code tool_use} and contain nothing else (specification 2025-11-25, sampling, message
   * content constraints).
   */
  private static void check(JsonNode messages) throws JsonRpcException {
    if (!messages.isArray()) {
      throw ServerRequest.unaskable("messages must be an array");
    }
    Set<String> unanswered = new HashSet<>();
    for (int i = 0; i < messages.size(); i++) {
      JsonNode message = messages.get(i);
      if (MESSAGE.fit(message, V2026_07_28).isEmpty()) {
        throw refusal(
            i, "must have a role, user or assistant, and content as the protocol defines it");
      }
      Set<String> answered = ids(message, "tool_result", "toolUseId");
      if (!answered.equals(unanswered)
          || !answered.isEmpty() && blocks(message).anyMatch(block -> !is(block, "tool_result"))) {
        throw refusal(
            i, "must answer each tool_use of the message before, and contain nothing else");
      }
      unanswered = ids(message, "tool_use", "id");
    }
    if (!unanswered.isEmpty()) {
      throw refusal(messages.size() - 1, "has a tool_use that no message answers");
    }
  }

  private static Optional<JsonNode> content(JsonNode content, Revision revision) {
    if (!content.isArray()) {
      return block(content, revision);
    }
    if (revision.hasSamplingTools()) {
      return BLOCKS.fit(content, revision);
    }
    return content.size() == 1 ? block(content.get(0), revision) : Optional.empty();
  }

  private static Optional<JsonNode> block(JsonNode block, Revision revision) {
    return switch (block.path(TYPE).stringValue("")) {
      case "text", "image", "audio" -> ContentBlock.fit(block, revision);
      case "tool_use" -> tool(TOOL_USE, block, revision);
      case "tool_result" -> tool(TOOL_RESULT, block, revision);
      default -> Optional.empty();
    };
  }

  private static Optional<JsonNode> structured(JsonNode value, Revision revision) {
    return Optional.of(value).filter(any -> any.isObject() || revision.hasAnyStructuredContent());
  }

  private static Optional<JsonNode> tool(Shape shape, JsonNode block, Revision revision) {
    return revision.hasSamplingTools() ? shape.fit(block, revision) : Optional.empty();
  }

  private static Set<String> ids(JsonNode message, String type, String member) {
    Set<String> ids = new HashSet<>();
    blocks(message)
        .filter(block -> is(block, type))
        .forEach(block -> ids.add(block.path(member).stringValue()));
    return ids;
  }

  private static Stream<JsonNode> blocks(JsonNode message) {
    JsonNode content = message.path(CONTENT);
    return content.isArray() ? content.valueStream() : Stream.of(content);
  }

  private static boolean is(JsonNode block, String type) {
    return block.path(TYPE).stringValue("").equals(type);
  }

  private static JsonRpcException refusal(int index, String what) {
    return ServerRequest.unaskable("messages[%d] %s".formatted(index, what));
  }
}
