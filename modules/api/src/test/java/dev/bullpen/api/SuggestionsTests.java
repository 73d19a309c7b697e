package dev.bullpen.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestionsTests {
  private static final List<String> ALL = List.of("a", "b", "c", "d", "e");

  @ParameterizedTest
  @CsvSource({
    "0, 4, abcd, true",
    "0, 5, abcde, false",
    "0, 6, abcde, false",
    "3, 1, d, true",
    "3, 2, de, false",
    "4, 10, e, false",
    "5, 10, '', false",
    "6, 10, '', false",
    "2, 0, '', true",
    "1, 2147483647, bcde, false",
    "-1, 2, ab, true"
  })
  void a_page_is_cut_where_the_request_says(int offset, int limit, String page, boolean more) {
    Suggestions suggestions = Suggestions.page(ALL, request(offset, limit));
    assertEquals(page, String.join("", suggestions.values()));
    assertEquals(more, suggestions.hasMore());
    assertEquals(OptionalInt.of(5), suggestions.total());
  }

  private static CompletionRequest request(int offset, int limit) {
    return new CompletionRequest("n", "a", "", Map.of(), offset, limit, new Job() {});
  }

  @Test
  void a_list_alone_says_nothing_of_others() {
    assertEquals(new Suggestions(List.of("a"), OptionalInt.empty(), false), Suggestions.of("a"));
    assertEquals(List.of(), Suggestions.of().values());
  }

  @Test
  void a_total_below_nothing_is_refused() {
    new Suggestions(List.of(), OptionalInt.of(0), false);
    assertThrows(
        IllegalArgumentException.class,
        () -> new Suggestions(List.of(), OptionalInt.of(-1), false));
  }
}
