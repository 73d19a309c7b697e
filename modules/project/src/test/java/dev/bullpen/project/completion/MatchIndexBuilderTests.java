package dev.bullpen.project.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.completion.MatchIndex.MatchIndexBuilder;
import dev.bullpen.project.completion.MatchIndex.Matches;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatchIndexBuilderTests {
  private final MatchIndexBuilder builder = new MatchIndexBuilder(100_000_000, 0);

  private static List<String> values(MatchIndex index) {
    return index.find("", MatchMode.PREFIX, 0, Integer.MAX_VALUE).values();
  }

  @Test
  void values_come_back_as_they_were_given() {
    List<String> given =
        List.of("", "Abc", "ABC", "a\tb", "Ünï", "ﬁ", "\u0301", "日本", "😀", "É", "E\u0301", "\0");
    given.forEach(value -> assertTrue(builder.add(value)));
    assertEquals(given, values(builder.build()));
  }

  @Test
  void a_value_counts_once_however_many_there_are() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      String value = (i % 2 == 0 ? "Value " : "Wért ") + i;
      expected.add(value);
      assertTrue(builder.add(value));
      assertTrue(builder.add(value));
    }
    expected.forEach(builder::add);
    assertEquals(10_000, builder.size());
    assertEquals(expected, values(builder.build()));
  }

  @Test
  void a_value_is_taken_from_the_middle_of_bytes() {
    byte[] lines = "one\ntwö\n".getBytes(StandardCharsets.UTF_8);
    assertTrue(builder.add(lines, 0, 3));
    assertTrue(builder.add(lines, 4, 8));
    assertEquals(List.of("one", "twö"), values(builder.build()));
  }

  @Test
  void what_is_no_text_is_not_added() {
    assertFalse(builder.add("a\ud800"));
    assertFalse(builder.add(new byte[] {'a', (byte) 0xff}, 0, 2));
    assertFalse(builder.add(new byte[] {(byte) 0xc3}, 0, 1));
    assertTrue(builder.add("b"));
    assertEquals(List.of("b"), values(builder.build()));
  }

  @Test
  void there_is_room_for_so_many_bytes_and_not_for_one_more() {
    MatchIndexBuilder small = new MatchIndexBuilder(10, 0);
    assertTrue(small.add("12345"));
    assertFalse(small.add("678901"));
    assertTrue(small.add("12345"), "it is there already");
    assertTrue(small.add("67890"));
    assertFalse(small.add("x"));
    assertTrue(small.add(""));
    assertEquals(List.of("12345", "67890", ""), values(small.build()));
    assertFalse(new MatchIndexBuilder(2, 0).add("é"), "e, and two bytes of é");
    assertTrue(new MatchIndexBuilder(3, 0).add("é"));
  }

  @Test
  void there_may_be_none() {
    MatchIndex none = builder.build();
    assertEquals(new Matches(List.of(), 0), none.find("x", MatchMode.FUZZY, 0, 100));
    assertEquals(new Matches(List.of(), 0), none.find("", MatchMode.FUZZY, 5, 100));
    assertEquals(0, none.size());
  }
}
