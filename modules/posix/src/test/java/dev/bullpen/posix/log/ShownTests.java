package dev.bullpen.posix.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShownTests {
  @ParameterizedTest
  @CsvSource({
    "0000, \\u0000",
    "0009, \\t",
    "000a, \\n",
    "000d, \\r",
    "001b, \\u001b",
    "007f, \\u007f",
    "0085, \\u0085",
    "009b, \\u009b",
    "00ad, \\u00ad",
    "034f, \\u034f",
    "061c, \\u061c",
    "200b, \\u200b",
    "200e, \\u200e",
    "2028, \\u2028",
    "2029, \\u2029",
    "202e, \\u202e",
    "2066, \\u2066",
    "2800, \\u2800",
    "3164, \\u3164",
    "fe00, \\ufe00",
    "feff, \\ufeff",
    "ffff, \\uffff",
    "d800, \\ud800",
    "e0041, \\u{e0041}",
    "e0100, \\u{e0100}"
  })
  void what_cannot_be_seen_or_moves_what_can_is_escaped(String hexadecimal, String shown) {
    int point = Integer.parseInt(hexadecimal, 16);
    assertEquals("a" + shown + "b", Shown.of("a" + Character.toString(point) + "b"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "plain", "größe", "日本語", "עברית", "👍", "❤️", "C:\\temp", "a b"})
  void letters_of_all_languages_and_emoji_are_shown_as_they_are(String text) {
    assertEquals(text, Shown.of(text));
  }

  @Test
  void what_is_plain_is_not_copied() {
    String plain = "tools/greet/tool.sh";
    assertSame(plain, Shown.of(plain));
  }

  @Test
  void a_limit_counts_before_escaping() {
    assertEquals("ab", Shown.of("ab", 2));
    assertEquals("a\\n...", Shown.of("a\nc", 2));
  }

  @Test
  void a_limit_cuts_no_surrogate_pair_in_two() {
    assertEquals("a👍...", Shown.of("a👍👍", 2));
    assertEquals("a👍", Shown.of("a👍", 2));
  }
}
