package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** What the argument to complete belongs to. */
public sealed interface CompletionRef {
  /** A prompt, by name; its title, if sent, decides nothing. */
  record Prompt(String name, Optional<String> title) implements CompletionRef {
    @Override
    public String type() {
      return "ref/prompt";
    }

    @Override
    public String text() {
      return name;
    }

    @Override
    public ObjectNode toJson() {
      ObjectNode json = Json.object().put("name", name);
      if (title.isPresent()) {
        json.put("title", title.get());
      }
      return json.put("type", type());
    }
  }

  /** A resource or a resource template, by URI or by URI template. */
  record Resource(String uri) implements CompletionRef {
    @Override
    public String type() {
      return "ref/resource";
    }

    @Override
    public String text() {
      return uri;
    }

    @Override
    public ObjectNode toJson() {
      return Json.object().put("type", type()).put("uri", uri);
    }
  }

  /** The word for its kind in messages. */
  String type();

  String text();

  /** The {@code ref} object, its members in alphabetical order. */
  ObjectNode toJson();

  static CompletionRef parse(Member ref) throws JsonRpcException {
    Member type = ref.get("type");
    return switch (type.string()) {
      case "ref/prompt" ->
          new Prompt(
              TextLimit.NAME.check(ref.get("name")),
              ref.get("title").value().stringValueOpt().filter(TextLimit.VALUE::accepts));
      case "ref/resource" -> new Resource(TextLimit.NAME.check(ref.get("uri")));
      default -> throw type.refusal("must be ref/prompt or ref/resource");
    };
  }
}
