package dev.bullpen.json;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes a tree of one value, as long as there is memory for it. Three bytes of text, {@code {},},
 * are ninety of a tree: a limit of bytes alone would let a line, or what a tool prints, use up the
 * heap many times over. So what is made is counted as it is made; nothing is looked at twice.
 *
 * <p>There are two limits: what one tree may take at most, which is the same whatever else goes on,
 * and what the heap has left, {@link HeapRoom}, which is asked for each {@link #STEP_BYTES}.
 *
 * <p>The weights are what objects of a JVM of up to 32 GiB take (12 bytes of header, 4 of a
 * reference, all rounded up to 8); {@code TreeReaderTests} compares them with a heap.
 */
final class TreeReader {
  /** Two fifths of the heap: the largest tree, what it was read from, and its answer fit. */
  private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() * 2 / 5;

  private static final int STEP_BYTES = 1024 * 1024;

  /** A node and a map without a table. */
  private static final int OBJECT = 80;

  /** A table for sixteen, of which twelve are used before there is a larger one. */
  private static final int TABLE = 80;

  /** An entry. Names that come again and again are the same string. */
  private static final int MEMBER = 40;

  /** From here on it is a map of somebody's, with names of its own. */
  private static final int MANY_MEMBERS = 12;

  /** A larger table, the name, and its place in the set that finds those that stand twice. */
  private static final int NAME = 8 + 48 + 56;

  /** A node and a list without elements. */
  private static final int ARRAY = 48;

  /** A list begins with ten places, and then grows by half while the old one is still there. */
  private static final int FIRST_ELEMENT = 56;

  private static final int ELEMENT = 6;

  /**
   * A node, a string, and its bytes without most of their number; of the empty one there is one.
   */
  private static final int STRING = 64;

  /** Of an int or a long. */
  private static final int WHOLE = 24;

  /** A node and a decimal number whose digits a long can hold. */
  private static final int FRACTION = 56;

  private static final int FEW_DIGITS = 18;

  /** A node and a number without bounds; its digits take less than their text. */
  private static final int LARGE = 96;

  private final JsonParser in;
  private final long most;
  private long counted;
  private long untilAsked = STEP_BYTES;

  /**
   * @param length of the text, which what is made of it may keep
   */
  TreeReader(JsonParser in, int length) {
    this.in = in;
    this.most = MOST_BYTES - length;
  }

  /**
   * What begins with a token.
   *
   * @throws JsonException if there is too much of it
   */
  JsonNode read(JsonToken token) throws JsonException {
    return switch (token) {
      case START_OBJECT -> object();
      case START_ARRAY -> array();
      case VALUE_STRING -> string();
      case VALUE_NUMBER_INT -> whole();
      case VALUE_NUMBER_FLOAT -> fraction();
      case VALUE_TRUE -> Json.NODES.booleanNode(true);
      case VALUE_FALSE -> Json.NODES.booleanNode(false);
      case VALUE_NULL -> Json.NODES.nullNode();
      default -> throw new IllegalStateException("no value starts with " + token);
    };
  }

  private JsonNode object() throws JsonException {
    take(OBJECT);
    ObjectNode object = Json.NODES.objectNode();
    int members = 0;
    for (JsonToken t = in.nextToken(); t != JsonToken.END_OBJECT; t = in.nextToken()) {
      String name = in.currentName();
      take(members == 0 ? TABLE + MEMBER : MEMBER);
      if (++members > MANY_MEMBERS) {
        take(NAME + name.length());
      }
      object.set(name, read(in.nextToken()));
    }
    return object;
  }

  private JsonNode array() throws JsonException {
    take(ARRAY);
    ArrayNode array = Json.NODES.arrayNode();
    boolean first = true;
    for (JsonToken t = in.nextToken(); t != JsonToken.END_ARRAY; t = in.nextToken()) {
      take(first ? FIRST_ELEMENT : ELEMENT);
      first = false;
      array.add(read(t));
    }
    return array;
  }

  private JsonNode string() throws JsonException {
    String text = in.getString();
    take(text.isEmpty() ? 0 : STRING);
    return Json.NODES.stringNode(text);
  }

  private JsonNode whole() throws JsonException {
    switch (in.getNumberType()) {
      case INT -> {
        take(WHOLE);
        return Spelling.of(in, in.getIntValue());
      }
      case LONG -> {
        take(WHOLE);
        return Json.NODES.numberNode(in.getLongValue());
      }
      default -> {
        take(LARGE);
        return Json.NODES.numberNode(in.getBigIntegerValue());
      }
    }
  }

  private JsonNode fraction() throws JsonException {
    int length = in.getStringLength();
    take(length <= FEW_DIGITS ? FRACTION : LARGE);
    JsonNode number = Spelling.of(in, in.getDecimalValue());
    if (number instanceof Spelling) {
      take(STRING + length);
    }
    return number;
  }

  /** What has been read takes so many bytes, or a little less. */
  long counted() {
    return counted;
  }

  private void take(int bytes) throws JsonException {
    counted += bytes;
    if (counted > most) {
      throw JsonException.tooMuch(MOST_BYTES);
    }
    untilAsked -= bytes;
    if (untilAsked < 0) {
      untilAsked = STEP_BYTES;
      if (!HeapRoom.has(STEP_BYTES)) {
        throw JsonException.noRoom();
      }
    }
  }
}
