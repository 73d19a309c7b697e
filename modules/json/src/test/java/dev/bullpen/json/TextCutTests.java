package dev.bullpen.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextCutTests {
  private static final String SMILE = "\ud83d\ude00";

  @Test
  void a_text_is_cut_by_code_points() {
    assertEquals("x" + SMILE, TextCut.first("x" + SMILE + SMILE, 2));
    assertEquals("x" + SMILE, TextCut.first("x" + SMILE, 2));
    assertEquals("x", TextCut.first("x" + SMILE, 1));
    assertEquals("", TextCut.first(SMILE, 0));
    assertEquals("x" + SMILE, TextCut.dotted("x" + SMILE, 2));
    assertEquals("x...", TextCut.dotted("x" + SMILE, 1));
  }

  @ParameterizedTest
  @CsvSource({"0, ''", "1, b", "2, b", "4, b", "5, 😀b", "6, a😀b", "7, a😀b"})
  void the_last_bytes_begin_with_a_whole_character(int most, String expected) {
    assertEquals(expected, TextCut.last(("a" + SMILE + "b").getBytes(UTF_8), most));
  }

  @Test
  void bytes_that_were_cut_to_the_limit_before_begin_with_one_too() {
    byte[] cut = {(byte) 0x98, (byte) 0x80, 'b'};
    assertEquals("b", TextCut.last(cut, 3));
    assertEquals("\ufffd\ufffdb", TextCut.last(cut, 4));
  }

  @ParameterizedTest
  @CsvSource({"0, ''", "1, a", "2, a", "4, a", "5, a😀", "6, a😀b", "7, a😀b"})
  void the_first_bytes_end_with_one(int most, String expected) {
    assertEquals(expected, TextCut.first(("a" + SMILE + "b").getBytes(UTF_8), most));
  }

  @Test
  void bytes_that_are_no_utf8_are_not_left_out_without_end() {
    byte[] stray = {(byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80};
    assertEquals("\ufffd", TextCut.last(stray, 4));
    assertEquals("\ufffd", TextCut.first(stray, 4));
  }
}
