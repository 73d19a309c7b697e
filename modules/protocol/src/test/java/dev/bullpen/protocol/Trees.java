package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON written with single quotes, so that tests stay readable. */
public final class Trees {
  public static final JsonNode NOTHING = MissingNode.getInstance();

  /** A complete modern envelope. */
  public static final String ENVELOPE =
      "'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':{}";

  private Trees() {}

  public static JsonNode tree(String json) {
    try {
      return Json.parse(json.replace('\'', '"'));
    } catch (JsonException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  public static ObjectNode object(String json) {
    return (ObjectNode) tree(json);
  }

  public static String text(JsonNode json) {
    return Json.text(json).replace('"', '\'');
  }

  public static RequestId id(long number) {
    return new RequestId.Number(number);
  }

  public static RequestId id(String text) {
    return new RequestId.Text(text);
  }
}
