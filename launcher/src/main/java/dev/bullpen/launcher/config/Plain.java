package dev.bullpen.launcher.config;

import dev.bullpen.json.Json;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Formats a server's entry as YAML or TOML. Texts are in double quotes with the escapes of JSON,
 * which have the same meaning in both.
 */
final class Plain {
  private Plain() {}

  static String yaml(String member, String name, ObjectNode entry) {
    StringBuilder text = new StringBuilder();
    text.append(member).append(":\n  ").append(quoted(name)).append(":\n");
    yaml(entry, "    ", text);
    return text.toString();
  }

  private static void yaml(ObjectNode entry, String indent, StringBuilder text) {
    entry
        .propertyStream()
        .forEach(
            property -> {
              text.append(indent).append(property.getKey()).append(':');
              if (property.getValue() instanceof ObjectNode inner) {
                text.append('\n');
                yaml(inner, indent + "  ", text);
              } else {
                text.append(' ').append(Json.text(property.getValue())).append('\n');
              }
            });
  }

  static String toml(String member, String name, ObjectNode entry) {
    return entry
        .propertyStream()
        .map(property -> property.getKey() + " = " + toml(property.getValue()) + "\n")
        .collect(Collectors.joining("", "[" + member + "." + quoted(name) + "]\n", ""));
  }

  private static String toml(JsonNode value) {
    return value instanceof ObjectNode table
        ? table
            .propertyStream()
            .map(property -> property.getKey() + " = " + toml(property.getValue()))
            .collect(Collectors.joining(", ", "{ ", " }"))
        : Json.text(value);
  }

  private static String quoted(String text) {
    return Json.text(Json.object().stringNode(text));
  }
}
