package dev.bullpen.helper.provider;

import static dev.bullpen.helper.provider.PlainJson.object;

import dev.bullpen.api.Annotations;
import dev.bullpen.api.Content;
import dev.bullpen.api.JsonRpcException;
import dev.bullpen.api.Message;
import dev.bullpen.api.PromptMessages;
import dev.bullpen.api.ResourceContents;
import dev.bullpen.api.Role;
import dev.bullpen.api.Suggestions;
import dev.bullpen.api.ToolResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What providers return, as the bytes that a script would have printed. */
final class Results {
  private Results() {}

  static byte[] completion(Suggestions suggestions) throws ScriptExit {
    Map<String, Object> json =
        object("suggestions", suggestions.values(), "hasMore", suggestions.hasMore());
    suggestions.total().ifPresent(total -> json.put("total", total));
    return PlainJson.bytes(json);
  }

  /** A whole {@code CallToolResult}. A structured value alone is also shown, as its JSON. */
  static byte[] tool(ToolResult result) throws ScriptExit {
    List<Object> content = new ArrayList<>();
    for (Content block : result.content()) {
      content.add(json(block));
    }
    Map<String, Object> json = object("content", content);
    if (result.structured().isPresent()) {
      Object value = result.structured().get().value();
      if (content.isEmpty()) {
        content.add(json(Content.text(PlainJson.text(value))));
      }
      json.put("structuredContent", value);
    }
    json.put("isError", result.isError());
    if (!result.meta().isEmpty()) {
      json.put("_meta", result.meta());
    }
    return PlainJson.bytes(json);
  }

  static byte[] prompt(PromptMessages result) throws ScriptExit {
    return PlainJson.bytes(
        object("messages", json(result.messages()), "description", result.description()));
  }

  static byte[] error(JsonRpcException error) throws ScriptExit {
    return PlainJson.bytes(
        object(
            "code",
            error.code(),
            "message",
            Objects.requireNonNullElse(error.getMessage(), ""),
            "data",
            Optional.ofNullable(error.data())));
  }

  static List<Map<String, Object>> json(List<Message> messages) {
    return messages.stream()
        .map(one -> object("role", word(one.role()), "content", json(one.content())))
        .toList();
  }

  private static Map<String, Object> json(Content content) {
    Map<String, Object> json;
    if (content instanceof Content.Text text) {
      json = object("type", "text", "text", text.text());
    } else if (content instanceof Content.Image image) {
      json = media("image", image.bytes(), image.mimeType());
    } else if (content instanceof Content.Audio audio) {
      json = media("audio", audio.bytes(), audio.mimeType());
    } else if (content instanceof Content.Embedded embedded) {
      json = object("type", "resource", "resource", resource(embedded));
    } else {
      json = link((Content.Link) content);
    }
    content.annotations().ifPresent(said -> json.put("annotations", annotations(said)));
    return json;
  }

  private static Map<String, Object> media(String type, byte[] bytes, String mimeType) {
    return object("type", type, "data", new PlainJson.Base64(bytes), "mimeType", mimeType);
  }

  private static Map<String, Object> resource(Content.Embedded embedded) {
    Map<String, Object> json = object("uri", embedded.uri(), "mimeType", embedded.mimeType());
    if (embedded.contents() instanceof ResourceContents.Text text) {
      json.put("text", text.text());
    } else {
      json.put("blob", new PlainJson.Base64(embedded.contents().toBytes()));
    }
    return json;
  }

  private static Map<String, Object> link(Content.Link link) {
    Map<String, Object> json =
        object(
            "type",
            "resource_link",
            "uri",
            link.uri(),
            "name",
            link.name(),
            "title",
            link.title(),
            "description",
            link.description(),
            "mimeType",
            link.mimeType());
    link.size().ifPresent(size -> json.put("size", size));
    return json;
  }

  private static Map<String, Object> annotations(Annotations annotations) {
    Map<String, Object> json = object();
    if (!annotations.audience().isEmpty()) {
      json.put("audience", annotations.audience().stream().map(Results::word).toList());
    }
    annotations.priority().ifPresent(priority -> json.put("priority", PlainJson.number(priority)));
    annotations.lastModified().map(Instant::toString).ifPresent(at -> json.put("lastModified", at));
    return json;
  }

  private static String word(Role role) {
    return role.name().toLowerCase(Locale.ROOT);
  }
}
