package dev.bullpen.json;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class LongTextTests {
  private static final int LONG = 64 * 1024;
  private static final int MEBIBYTE = 1024 * 1024;

  /** All that JSON escapes, and characters of one to four bytes. */
  private static final int[] ODD = {
    0, 1, '\n', '"', '\\', '/', 0x7f, 0xe9, 0x2028, 0xfffd, 0x1f600
  };

  private static String some(int bytes, Random chance) {
    StringBuilder text = new StringBuilder();
    for (int length = 0; length < bytes; ) {
      int next = chance.nextInt(20) == 0 ? ODD[chance.nextInt(ODD.length)] : 'a';
      next = next > 0x7f && bytes - length < 4 ? 'a' : next;
      length += Character.toString(next).getBytes(StandardCharsets.UTF_8).length;
      text.appendCodePoint(next);
    }
    return text.toString();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, LONG - 1, LONG, LONG + 1, 3 * MEBIBYTE})
  void it_is_written_as_any_string_is(int bytes) throws JsonException {
    String text = some(bytes, new Random(bytes));
    JsonNode string = Json.string(utf8(text));
    byte[] usual = Json.bytes(Json.object().put("text", text));
    assertArrayEquals(usual, Json.bytes(Json.object().set("text", string)));
    assertEquals(text, Json.parse(usual).get("text").stringValue());
  }

  @ParameterizedTest
  @ValueSource(ints = {10, LONG, 2 * LONG})
  void what_is_no_utf8_is_replaced_whatever_its_length(int bytes) throws JsonException {
    byte[] broken = new byte[bytes];
    Arrays.fill(broken, (byte) 'a');
    for (int at : new int[] {0, bytes / 2, bytes - 1}) {
      byte[] one = broken.clone();
      one[at] = (byte) 0xc3;
      String written = Json.parse(Json.bytes(Json.string(one))).stringValue();
      assertEquals(new String(one, StandardCharsets.UTF_8), written);
      assertEquals('\ufffd', written.charAt(at));
      assertEquals(Optional.empty(), Json.utf8(one));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {MEBIBYTE - 1, MEBIBYTE, MEBIBYTE + 1})
  void a_message_of_any_length_is_whole(int length) {
    byte[] text = new byte[length - "\"\"\n".length()];
    Arrays.fill(text, (byte) 'a');
    byte[] line = Json.line(Json.string(text));
    assertEquals(length, line.length);
    assertEquals("\"a", new String(line, 0, 2, StandardCharsets.US_ASCII));
    assertEquals("a\"\n", new String(line, length - 3, 3, StandardCharsets.US_ASCII));
  }
}
