package dev.bullpen.helper.provider;

import dev.bullpen.api.Annotations;
import dev.bullpen.api.Content;
import dev.bullpen.api.JsonRpcException;
import dev.bullpen.api.Message;
import dev.bullpen.api.PromptMessages;
import dev.bullpen.api.ResourceContents;
import dev.bullpen.api.Role;
import dev.bullpen.api.Suggestions;
import dev.bullpen.api.ToolResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** What providers return, as the bytes that a script would have printed. */
final class Results {
  private static final String MIME_TYPE = "mimeType";

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
      write(block, json);
    }
    if (result.structured().isEmpty()) {
      json.endList();
    } else {
      Object value = result.structured().get().value();
      if (result.content().isEmpty()) {
        write(Content.text(text(value)), json);
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
      write(message, json);
    }
    json.endList();
    if (result.description().isPresent()) {
      json.text("description", result.description().get());
    }
    return json.end().bytes();
  }

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

  static void write(Message message, JsonOut json) {
    json.begin().text("role", word(message.role())).name("content");
    write(message.content(), json);
    json.end();
  }

  static void write(Content content, JsonOut json) {
    json.begin();
    if (content instanceof Content.Text text) {
      json.text("type", "text").text("text", text.text());
    } else if (content instanceof Content.Image image) {
      media("image", image.bytes(), image.mimeType(), json);
    } else if (content instanceof Content.Audio audio) {
      media("audio", audio.bytes(), audio.mimeType(), json);
    } else if (content instanceof Content.Embedded embedded) {
      embedded(embedded, json);
    } else if (content instanceof Content.Link link) {
      link(link, json);
    }
    if (content.annotations().isPresent()) {
      annotations(content.annotations().get(), json);
    }
    json.end();
  }

  private static void media(String type, byte[] bytes, String mimeType, JsonOut json) {
    json.text("type", type).base64("data", bytes).text(MIME_TYPE, mimeType);
  }

  private static void embedded(Content.Embedded embedded, JsonOut json) {
    json.text("type", "resource").name("resource").begin();
    json.text("uri", embedded.uri()).text(MIME_TYPE, embedded.mimeType());
    if (embedded.contents() instanceof ResourceContents.Text text) {
      json.text("text", text.text());
    } else {
      json.base64("blob", embedded.contents().toBytes());
    }
    json.end();
  }

  private static void link(Content.Link link, JsonOut json) {
    json.text("type", "resource_link").text("uri", link.uri()).text("name", link.name());
    optional("title", link.title(), json);
    optional("description", link.description(), json);
    optional(MIME_TYPE, link.mimeType(), json);
    if (link.size().isPresent()) {
      json.number("size", link.size().getAsLong());
    }
  }

  private static void annotations(Annotations annotations, JsonOut json) {
    json.name("annotations").begin();
    if (!annotations.audience().isEmpty()) {
      json.name("audience").beginList();
      for (Role role : annotations.audience()) {
        json.text(word(role));
      }
      json.endList();
    }
    if (annotations.priority().isPresent()) {
      json.number("priority", annotations.priority().getAsDouble());
    }
    if (annotations.lastModified().isPresent()) {
      json.text("lastModified", annotations.lastModified().get().toString());
    }
    json.end();
  }

  private static void optional(String name, Optional<String> text, JsonOut json) {
    if (text.isPresent()) {
      json.text(name, text.get());
    }
  }

  private static String word(Role role) {
    return role == Role.USER ? "user" : "assistant";
  }
}
