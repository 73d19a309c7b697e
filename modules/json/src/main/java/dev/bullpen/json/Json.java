package dev.bullpen.json;

import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.JsonRecyclerPools;
import tools.jackson.core.util.Separators;
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
 * <p>{@link #parse} refuses an object that has a name twice, because another program may read the
 * first of them. {@link #parseLastWins} takes the last, as jq does; mcp-bash reads projects and the
 * output of scripts with jq. {@link #parsePrinted} also takes bytes that are not UTF-8. Both skip a
 * {@link ByteOrderMark}.
 */
public final class Json {
  /** Deeper than any usual message, and shallow enough for a tree walk on a 512 KB stack. */
  public static final int MAX_DEPTH = 256;

  /**
   * The most digits of a number, those of its exponent included. An RSA key of 16 384 bits has
   * 4933. The work for each digit grows with their number: up to this limit, a message of long
   * numbers takes at most a few times as long as one of numbers of 100 digits.
   */
  public static final int MAX_DIGITS = 10_000;

  /** For longer texts, memory is checked before they are decoded and before they are read. */
  private static final int MUCH = 1024 * 1024;

  /** Memory for each byte that is decoded: the text and, briefly, what it is made from. */
  private static final int DECODING_BYTES = 2 * Character.BYTES;

  private static final char LAST_LATIN1 = 0xff;
  private static final int PIECE_CHARS = 8 * 1024;

  // Of the first byte of a character in UTF-8, and of those that follow it.
  private static final int FIRST_CONTINUATION = 0x80;
  private static final int LAST_CONTINUATION = 0xbf;
  private static final int FIRST_BEYOND_LATIN1 = 0xc4;
  private static final int FIRST_OF_FOUR = 0xf0;

  /** Most messages are no longer. */
  private static final int USUAL_BYTES = 512;

  private static final int MOST_KEPT_BYTES = 1024 * 1024;

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

  /** Whether bytes begin as a JSON value does (RFC 8259, sections 2 and 3). Most texts do not. */
  public static boolean mayBe(byte[] utf8) {
    int first = 0;
    while (first < utf8.length && isWhitespace(utf8[first])) {
      first++;
    }
    return first < utf8.length && "{[\"-0123456789tfn".indexOf(utf8[first]) >= 0;
  }

  static boolean isWhitespace(int octet) {
    return octet == ' ' || octet == '\t' || octet == '\n' || octet == '\r';
  }

  /**
   * Read exactly one value, of a client or of Bullpen itself. No object may have a name twice. The
   * tree must fit into the memory for one value; see {@link TreeReader}.
   */
  public static JsonNode parse(byte[] utf8) throws JsonException {
    if (utf8.length < MUCH) {
      return parse(FACTORY, decode(utf8));
    }
    // A long one is never decoded as a whole.
    if (!isUtf8(utf8)) {
      throw new JsonException("not valid UTF-8");
    }
    if (!HeapRoom.has(readingBytes(utf8))) {
      throw JsonException.noRoom();
    }
    Reader text = new InputStreamReader(new ByteArrayInputStream(utf8), StandardCharsets.UTF_8);
    return parse(FACTORY.createParser(ObjectReadContext.empty(), text));
  }

  /** The same for a text. */
  public static JsonNode parse(String text) throws JsonException {
    return parse(FACTORY, text);
  }

  /**
   * Read exactly one value of a project or its scripts. If an object has a name twice, the last
   * value is taken, in the place of the first. Half a surrogate pair in a name becomes U+FFFD.
   */
  public static JsonNode parseLastWins(byte[] utf8) throws JsonException {
    return parseLastWins(decode(utf8));
  }

  /** The same for a text. */
  public static JsonNode parseLastWins(String text) throws JsonException {
    String unmarked = ByteOrderMark.skip(text);
    try {
      return parse(LAST_WINS, unmarked);
    } catch (JsonException e) {
      return parse(LAST_WINS, HalfPairs.mendedInNames(unmarked).orElseThrow(() -> e));
    }
  }

  /**
   * Read exactly one value that a program has printed, as {@link #parseLastWins} does. Bytes that
   * are not UTF-8 become U+FFFD: the name of a file, or another program's message, may be in any
   * encoding.
   */
  public static JsonNode parsePrinted(byte[] printed) throws JsonException {
    checkRoom(printed.length, DECODING_BYTES);
    return parseLastWins(new String(printed, StandardCharsets.UTF_8));
  }

  /**
   * Read the first of several values that a program has printed one after the other. Empty if it
   * has printed only one. All of them must be valid.
   */
  public static Optional<JsonNode> firstOfPrinted(byte[] bytes) throws JsonException {
    String text = new String(bytes, StandardCharsets.UTF_8);
    try (JsonParser in = parser(LAST_WINS, text)) {
      JsonNode first = new TreeReader(in).read(in.nextToken());
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

  static JsonParser parser(JsonFactory factory, String text) {
    return factory.createParser(ObjectReadContext.empty(), text);
  }

  private static JsonNode parse(JsonFactory factory, String text) throws JsonException {
    checkRoom(text.length(), readingBytes(text));
    return parse(parser(factory, text));
  }

  private static JsonNode parse(JsonParser parser) throws JsonException {
    try (JsonParser in = parser) {
      JsonToken first = in.nextToken();
      if (first == null) {
        throw new JsonException("no JSON value");
      }
      JsonNode value = new TreeReader(in).read(first);
      if (in.nextToken() != null) {
        throw new JsonException("something follows the JSON value");
      }
      return value;
    } catch (StreamReadException e) {
      throw JsonException.at(e);
    } catch (JacksonException | NumberFormatException e) { // the latter for an exponent too large
      throw JsonException.beyondLimit();
    }
  }

  /**
   * The bytes that Jackson needs for a moment for each character, if nearly all of a text is one
   * string: the character itself, its place in a builder, and its place in the string. The last two
   * take a byte each if the whole text is Latin-1.
   */
  private static int readingBytes(boolean isLatin1) {
    return Character.BYTES + (isLatin1 ? 2 : 2 * Character.BYTES);
  }

  private static int readingBytes(String text) {
    return readingBytes(
        text.length() < MUCH || text.chars().allMatch(character -> character <= LAST_LATIN1));
  }

  /** The same for a whole text in UTF-8. */
  private static long readingBytes(byte[] utf8) {
    long characters = 0;
    boolean isLatin1 = true;
    for (byte signed : utf8) {
      int octet = signed & 0xff;
      if (octet < FIRST_CONTINUATION || octet > LAST_CONTINUATION) {
        characters += octet < FIRST_OF_FOUR ? 1 : 2;
        isLatin1 &= octet < FIRST_BEYOND_LATIN1;
      }
    }
    return characters * readingBytes(isLatin1);
  }

  /** Whether all bytes are UTF-8; decoded in pieces, none of which is kept. */
  static boolean isUtf8(byte[] bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer piece = CharBuffer.allocate(PIECE_CHARS);
    CoderResult result = CoderResult.OVERFLOW;
    while (result.isOverflow()) {
      result = decoder.decode(in, piece.clear(), true);
    }
    return result.isUnderflow();
  }

  private static void checkRoom(int length, int bytesEach) throws JsonException {
    if (length >= MUCH && !HeapRoom.has((long) length * bytesEach)) {
      throw JsonException.noRoom();
    }
  }

  /** Compact UTF-8; a lone surrogate, which UTF-8 cannot carry, is written as its escape. */
  public static byte[] bytes(JsonNode value) {
    return bytes(value, false);
  }

  /**
   * A line for a client: compact UTF-8, with one newline, at its end. Half a surrogate pair becomes
   * U+FFFD, because strict readers drop a line that holds its escape.
   */
  public static byte[] line(JsonNode value) {
    return bytes(value, true);
  }

  private static byte[] bytes(JsonNode value, boolean isLine) {
    Output out = new Output(USUAL_BYTES, MOST_KEPT_BYTES);
    write(out, value, isLine);
    if (out.length > MOST_KEPT_BYTES) {
      out = new Output(out.length, out.length);
      write(out, value, isLine);
    }
    return out.kept.length == out.length ? out.kept : Arrays.copyOf(out.kept, out.length);
  }

  private static void write(Output out, JsonNode value, boolean isLine) {
    try (JsonGenerator json =
        FACTORY.createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8)) {
      write(json, value, isLine);
    }
    if (isLine) {
      out.write('\n');
    }
  }

  /**
   * Takes a value's bytes. Of a value longer than it keeps, only the length is counted. Such a
   * value is written a second time, into one array, because joining parts would take twice the
   * memory.
   */
  private static final class Output extends OutputStream {
    private final int most;
    private byte[] kept;
    private int length;

    Output(int size, int most) {
      this.most = most;
      this.kept = new byte[size];
    }

    @Override
    public void write(int octet) {
      write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] from, int at, int count) {
      int end = Math.addExact(length, count);
      if (end > most) {
        kept = new byte[0];
      } else if (end > kept.length) {
        kept = Arrays.copyOf(kept, Math.min(most, Math.max(end, 2 * kept.length)));
      }
      if (end <= kept.length) {
        System.arraycopy(from, at, kept, length, count);
      }
      length = end;
    }
  }

  /**
   * The same value with the members of each object in the order of their names by code point, as
   * {@code jq -S} prints it.
   */
  public static JsonNode ordered(JsonNode value) {
    if (value.isObject()) {
      TreeMap<String, JsonNode> members = new TreeMap<>(Json::compare);
      value.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
      ObjectNode object = object();
      members.forEach((name, member) -> object.set(name, ordered(member)));
      return object;
    }
    if (value.isArray()) {
      ArrayNode array = array();
      value.forEach(element -> array.add(ordered(element)));
      return array;
    }
    return value;
  }

  /** By code point. In UTF-16 the halves of a pair come before some characters that need none. */
  private static int compare(String left, String right) {
    int at = 0;
    int end = Math.min(left.length(), right.length());
    while (at < end && left.charAt(at) == right.charAt(at)) {
      at++;
    }
    return at == end
        ? left.length() - right.length()
        : rank(left.charAt(at)) - rank(right.charAt(at));
  }

  private static int rank(char c) {
    return Character.isSurrogate(c) ? c + Character.MIN_SUPPLEMENTARY_CODE_POINT : c;
  }

  /** Compact text. */
  public static String text(JsonNode value) {
    return new String(bytes(value), StandardCharsets.UTF_8);
  }

  /** For people: a line for each member and each element, indented by two blanks. */
  public static String indented(JsonNode value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(new Indented(), text)) {
      write(json, value, false);
    }
    return text.toString();
  }

  /** A class of its own, so that no server loads the printer. */
  private static final class Indented extends ObjectWriteContext.Base {
    @Override
    public PrettyPrinter getPrettyPrinter() {
      Separators separators =
          Separators.createDefaultInstance()
              .withObjectNameValueSpacing(Separators.Spacing.AFTER)
              .withObjectEmptySeparator("")
              .withArrayEmptySeparator("");
      DefaultIndenter lines = new DefaultIndenter("  ", "\n");
      return new DefaultPrettyPrinter(separators)
          .withObjectIndenter(lines)
          .withArrayIndenter(lines);
    }
  }

  /** A text, written as a JSON value. */
  public static String quoted(String text) {
    return text(NODES.stringNode(text));
  }

  /** A string of these bytes, with U+FFFD where they are not UTF-8; see {@link #utf8}. */
  public static JsonNode string(byte[] bytes) {
    return utf8(bytes).orElseGet(() -> NODES.stringNode(new String(bytes, StandardCharsets.UTF_8)));
  }

  /** A string of these bytes, if they are UTF-8. */
  public static Optional<JsonNode> utf8(byte[] bytes) {
    return strictly(bytes).map(NODES::stringNode);
  }

  public static ObjectNode object() {
    return NODES.objectNode();
  }

  public static ArrayNode array() {
    return NODES.arrayNode();
  }

  static String decode(byte[] utf8) throws JsonException {
    checkRoom(utf8.length, DECODING_BYTES);
    return strictly(utf8).orElseThrow(() -> new JsonException("not valid UTF-8"));
  }

  /** The text of these bytes, if they are UTF-8. */
  private static Optional<String> strictly(byte[] utf8) {
    String text = new String(utf8, StandardCharsets.UTF_8);
    // The quick decoder puts this in place of what is not UTF-8. Few texts hold it themselves.
    return text.indexOf(REPLACEMENT) < 0 || isUtf8(utf8) ? Optional.of(text) : Optional.empty();
  }

  private static void write(JsonGenerator json, JsonNode value, boolean isMended) {
    if (value instanceof TreeReader.Spelling number) {
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

  /** Whether it holds half a surrogate pair: legal as a JSON escape, impossible in UTF-8. */
  public static boolean hasLoneSurrogate(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return HalfPairs.HALF.matcher(text).find(i);
      }
    }
    return false;
  }

  private static String escaped(String text) {
    String quoted = '"' + new String(JsonStringEncoder.getInstance().quoteAsCharArray(text)) + '"';
    return HalfPairs.HALF
        .matcher(quoted)
        .replaceAll(half -> "\\\\u%04x".formatted((int) half.group().charAt(0)));
  }
}
