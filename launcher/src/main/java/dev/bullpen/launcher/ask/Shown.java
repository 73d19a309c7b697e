package dev.bullpen.launcher.ask;

import dev.bullpen.launcher.Console;
import tools.jackson.databind.JsonNode;

/** Prints content of the protocol for a person. */
public final class Shown {
  private Shown() {}

  /** A block, or an array of blocks (2025-11-25, "Tools", tool result). */
  public static void content(JsonNode content, Console console) {
    if (content.isArray()) {
      content.forEach(block -> content(block, console));
      return;
    }
    switch (content.path("type").stringValue("")) {
      case "text" -> console.text(content.path("text").stringValue(""));
      case "resource" -> resource(content.path("resource"), console);
      case "resource_link" ->
          console.say(
              "[%s %s]"
                  .formatted(
                      content.path("name").stringValue("resource"),
                      content.path("uri").stringValue("")));
      default ->
          console.say(
              "[%s %s, %d characters in Base64; --json prints them]"
                  .formatted(
                      content.path("type").stringValue("content"),
                      content.path("mimeType").stringValue(""),
                      content.path("data").stringValue("").length()));
    }
  }

  /** The text of a resource, or its URI, type and length if it has none. */
  static void resource(JsonNode resource, Console console) {
    JsonNode text = resource.path("text");
    if (text.isString()) {
      console.text(text.stringValue());
    } else {
      console.say(
          "[%s %s, %d characters in Base64; --json prints them]"
              .formatted(
                  resource.path("uri").stringValue(""),
                  resource.path("mimeType").stringValue(""),
                  resource.path("blob").stringValue("").length()));
    }
  }
}
