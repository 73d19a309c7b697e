package dev.bullpen.helper.provider;

import dev.bullpen.api.Annotations;
import dev.bullpen.api.Content;
import dev.bullpen.api.Message;
import dev.bullpen.api.ResourceContents;
import dev.bullpen.api.Role;
import java.util.Optional;

/** Content blocks and messages (MCP, content). */
final class ContentJson {
  private static final String MIME_TYPE = "mimeType";

  private ContentJson() {}

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
    text("title", link.title(), json);
    text("description", link.description(), json);
    text(MIME_TYPE, link.mimeType(), json);
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

  private static void text(String name, Optional<String> text, JsonOut json) {
    if (text.isPresent()) {
      json.text(name, text.get());
    }
  }

  private static String word(Role role) {
    return role == Role.USER ? "user" : "assistant";
  }
}
