package dev.bullpen.helper.provider;

import dev.bullpen.api.Content;
import dev.bullpen.api.JsonRpcException;
import dev.bullpen.api.Message;
import dev.bullpen.api.PromptMessages;
import dev.bullpen.api.Suggestions;
import dev.bullpen.api.ToolResult;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What providers return, as the bytes that a script would have printed. */
final class Results {
  private Results() {}

  static byte[] completion(Suggestions suggestions) {
    JsonOut json = new JsonOut().begin().name("suggestions").beginList();
    List<String> values = suggestions.values();
    for (int i = 0; i < values.size(); i++) {
      json.text(values.get(i));
    }
    json.endList().flag("hasMore", suggestions.hasMore());
    if (suggestions.total().isPresent()) {
      json.number("total", (long) suggestions.total().getAsInt());
    }
    return json.end().bytes();
  }

  /** A whole {@code CallToolResult}; what is structured alone is also shown, as its JSON. */
  static byte[] tool(ToolResult result) throws ScriptExit {
    JsonOut json = new JsonOut().begin().name("content").beginList();
    for (Content block : result.content()) {
      ContentJson.write(block, json);
    }
    if (result.structured().isEmpty()) {
      json.endList();
    } else {
      Object value = result.structured().get().value();
      if (result.content().isEmpty()) {
        ContentJson.write(Content.text(text(value)), json);
      }
      json.endList().value("structuredContent", value);
    }
    json.flag("isError", result.isError());
    if (!result.meta().isEmpty()) {
      json.value("_meta", result.meta());
    }
    return json.end().bytes();
  }

  private static String text(Object value) throws ScriptExit {
    return new String(new JsonOut().value(value).bytes(), StandardCharsets.UTF_8);
  }

  static byte[] prompt(PromptMessages result) {
    JsonOut json = new JsonOut().begin().name("messages").beginList();
    for (Message message : result.messages()) {
      ContentJson.write(message, json);
    }
    json.endList();
    if (result.description().isPresent()) {
      json.text("description", result.description().get());
    }
    return json.end().bytes();
  }

  /** What a tool's error file holds. */
  static byte[] error(JsonRpcException error) throws ScriptExit {
    String message = error.getMessage();
    JsonOut json =
        new JsonOut()
            .begin()
            .number("code", (long) error.code())
            .text("message", message == null ? "" : message);
    if (error.data() != null) {
      json.value("data", error.data());
    }
    return json.end().bytes();
  }
}
