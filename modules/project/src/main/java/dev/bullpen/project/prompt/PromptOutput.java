package dev.bullpen.project.prompt;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.metadata.Members;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads what a script prompt printed: an object with {@code resultType: "input_required"}, which is
 * handed on as it is; an object with an array {@code messages}; and anything else, other JSON too,
 * as the text of one message.
 */
public final class PromptOutput {
  private static final String USER = "user";
  private static final String ASSISTANT = "assistant";

  private PromptOutput() {}

  /**
   * A result {@code {description?, messages, _meta?}} of the newest revision, or the object that
   * asks for input. Messages stay as they were printed; one without a role or a content object
   * gives way to a text that says so.
   *
   * @param printed all of it, by a script that exited 0
   */
  public static ObjectNode read(Prompt prompt, byte[] printed) {
    byte[] stdout = ByteOrderMark.skip(printed);
    if (json(stdout) instanceof ObjectNode object) {
      if ("input_required".equals(object.path("resultType").stringValue(""))) {
        return object;
      }
      if (object.get("messages") instanceof ArrayNode messages) {
        return result(prompt, object, messages);
      }
    }
    return text(
        prompt, PromptGets.withoutLastLineBreaks(new String(stdout, StandardCharsets.UTF_8)));
  }

  /** The value that was printed, or null if it was something else. */
  private static @Nullable JsonNode json(byte[] stdout) {
    try {
      return Json.mayBe(stdout) ? Json.parsePrinted(stdout) : null;
    } catch (JsonException e) {
      return null;
    }
  }

  private static ObjectNode result(Prompt prompt, ObjectNode printed, ArrayNode messages) {
    ObjectNode result = described(prompt);
    Members.string(printed, "description").ifPresent(text -> result.put("description", text));
    ArrayNode kept = Json.array();
    for (int i = 0; i < messages.size(); i++) {
      Optional<String> defect = defect(messages.get(i));
      kept.add(
          defect.isEmpty()
              ? messages.get(i)
              : message(
                  prompt.role(),
                  "[Message %d of this prompt is left out: %s]".formatted(i + 1, defect.get())));
    }
    result.set("messages", kept);
    if (printed.get("_meta") instanceof ObjectNode meta) {
      result.set("_meta", meta);
    }
    return result;
  }

  /** Why a message is none; whether its content suits a revision is another question. */
  private static Optional<String> defect(JsonNode message) {
    if (!(message instanceof ObjectNode)) {
      return Optional.of("its script printed no object");
    }
    String role = message.path("role").stringValue("");
    if (!role.equals(USER) && !role.equals(ASSISTANT)) {
      return Optional.of("its role is neither user nor assistant");
    }
    return message.path("content").isObject()
        ? Optional.empty()
        : Optional.of("its content is not one object");
  }

  /** A result of one message, in the prompt's role. */
  static ObjectNode text(Prompt prompt, String text) {
    ObjectNode result = described(prompt);
    result.putArray("messages").add(message(prompt.role(), text));
    return result;
  }

  /** A result that has nothing yet but the description the project gives, if it does. */
  static ObjectNode described(Prompt prompt) {
    ObjectNode result = Json.object();
    Members.text(prompt.metadata(), "description")
        .ifPresent(description -> result.put("description", description));
    return result;
  }

  static ObjectNode message(String role, String text) {
    ObjectNode message = Json.object().put("role", role);
    message.putObject("content").put("type", "text").put("text", text);
    return message;
  }
}
