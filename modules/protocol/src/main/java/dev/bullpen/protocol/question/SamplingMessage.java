package dev.bullpen.protocol.question;

import static dev.bullpen.protocol.Revision.V2025_11_25;
import static dev.bullpen.protocol.Revision.V2026_07_28;
import static dev.bullpen.protocol.shape.Kind.BOOLEAN;
import static dev.bullpen.protocol.shape.Kind.META;
import static dev.bullpen.protocol.shape.Kind.OBJECT;
import static dev.bullpen.protocol.shape.Kind.STRING;

import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.shape.ContentBlock;
import dev.bullpen.protocol.shape.Kind;
import dev.bullpen.protocol.shape.Shape;
import dev.bullpen.protocol.shape.Shapes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The messages of a sampling: who says what. Since 2025-11-25 one message may hold several blocks,
 * and a model may be told what its tools said.
 */
final class SamplingMessage {
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
          .may("structuredContent", SamplingMessage::structured)
          .may("isError", BOOLEAN)
          .may(MetaKey.META, META);

  static final Shape SHAPE =
      Shape.empty()
          .must("role", Shapes.ROLE)
          .must(CONTENT, SamplingMessage::content)
          .may(MetaKey.META, META, V2025_11_25);

  private static final Kind BLOCKS = Kind.listOf(SamplingMessage::block);

  private SamplingMessage() {}

  /**
   * Refuse messages that no client takes: each must be whole, and what an assistant wants of its
   * tools must be answered by the next message, in which there is nothing else (specification
   * 2025-11-25, sampling, message content constraints).
   */
  static void check(JsonNode messages) throws JsonRpcException {
    if (!messages.isArray()) {
      throw Unaskable.because("messages must be an array");
    }
    Set<String> unanswered = new HashSet<>();
    for (int i = 0; i < messages.size(); i++) {
      JsonNode message = messages.get(i);
      if (SHAPE.fit(message, V2026_07_28).isEmpty()) {
        throw refusal(i, "must have a role, user or assistant, and content as the protocol has it");
      }
      Set<String> answered = ids(message, "tool_result", "toolUseId");
      if (!answered.equals(unanswered)
          || !answered.isEmpty() && blocks(message).anyMatch(block -> !is(block, "tool_result"))) {
        throw refusal(
            i, "must answer each tool_use of the message before, and hold nothing but that");
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
    return Unaskable.because("messages[%d] %s".formatted(index, what));
  }
}
