package dev.bullpen.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One JSON value, from UTF-8 bytes to a tree and back.
 *
 * <p>Strict (RFC 8259): valid UTF-8, one value, nesting at most {@value #MAX_DEPTH}, names of at
 * most {@value StreamReadConstraints#DEFAULT_MAX_NAME_LEN} characters. Exact: key order is kept,
 * and numbers, of up to {@value #MAX_DIGITS} digits, are written as they were read.
 *
 * <p>A value in which a name stands twice in an object is none to {@link #parse}, for whoever has
 * passed it on may have gone by the first. {@link #parseLastWins} goes by the last, as jq does,
 * with which mcp-bash reads projects and what their scripts print, and {@link #parsePrinted} takes
 * what is not UTF-8, too. Both skip a {@link ByteOrderMark}.
 */
public final class Json {
  /**
   * Deeper than any honest message, shallow enough that a tree walk cannot overflow a 512 KB stack.
   */
  public static final int MAX_DEPTH = 256;

  /**
   * Digits of a number, those of its exponent included: more than any honest one has (a key of RSA
   * of 16 384 bits has 4933). The work for a digit grows with their number, but up to here a
   * message of long numbers takes no more than a few times what one of numbers of 100 digits takes.
   */
  public static final int MAX_DIGITS = 10_000;

  /** From here on a text and its bytes are not both kept. */
  private static final int LONG_TEXT_BYTES = 64 * 1024;

  /** From here on a text is not made a string before it is read, and room is asked for first. */
  private static final int MUCH_BYTES = 1024 * 1024;

  /** U+FFFD, the replacement character. */
  static final char REPLACEMENT = '\ufffd';

  static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
          // Few threads, long lived: buffers of their own cost no queue between them.
          .recyclerPool(JsonRecyclerPools.threadLocalPool())
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(MAX_DIGITS)
                  .build())
          .build();

  static final JsonFactory LAST_WINS =
      FACTORY.rebuild().disable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private Json() {}

  /**
   * Whether bytes begin as a value does (RFC 8259, sections 2 and 3). Most texts do not, and need
   * not be read to be known as none.
   */
  public static boolean mayBe(byte[] utf8) {
    int first = 0;
    while (first < utf8.length && isWhitespace(utf8[first])) {
      first++;
    }
    return first < utf8.length && "{[\"-0123456789tfn".indexOf(utf8[first]) >= 0;
  }

  static boolean isWhitespace(byte octet) {
    return octet == ' ' || octet == '\t' || octet == '\n' || octet == '\r';
  }

  /**
   * Read exactly one value, in which no name stands twice: of a client, or our own.
   *
   * @throws JsonException also for one that is JSON and would take more memory than there is for
   *     one; see {@link TreeReader}
   */
  public static JsonNode parse(byte[] utf8) throws JsonException {
    return parse(FACTORY, utf8);
  }

  /** The same of a text. */
  public static JsonNode parse(String text) throws JsonException {
    return parse(FACTORY, text);
  }

  /**
   * Read exactly one value of a project or its scripts: where a name stands twice, the last value
   * has it, in the place of the first. Half a surrogate pair in a name becomes U+FFFD.
   *
   * @throws JsonException as {@link #parse(byte[])}
   */
  public static JsonNode parseLastWins(byte[] utf8) throws JsonException {
    byte[] unmarked = ByteOrderMark.skip(utf8);
    try {
      return parse(LAST_WINS, unmarked);
    } catch (JsonException e) {
      return parseMended(unmarked, e);
    }
  }

  /** The same of a text. */
  public static JsonNode parseLastWins(String text) throws JsonException {
    String unmarked = ByteOrderMark.skip(text);
    try {
      return parse(LAST_WINS, unmarked);
    } catch (JsonException e) {
      return parseMended(unmarked.getBytes(StandardCharsets.UTF_8), e);
    }
  }

  /**
   * Read exactly one value that a program has printed: the same, and U+FFFD is in place of what is
   * not UTF-8, as in a text that is none of JSON. A name of a file, or another program's message,
   * may be in any encoding.
   *
   * @throws JsonException as {@link #parse(byte[])}
   */
  public static JsonNode parsePrinted(byte[] printed) throws JsonException {
    byte[] bytes = ByteOrderMark.skip(printed);
    try {
      return parseAnyBytes(bytes);
    } catch (JsonException e) {
      return parseMended(bytes, e);
    }
  }

  /** Once more, if it is half a surrogate pair in a name for which it could not be read. */
  private static JsonNode parseMended(byte[] bytes, JsonException reason) throws JsonException {
    byte[] mended = HalfPairs.mendedInNames(bytes).orElseThrow(() -> reason);
    return parseAnyBytes(mended);
  }

  private static JsonNode parseAnyBytes(byte[] bytes) throws JsonException {
    if (bytes.length < MUCH_BYTES) {
      return parse(LAST_WINS, new String(bytes, StandardCharsets.UTF_8));
    }
    LongText text = LongText.of(bytes);
    return text.isUtf8()
        ? parse(LAST_WINS, text)
        : parse(
            LAST_WINS, new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Read the first of several values that a program has printed one after the other.
   *
   * @return empty if it has printed one value only
   * @throws JsonException also if something among it is no value
   */
  public static Optional<JsonNode> firstOfPrinted(byte[] bytes) throws JsonException {
    String text = new String(bytes, StandardCharsets.UTF_8);
    try (JsonParser in = LAST_WINS.createParser(ObjectReadContext.empty(), text)) {
      JsonNode first = new TreeReader(in, text.length()).read(in.nextToken());
      boolean isAlone = true;
      while (in.nextToken() != null) {
        in.skipChildren();
        isAlone = false;
      }
      return isAlone ? Optional.empty() : Optional.of(first);
    } catch (JacksonException | NumberFormatException e) {
      throw new JsonException("not valid JSON");
    }
  }

  private static JsonNode parse(JsonFactory factory, byte[] utf8) throws JsonException {
    return utf8.length < MUCH_BYTES
        ? parse(factory, decode(utf8))
        : parse(factory, LongText.of(utf8));
  }

  private static JsonNode parse(JsonFactory factory, LongText text) throws JsonException {
    if (text.isUtf8() && !HeapRoom.has(text.readingBytes())) {
      throw JsonException.noRoom();
    }
    try (JsonParser in = parser(factory, text)) {
      return parse(in, text.bytes().length);
    }
  }

  private static JsonNode parse(JsonFactory factory, String text) throws JsonException {
    try (JsonParser in = factory.createParser(ObjectReadContext.empty(), text)) {
      return parse(in, text.length());
    }
  }

  /** No text is made of it as a whole. */
  static JsonParser parser(JsonFactory factory, LongText text) throws JsonException {
    if (!text.isUtf8()) {
      throw new JsonException("not valid UTF-8");
    }
    return factory.createParser(ObjectReadContext.empty(), text.reader());
  }

  private static JsonNode parse(JsonParser in, int length) throws JsonException {
    try {
      JsonToken first = in.nextToken();
      if (first == null) {
        throw new JsonException("no JSON value");
      }
      JsonNode value = new TreeReader(in, length).read(first);
      if (in.nextToken() != null) {
        throw new JsonException("something follows the JSON value");
      }
      return value;
    } catch (StreamReadException e) {
      throw new JsonException(
          "line %d, column %d: not valid JSON%s"
              .formatted(
                  e.getLocation().getLineNr(),
                  e.getLocation().getColumnNr(),
                  JsonMistake.clause(e)));
    } catch (JacksonException | NumberFormatException e) { // the latter for an exponent too large
      throw JsonException.beyondLimit();
    }
  }

  /** Compact UTF-8; a lone surrogate, which UTF-8 cannot carry, is written as its escape. */
  public static byte[] bytes(JsonNode value) {
    return bytes(value, false);
  }

  /**
   * A line for a client: the same with a newline at its end, and no other in it; and U+FFFD in the
   * place of half a surrogate pair, for whose escape strict readers drop the line.
   */
  public static byte[] line(JsonNode value) {
    return bytes(value, true);
  }

  private static byte[] bytes(JsonNode value, boolean isLine) {
    JsonOutput out = new JsonOutput();
    write(out, value, isLine);
    if (!out.isWhole()) {
      out = out.exact();
      write(out, value, isLine);
    }
    return out.bytes();
  }

  private static void write(JsonOutput out, JsonNode value, boolean isLine) {
    try (JsonGenerator json =
        FACTORY.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8)) {
      write(json, value, isLine);
    }
    if (isLine) {
      out.write('\n');
    }
  }

  /** Compact text. */
  public static String text(JsonNode value) {
    if (value.isContainer() && value.isEmpty()) {
      return value.isObject() ? "{}" : "[]";
    }
    return new String(bytes(value), StandardCharsets.UTF_8);
  }

  /** A text as it is written as a value, which mostly is itself between quotes. */
  public static String quoted(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~' || c == '"' || c == '\\') {
        return text(NODES.stringNode(text));
      }
    }
    return new StringBuilder(text.length() + 2).append('"').append(text).append('"').toString();
  }

  /**
   * A string of these bytes, where they are not UTF-8 with U+FFFD in their place; see {@link
   * #utf8}.
   */
  public static JsonNode string(byte[] bytes) {
    return utf8(bytes).orElseGet(() -> NODES.stringNode(new String(bytes, StandardCharsets.UTF_8)));
  }

  /**
   * A string of these bytes, if they are UTF-8. One that is long stays as it is: it can be written,
   * and {@link #isText} knows it, but it cannot be read again.
   *
   * @param bytes not to be changed any more
   */
  public static Optional<JsonNode> utf8(byte[] bytes) {
    if (bytes.length >= LONG_TEXT_BYTES) {
      return LongText.of(bytes).isUtf8() ? Optional.of(NODES.binaryNode(bytes)) : Optional.empty();
    }
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.indexOf(REPLACEMENT) < 0 || LongText.of(bytes).isUtf8()
        ? Optional.of(NODES.stringNode(text))
        : Optional.empty();
  }

  /** Whether a value is written as a string. */
  public static boolean isText(JsonNode value) {
    return value.isString() || value.isBinary();
  }

  /** A new empty object. */
  public static ObjectNode object() {
    return NODES.objectNode();
  }

  /** A new empty array. */
  public static ArrayNode array() {
    return NODES.arrayNode();
  }

  private static String decode(byte[] utf8) throws JsonException {
    String text = new String(utf8, StandardCharsets.UTF_8);
    // The quick way puts this in place of what is not UTF-8; few texts hold it themselves.
    return text.indexOf(REPLACEMENT) < 0 ? text : decodeStrictly(utf8);
  }

  private static String decodeStrictly(byte[] utf8) throws JsonException {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(utf8))
          .toString();
    } catch (CharacterCodingException e) {
      throw new JsonException("not valid UTF-8");
    }
  }

  /**
   * @param isMended whether half a surrogate pair becomes U+FFFD
   */
  private static void write(JsonGenerator json, JsonNode value, boolean isMended) {
    if (value instanceof Spelling number) {
      json.writeNumber(number.written());
      return;
    }
    switch (value.getNodeType()) {
      case OBJECT -> {
        json.writeStartObject();
        for (Map.Entry<String, JsonNode> member : value.properties()) {
          json.writeName(HalfPairs.mended(member.getKey()));
          write(json, member.getValue(), isMended);
        }
        json.writeEndObject();
      }
      case ARRAY -> {
        json.writeStartArray();
        for (JsonNode element : value) {
          write(json, element, isMended);
        }
        json.writeEndArray();
      }
      case STRING -> writeString(json, value.stringValue(), isMended);
      case BINARY -> json.writeUTF8String(value.binaryValue(), 0, value.binaryValue().length);
      case NUMBER -> {
        switch (value.numberType()) {
          case INT -> json.writeNumber(value.intValue());
          case LONG -> json.writeNumber(value.longValue());
          case BIG_INTEGER -> json.writeNumber(value.bigIntegerValue());
          case BIG_DECIMAL -> json.writeNumber(value.decimalValue());
          default -> json.writeNumber(value.doubleValue());
        }
      }
      case BOOLEAN -> json.writeBoolean(value.booleanValue());
      case NULL -> json.writeNull();
      default ->
          throw new IllegalStateException("no JSON for a node of type " + value.getNodeType());
    }
  }

  private static void writeString(JsonGenerator json, String text, boolean isMended) {
    if (!hasLoneSurrogate(text)) {
      json.writeString(text);
    } else if (isMended) {
      json.writeString(HalfPairs.mended(text));
    } else {
      json.writeRawValue(escaped(text));
    }
  }

  /**
   * Whether {@code text} holds half a surrogate pair: legal as a JSON escape, impossible in UTF-8.
   */
  public static boolean hasLoneSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair =
            Character.isHighSurrogate(c)
                && i + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(i + 1));
        if (!pair) {
          return true;
        }
        i++;
      }
    }
    return false;
  }

  private static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length() + 8).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x20 || c > 0x7e || c == '"' || c == '\\') {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }
}
