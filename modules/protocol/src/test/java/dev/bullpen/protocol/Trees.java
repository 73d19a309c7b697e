package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.math.BigInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON written with single quotes, so that tests stay readable. */
final class Trees {
  static final JsonNode NOTHING = MissingNode.getInstance();

  /** A complete modern envelope. */
  static final String ENVELOPE =
      "'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':{}";

  private Trees() {}

  static JsonNode tree(String json) {
    try {
      return Json.parse(json.replace('\'', '"'));
    } catch (JsonException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  static ObjectNode object(String json) {
    return (ObjectNode) tree(json);
  }

  static String text(JsonNode json) {
    return Json.text(json).replace('"', '\'');
  }

  static RequestId id(long number) {
    return new RequestId.Number(BigInteger.valueOf(number));
  }

  static RequestId id(String text) {
    return new RequestId.Text(text);
  }
}
