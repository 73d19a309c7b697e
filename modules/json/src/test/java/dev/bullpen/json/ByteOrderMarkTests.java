package dev.bullpen.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ByteOrderMarkTests {
  private static final String MARKED = "\ufeff{\"a\":1}";

  @Test
  void one_before_what_an_author_or_a_script_has_written_is_skipped() throws JsonException {
    assertEquals("{\"a\":1}", Json.text(Json.parseLastWins(MARKED)));
    assertEquals("{\"a\":1}", Json.text(Json.parseLastWins(MARKED.getBytes(UTF_8))));
    assertEquals("{\"a\":1}", Json.text(Json.parsePrinted(MARKED.getBytes(UTF_8))));
    String much = "\ufeff[\"" + "x".repeat(2_000_000) + "\"]";
    assertEquals(1, Json.parsePrinted(much.getBytes(UTF_8)).size());
    assertEquals(1, Json.parseLastWins(much.getBytes(UTF_8)).size());
  }

  @Test
  void a_second_one_is_none_and_neither_is_one_in_the_middle() {
    for (String text : new String[] {"\ufeff" + MARKED, " " + MARKED, "{\ufeff}"}) {
      assertThrows(JsonException.class, () -> Json.parsePrinted(text.getBytes(UTF_8)), text);
    }
  }

  @Test
  void only_the_bytes_of_the_mark_are_skipped() {
    assertArrayEquals("a".getBytes(UTF_8), ByteOrderMark.skip("\ufeffa".getBytes(UTF_8)));
    byte[] half = {(byte) 0xef, (byte) 0xbb};
    assertSame(half, ByteOrderMark.skip(half));
    assertFalse(ByteOrderMark.isBefore(half));
  }
}
