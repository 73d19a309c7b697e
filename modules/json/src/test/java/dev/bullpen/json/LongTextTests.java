package dev.bullpen.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LongTextTests {
  private static final int PIECE = 8 * 1024;
  private static final int MUCH = 1024 * 1024;

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void a_character_may_begin_in_one_piece_and_end_in_the_next() throws JsonException {
    for (int before = PIECE - 4; before < PIECE + 4; before++) {
      String text = "a".repeat(before) + "\ud83d\ude00".repeat(MUCH / 4);
      assertTrue(Json.isUtf8(utf8(text)));
      assertEquals(text, Json.parse(utf8("\"" + text + "\"")).stringValue());
    }
  }

  @Test
  void what_is_not_utf8_is_found_wherever_it_is() {
    for (int length : new int[] {10, PIECE, MUCH + 10}) {
      byte[] text = new byte[length];
      Arrays.fill(text, (byte) 'a');
      for (int at : new int[] {0, length / 2, length - 1}) {
        byte[] one = text.clone();
        one[at] = (byte) 0xc3;
        assertFalse(Json.isUtf8(one));
        assertThrows(JsonException.class, () -> Json.parse(one));
      }
    }
  }

  /** The heap of this test is 256 MiB, as a server's is. */
  @Test
  void a_long_line_with_the_replacement_character_takes_no_more_than_another() throws Exception {
    byte[] live = new byte[25 * MUCH];
    byte[] line = new byte[31 * MUCH];
    Arrays.fill(line, (byte) 'a');
    line[0] = '"';
    line[line.length - 1] = '"';
    System.arraycopy(utf8("\ufffd"), 0, line, line.length - 4, 3);
    int chars = 0;
    try {
      chars = Json.parse(line).stringValue().length();
    } catch (JsonException refused) {
      assertTrue(refused.isBeyondLimit(), refused.getMessage());
    }
    assertTrue(chars == 0 || chars == line.length - 4, chars + " characters");
    assertEquals(25 * MUCH, live.length);
  }
}
