package dev.bullpen.project.prompt;

import dev.bullpen.json.Json;
import dev.bullpen.project.metadata.Members;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Results of {@code prompts/get} and their messages, as the newest revision has them. */
final class PromptMessages {
  static final String USER = "user";
  static final String ASSISTANT = "assistant";

  private PromptMessages() {}

  /** A result of one message, in the prompt's role. */
  static ObjectNode text(Prompt prompt, String text) {
    ArrayNode messages = Json.array();
    messages.add(message(prompt.role(), text));
    ObjectNode result = described(prompt);
    result.set("messages", messages);
    return result;
  }

  /** A result that has nothing yet but the description the project gives, if it does. */
  static ObjectNode described(Prompt prompt) {
    ObjectNode result = Json.object();
    Members.text(prompt.metadata(), "description")
        .ifPresent(description -> result.put("description", description));
    return result;
  }

  /** A message of text. */
  static ObjectNode message(String role, String text) {
    ObjectNode content = Json.object();
    content.put("type", "text");
    content.put("text", text);
    ObjectNode message = Json.object();
    message.put("role", role);
    message.set("content", content);
    return message;
  }
}
