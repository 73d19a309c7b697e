package dev.bullpen.project.prompt;

import dev.bullpen.project.file.EscapedBytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whether a prompt can be had with some arguments: all of them are strings, as every revision has
 * it ({@code GetPromptRequestParams.arguments}), none that is required is missing, and they are not
 * too much. What the prompt does not declare may be sent too; it may hold a placeholder for it.
 */
final class PromptArgumentCheck {
  /** Bytes of UTF-8 of all names and values; as much as a template may have. */
  static final int MAX_BYTES = 1_048_576;

  private PromptArgumentCheck() {}

  static void check(Prompt prompt, ObjectNode arguments) throws PromptRejectedException {
    long bytes = 0;
    for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
      JsonNode value = argument.getValue();
      if (!value.isString()) {
        throw PromptRejectedException.ofArguments(
            "Argument '%s' must be a string".formatted(EscapedBytes.of(argument.getKey())));
      }
      bytes += bytes(argument.getKey()) + bytes(value.stringValue());
    }
    if (bytes > MAX_BYTES) {
      throw PromptRejectedException.ofArguments(
          "The arguments have more than %d bytes together; send shorter ones".formatted(MAX_BYTES));
    }
    for (PromptArgument declared : prompt.arguments().orElse(List.of())) {
      if (declared.required() && !arguments.has(declared.name())) {
        throw PromptRejectedException.ofArguments(
            "Missing required argument '%s'".formatted(EscapedBytes.of(declared.name())));
      }
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
