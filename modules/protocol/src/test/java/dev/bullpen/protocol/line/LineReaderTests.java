package dev.bullpen.protocol.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class LineReaderTests {
  private static final String BOM = "\u00ef\u00bb\u00bf";

  @Test
  void lines_are_served_in_order_and_then_the_end_again_and_again() throws IOException {
    LineReader reader = reader("one\ntwo\n", 10);
    assertText("one", reader.next());
    assertText("two", reader.next());
    assertInstanceOf(Line.End.class, reader.next());
    assertInstanceOf(Line.End.class, reader.next());
  }

  @Test
  @DisplayName("FR-11: a last line without newline is served")
  void a_last_line_without_newline_is_served() throws IOException {
    assertEquals(List.of("one", "two"), all("one\ntwo", 10));
  }

  @Test
  @DisplayName("FR-11: blank lines are skipped")
  void blank_lines_are_skipped() throws IOException {
    assertEquals(List.of("a", "b"), all("\n\r\n \t\r\na\n   \n\t\nb\n \t", 10));
  }

  @ParameterizedTest
  @DisplayName("FR-11: exactly one carriage return is removed, and only before the newline")
  @CsvSource({"'a\r\n', a", "'a\r\r\n', 'a\r'", "'\ra\n', '\ra'", "'a\r', a", "'a \r\n', 'a '"})
  void one_carriage_return_is_removed(String input, String line) throws IOException {
    LineReader reader = reader(input, 10);
    assertText(line, reader.next());
    assertInstanceOf(Line.End.class, reader.next());
  }

  @Test
  @DisplayName("FR-11: a byte order mark is skipped on the first line and nowhere else")
  void a_byte_order_mark_is_skipped_at_the_start_only() throws IOException {
    assertEquals(List.of("a", BOM + "b"), all(BOM + "a\n" + BOM + "b\n", 10));
    assertEquals(List.of("a"), all(BOM + "\na\n", 10));
    assertEquals(List.of(BOM + "a"), all("\n" + BOM + "a\n", 10));
    assertEquals(List.of("\u00ef\u00bb"), all("\u00ef\u00bb\n", 10));
    assertEquals(List.of(BOM), all(BOM + BOM, 10));
  }

  @Test
  void bytes_are_not_decoded() throws IOException {
    assertEquals(List.of("\u0000\u00ff\u00c3("), all("\u0000\u00ff\u00c3(\n", 10));
  }

  @ParameterizedTest
  @DisplayName("FR-22: the limit holds to the byte, terminator and byte order mark not counted")
  @ValueSource(strings = {"\n", "\r\n", ""})
  void the_limit_holds_to_the_byte(String terminator) throws IOException {
    assertText("x".repeat(9), reader("x".repeat(9) + terminator, 10).next());
    assertText("x".repeat(10), reader("x".repeat(10) + terminator, 10).next());
    assertText("x".repeat(10), reader(BOM + "x".repeat(10) + terminator, 10).next());
    assertInstanceOf(Line.TooLong.class, reader("x".repeat(11) + terminator, 10).next());
    assertInstanceOf(Line.TooLong.class, reader(BOM + "x".repeat(11) + terminator, 10).next());
  }

  @ParameterizedTest
  @ValueSource(ints = {11, 12, 13, 14, 15, 16, 100, 65_535, 65_536, 65_537, 200_000})
  void a_line_too_long_is_reported_once_and_the_next_is_served(int length) throws IOException {
    LineReader reader = reader("a\n" + "x".repeat(length) + "\nb\n", 10);
    assertText("a", reader.next());
    assertEquals(tooLong(length), reader.next());
    assertText("b", reader.next());
    assertInstanceOf(Line.End.class, reader.next());
  }

  @Test
  void a_line_too_long_at_the_end_of_input_is_reported_too() throws IOException {
    LineReader reader = reader("x".repeat(1000), 10);
    assertEquals(tooLong(1000), reader.next());
    assertInstanceOf(Line.End.class, reader.next());
  }

  @Test
  void a_line_without_room_is_reported_once_and_the_next_is_served() throws IOException {
    String fits = "x".repeat(1024 * 1024);
    int longest = 2 * fits.length();
    // Asked with a MiB there: for its copy, and for the next one twice.
    LongPredicate room = bytes -> bytes < 3L * fits.length();
    String input = fits + "\n" + fits + "x\n" + fits.repeat(2) + "too long\nb\n";
    LineReader reader =
        new LineReader(new ByteArrayInputStream(input.getBytes(ISO_8859_1)), longest, room);
    assertText(fits, reader.next());
    assertEquals(new Line.NoRoom(fits.length() + 1, Optional.empty()), reader.next());
    assertEquals(tooLong(longest + "too long".length()), reader.next());
    assertText("b", reader.next());
    assertInstanceOf(Line.End.class, reader.next());
  }

  @ParameterizedTest
  @DisplayName("The id of a line too long is known, wherever it stands at the top level")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"id":7,"params":{"id":8,"x":"_"}}  | 7
          {"params":{"id":8,"x":"_"},"id":"a"} | "a"
          {"params":["_",{"id":8}],"id":1.0}  | 1.0
          {"x":"\\"id\\":8 _","i\\u0064":7}   | 7
          {"id":7,"params":{"x":"_"},"id":8}  | null
          {"id":{},"params":{"x":"_"}}        | {}
          {"params":{"id":8,"x":"_"}}         | none
          [{"id":7,"x":"_"}]                  | none
          """)
  void the_id_of_a_line_too_long_is_known(String line, String id) throws IOException {
    String filler = "x{}[]:,'".repeat(20_000);
    for (int limit : new int[] {10, 65_536, 159_990}) {
      LineReader reader = reader(BOM + line.replace("_", filler) + "\nnext\n", limit);
      Line.TooLong tooLong = assertInstanceOf(Line.TooLong.class, reader.next());
      JsonNode known = tooLong.sketch().orElseThrow().members().path("id");
      assertEquals(id, known.isMissingNode() ? "none" : Json.text(known));
      assertText("next", reader.next());
    }
  }

  @ParameterizedTest
  @DisplayName("a line too long that is no JSON to its end has no sketch")
  @ValueSource(strings = {"{\"id\":7,\"x\":\"_", "{\"id\":7} _", "{\"id\":7,_}", "_"})
  void a_line_too_long_that_is_no_json_has_no_sketch(String line) throws IOException {
    LineReader reader = reader(line.replace("_", "x".repeat(200_000)) + "\nnext\n", 1000);
    assertEquals(tooLong(line.length() - 1 + 200_000), reader.next());
    assertText("next", reader.next());
  }

  @ParameterizedTest
  @ValueSource(ints = {65_535, 65_536, 65_537, 131_072, 300_000})
  void a_long_line_within_the_limit_comes_back_to_the_byte(int length) throws IOException {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    for (int i = 0; i < length; i++) {
      bytes[i] = bytes[i] == '\n' || bytes[i] == '\r' ? (byte) '.' : bytes[i];
    }
    LineReader reader = new LineReader(new PiecewiseInput(bytes, 70_000, 3), length);
    assertArrayEquals(bytes, assertInstanceOf(Line.Text.class, reader.next()).utf8());
  }

  @Tag("slow")
  @Test
  @DisplayName("F12: a gigabyte without newline costs no more than the limit")
  void a_gigabyte_without_newline_is_drained_in_a_small_heap() throws IOException {
    long gigabyte = 1024L * 1024 * 1024;
    LineReader reader =
        new LineReader(new LongLineInput(gigabyte, "next\n"), LineReader.DEFAULT_MAX_BYTES);
    assertEquals(tooLong(gigabyte), reader.next());
    assertText("next", reader.next());
  }

  @Test
  void a_limit_below_one_byte_is_refused() throws IOException {
    assertThrows(IllegalArgumentException.class, () -> reader("", 0));
    assertText("x", reader("x\n", 1).next());
  }

  @Test
  void the_failure_of_a_stream_reaches_the_caller() {
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("gone");
          }
        };
    assertThrows(IOException.class, () -> new LineReader(failing, 10).next());
  }

  private static LineReader reader(String latin1, int limit) {
    return new LineReader(new ByteArrayInputStream(latin1.getBytes(ISO_8859_1)), limit);
  }

  private static List<String> all(String latin1, int limit) throws IOException {
    LineReader reader = reader(latin1, limit);
    List<String> lines = new ArrayList<>();
    for (Line line = reader.next(); !(line instanceof Line.End); line = reader.next()) {
      lines.add(line instanceof Line.Text text ? new String(text.utf8(), ISO_8859_1) : "too long");
    }
    return lines;
  }

  /** One that is no JSON. */
  private static Line.TooLong tooLong(long bytes) {
    return new Line.TooLong(bytes, Optional.empty());
  }

  private static void assertText(String latin1, Line line) {
    assertEquals(latin1, new String(assertInstanceOf(Line.Text.class, line).utf8(), ISO_8859_1));
  }
}
