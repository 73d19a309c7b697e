package dev.bullpen.json;

import java.math.BigDecimal;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.DecimalNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes a tree of one value, as long as there is memory for it. Three bytes of text, {@code {},},
 * take ninety in a tree, so a limit on bytes alone would let one line exhaust the heap. So values
 * are counted as they are read, and {@link HeapRoom} is checked after each {@link #NODES_OF_A_STEP}
 * of them.
 */
final class TreeReader {
  /**
   * A node takes 24 to 110 bytes beside its text. An object of one member, or a member whose name
   * occurs nowhere else, takes some 200. So most trees take at most a third of the heap, which
   * leaves room for their text and the answer.
   */
  static final int MOST_NODES =
      (int) Math.min(Integer.MAX_VALUE, Runtime.getRuntime().maxMemory() / 320);

  private static final int NODES_OF_A_STEP = 8 * 1024;

  private static final int STEP_BYTES = NODES_OF_A_STEP * 200;

  private final JsonParser in;
  private int nodes;

  TreeReader(JsonParser in) {
    this.in = in;
  }

  /** The value that begins with a token, if it is not too large. */
  JsonNode read(JsonToken token) throws JsonException {
    count();
    return switch (token) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> Json.NODES.stringNode(in.getString());
      case VALUE_NUMBER_INT ->
          switch (in.getNumberType()) {
            case INT -> Spelling.of(in, in.getIntValue());
            case LONG -> Json.NODES.numberNode(in.getLongValue());
            default -> Json.NODES.numberNode(in.getBigIntegerValue());
          };
      case VALUE_NUMBER_FLOAT -> Spelling.of(in, in.getDecimalValue());
      case VALUE_TRUE -> Json.NODES.booleanNode(true);
      case VALUE_FALSE -> Json.NODES.booleanNode(false);
      case VALUE_NULL -> Json.NODES.nullNode();
      default -> throw new IllegalStateException("no value starts with " + token);
    };
  }

  private JsonNode object() throws JsonException {
    ObjectNode object = Json.NODES.objectNode();
    for (JsonToken t = in.nextToken(); t != JsonToken.END_OBJECT; t = in.nextToken()) {
      String name = in.currentName();
      object.set(name, read(in.nextToken()));
    }
    return object;
  }

  private JsonNode array() throws JsonException {
    ArrayNode array = Json.NODES.arrayNode();
    for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
      array.add(read(t));
    }
    return array;
  }

  private void count() throws JsonException {
    if (++nodes > MOST_NODES) {
      throw JsonException.tooMany(MOST_NODES);
    }
    if (nodes % NODES_OF_A_STEP == 0 && !HeapRoom.has(STEP_BYTES)) {
      throw JsonException.noRoom();
    }
  }

  /**
   * A number that Jackson would not write as it was read: {@code 1e5}, {@code 0.0000001}, {@code
   * -0}. It is written as it was read, so that what clients send and scripts print is passed on
   * unchanged.
   */
  sealed interface Spelling {
    String written();

    static JsonNode of(JsonParser in, int value) {
      boolean isSigned = value == 0 && in.getStringLength() > 1;
      return isSigned ? new MinusZero() : Json.NODES.numberNode(value);
    }

    static JsonNode of(JsonParser in, BigDecimal value) {
      String written = in.getString();
      return value.toString().equals(written)
          ? Json.NODES.numberNode(value)
          : new Fraction(value, written);
    }

    final class Fraction extends DecimalNode implements Spelling {
      private final String written;

      Fraction(BigDecimal value, String written) {
        super(value);
        this.written = written;
      }

      @Override
      public String written() {
        return written;
      }
    }

    /** The only integer of two spellings. */
    final class MinusZero extends IntNode implements Spelling {
      MinusZero() {
        super(0);
      }

      @Override
      public String written() {
        return "-0";
      }
    }
  }
}
