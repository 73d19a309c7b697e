package dev.bullpen.project.completion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionOutput.CompletionChoice;
import dev.bullpen.project.completion.CompletionOutput.CompletionPage;
import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import dev.bullpen.project.completion.MatchIndex.MatchMode;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.metadata.RefusedException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;

class CompletionOutputTests {
  private static final CompletionBinding BINDING = new CompletionBinding("cities", "manual:c.sh");

  private static CompletionPage page(
      String output, CompletionPosition position, CompletionLimit limit) {
    try {
      return CompletionOutput.parse(
          output.getBytes(UTF_8), BINDING, position, limit, Optional.empty());
    } catch (RefusedException e) {
      throw new AssertionError(output, e);
    }
  }

  private static RefusedException refused(byte[] output) {
    return assertThrows(
        RefusedException.class,
        () ->
            CompletionOutput.parse(
                output, BINDING, CompletionPosition.START, CompletionLimit.NONE, Optional.empty()));
  }

  private static CompletionPage page(String output) {
    return page(output, CompletionPosition.START, CompletionLimit.NONE);
  }

  private static CompletionLimit limit(int limit) {
    return new CompletionLimit(OptionalInt.of(limit));
  }

  private static CompletionPosition at(int offset) {
    return new CompletionPosition(offset, Optional.empty(), Optional.empty());
  }

  private static CompletionPosition next(CompletionPage page) {
    try {
      return CompletionCursor.decode(page.nextCursor().orElseThrow(), BINDING);
    } catch (RefusedException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> numbers(int from, int to) {
    return IntStream.range(from, to).mapToObj(Integer::toString).toList();
  }

  private static String array(List<String> values) {
    ArrayNode array = Json.array();
    values.forEach(array::add);
    return Json.text(array);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", " \t\r\n", "[]", "null", "{}", "{\"suggestions\": null}"})
  void nothing_said_is_nothing_suggested(String output) {
    assertEquals(
        new CompletionPage(List.of(), OptionalInt.of(0), false, Optional.empty()), page(output));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[\"b\", \"a\"]",
        "{\"suggestions\": [\"b\", \"a\"]}",
        "{\"values\": [\"b\", \"a\"]}",
        "{\"values\": [\"b\", \"a\"], \"hasMore\": false, \"total\": 2}",
        "{\"values\": [\"c\"], \"total\": 9, \"values\": [\"b\", \"a\"], \"total\": 2}",
        "{\"suggestions\": [\"b\", \"a\"], \"hasMore\": \"yes\", \"next\": null, \"cursor\": \"\"}"
      })
  void a_list_keeps_its_order_and_is_complete(String output) {
    assertEquals(
        new CompletionPage(List.of("b", "a"), OptionalInt.of(2), false, Optional.empty()),
        page(output));
  }

  @Test
  void repetitions_are_removed_and_the_first_place_kept() {
    CompletionPage page = page("[\"b\", \"a\", \"b\", \"c\", \"a\"]");
    assertEquals(List.of("b", "a", "c"), page.values());
    assertEquals(OptionalInt.of(3), page.total());
    assertFalse(page.hasMore());
  }

  @ParameterizedTest
  @CsvSource({"99, 99, false", "100, 100, false", "101, 100, true", "250, 100, true"})
  void a_long_list_is_cut_at_100_and_its_length_given(int length, int shown, boolean more) {
    CompletionPage page = page(array(numbers(0, length)));
    assertEquals(numbers(0, shown), page.values());
    assertEquals(OptionalInt.of(length), page.total());
    assertEquals(more, page.hasMore());
    assertEquals(more, page.nextCursor().isPresent());
  }

  @ParameterizedTest
  @CsvSource({"2, true", "3, false", "4, false"})
  void a_client_that_wants_fewer_gets_fewer(int limit, boolean more) {
    CompletionPage page = page("[\"a\",\"b\",\"c\"]", CompletionPosition.START, limit(limit));
    assertEquals(Math.min(limit, 3), page.values().size());
    assertEquals(OptionalInt.of(3), page.total());
    assertEquals(more, page.hasMore());
  }

  @Test
  void a_script_that_has_more_and_does_not_count_leaves_the_total_unknown() {
    CompletionPage page = page("{\"suggestions\": [\"a\"], \"hasMore\": true}");
    assertEquals(OptionalInt.empty(), page.total());
    assertTrue(page.hasMore());
    assertEquals(1, next(page).offset());
  }

  @ParameterizedTest
  @CsvSource({
    // total and hasMore printed -> total (-1 unknown) and hasMore returned
    "9, true, 9, true",
    "9, false, 9, true",
    "2, false, 2, false",
    "2, true, -1, true",
    "1, false, 2, false",
    "1, true, -1, true",
    "-5, false, 2, false",
  })
  void total_and_more_never_contradict_each_other(
      int said, boolean more, int returned, boolean returnedMore) {
    CompletionPage page =
        page(
            "{\"suggestions\": [\"a\", \"b\"], \"total\": %d, \"hasMore\": %s}"
                .formatted(said, more));
    assertEquals(returned < 0 ? OptionalInt.empty() : OptionalInt.of(returned), page.total());
    assertEquals(returnedMore, page.hasMore());
  }

  @Test
  void the_total_counts_the_pages_before() {
    CompletionPage page =
        page("{\"suggestions\": [\"f\", \"g\"], \"hasMore\": false}", at(5), limit(5));
    assertEquals(OptionalInt.of(7), page.total());
    assertFalse(page.hasMore());
  }

  @Test
  void the_next_offset_is_the_scripts_word() {
    String output = "{\"suggestions\": [\"a\"], \"hasMore\": true, \"next\": %s}";
    assertEquals(40, next(page(output.formatted("40"), at(10), limit(5))).offset());
    assertEquals(40, next(page(output.formatted("\"40\""), at(10), limit(5))).offset());
    assertEquals(11, next(page(output.formatted("null"), at(10), limit(5))).offset());
    assertEquals(11, next(page(output.formatted("10"), at(10), limit(5))).offset());
  }

  @Test
  void a_next_offset_alone_does_not_mean_more() {
    CompletionPage page = page("{\"suggestions\": [\"a\"], \"next\": 1}");
    assertFalse(page.hasMore());
    assertEquals(Optional.empty(), page.nextCursor());
  }

  @Test
  void nothing_is_skipped_when_a_page_was_cut_before_the_scripts_next_offset() {
    CompletionPage page =
        page(
            "{\"suggestions\": [\"a\",\"b\",\"c\"], \"hasMore\": true, \"next\": 3}",
            CompletionPosition.START,
            limit(2));
    assertEquals(2, next(page).offset());
  }

  @Test
  void repetitions_count_for_the_offset_which_is_the_scripts_own_count() {
    CompletionPage page = page("[\"a\",\"a\",\"b\",\"c\"]", CompletionPosition.START, limit(2));
    assertEquals(List.of("a", "b"), page.values());
    assertEquals(3, next(page).offset());
  }

  @Test
  void a_page_that_does_not_get_on_has_no_next_cursor() {
    CompletionPage page = page("{\"suggestions\": [], \"hasMore\": true}", at(5), limit(5));
    assertTrue(page.hasMore());
    assertEquals(Optional.empty(), page.nextCursor());
  }

  @ParameterizedTest
  @ValueSource(strings = {"nextCursor", "cursor"})
  void a_scripts_own_cursor_comes_back_to_it(String key) {
    String output = "{\"suggestions\": [\"a\"], \"%s\": \"from: b\"}".formatted(key);
    CompletionPage page = page(output);
    assertTrue(page.hasMore());
    assertEquals(OptionalInt.empty(), page.total());
    assertEquals(Optional.of("from: b"), next(page).scriptCursor());
    CompletionPosition same = new CompletionPosition(1, Optional.of("from: b"), Optional.empty());
    assertEquals(Optional.empty(), page(output, same, CompletionLimit.NONE).nextCursor());
  }

  /** Follow cursors to the end, as a client would, and collect the pages. */
  private static List<List<String>> pages(Function<CompletionPosition, String> script, int limit) {
    List<List<String>> pages = new ArrayList<>();
    CompletionPosition position = CompletionPosition.START;
    while (pages.size() < 50) {
      CompletionPage page = page(script.apply(position), position, limit(limit));
      pages.add(page.values());
      if (page.nextCursor().isEmpty()) {
        return pages;
      }
      position = next(page);
    }
    throw new AssertionError("no end: " + pages);
  }

  @Test
  void a_script_that_ignores_the_offset_is_paged_all_the_same() {
    String all = array(numbers(0, 7));
    List<List<String>> expected = List.of(numbers(0, 3), numbers(3, 6), numbers(6, 7));
    assertEquals(expected, pages(position -> all, 3));
    String object = "{\"suggestions\": " + all + "}";
    assertEquals(expected, pages(position -> object, 3));
  }

  @Test
  void a_script_that_uses_the_offset_is_believed() {
    assertEquals(
        List.of(numbers(0, 3), numbers(3, 6), numbers(6, 7)),
        pages(position -> array(numbers(position.offset(), 7)), 3));
    // One more than wanted, to show that there is more.
    assertEquals(
        List.of(numbers(0, 3), numbers(3, 6), numbers(6, 7)),
        pages(
            position -> array(numbers(position.offset(), Math.min(7, position.offset() + 4))), 3));
  }

  @Test
  void a_script_that_always_says_more_comes_to_an_end() {
    assertEquals(
        List.of(List.of("a"), List.of()),
        pages(position -> "{\"suggestions\": [\"a\"], \"hasMore\": true}", 5));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not json",
        "{",
        "[\"a\"] trailing",
        "[\"a\"]\n[\"b\"]",
        "\"a\"",
        "7",
        "true",
        "[1]",
        "[\"a\", null]",
        "[[\"a\"]]",
        "{\"suggestions\": \"a\"}",
        "{\"suggestions\": {}}",
        "{\"values\": [{}]}",
        "{\"suggestions\": [\"a\"], \"cursor\": \"a\\u0000b\"}"
      })
  void everything_else_is_an_error_that_names_the_provider_and_quotes_nothing(String output) {
    RefusedException e = refused(output.getBytes(UTF_8));
    assertTrue(e.getMessage().startsWith("Completion provider cities: "), e.getMessage());
    assertTrue(output.length() < 4 || !e.getMessage().contains(output), e.getMessage());
    assertEquals(e.getMessage() + "; it begins " + EscapedBytes.of(output), e.detail());
  }

  @Test
  void the_first_bytes_are_one_safe_line() {
    byte[] output = new byte[300];
    Arrays.fill(output, (byte) 'x');
    output[0] = '\n';
    output[1] = 0x1b;
    output[2] = (byte) 0xff;
    output[3] = '\\';
    String first = refused(output).detail().split("; it begins ", 2)[1];
    assertEquals("\\n\\x1b\\xff\\\\" + "x".repeat(252) + "...", first);
  }

  @ParameterizedTest
  @CsvSource({"4095, true", "4096, true", "4097, false"})
  void a_scripts_cursor_has_a_length_limit(int length, boolean accepted) {
    String output = "{\"suggestions\": [\"a\"], \"cursor\": \"%s\"}".formatted("x".repeat(length));
    if (accepted) {
      assertEquals(length, next(page(output)).scriptCursor().orElseThrow().length());
    } else {
      refused(output.getBytes(UTF_8));
    }
  }

  private static CompletionPage page(
      String output, String typed, MatchMode mode, CompletionPosition position) throws Exception {
    return CompletionOutput.parse(
        output.replace('\'', '"').getBytes(StandardCharsets.UTF_8),
        BINDING,
        position,
        new CompletionLimit(OptionalInt.of(2)),
        Optional.of(new CompletionChoice(typed, mode)));
  }

  private static List<String> all(String output, String typed, MatchMode mode) throws Exception {
    List<String> values = new ArrayList<>();
    CompletionPosition position = CompletionPosition.START;
    while (true) {
      CompletionPage page = page(output, typed, mode, position);
      values.addAll(page.values());
      if (page.nextCursor().isEmpty()) {
        return values;
      }
      position = CompletionCursor.decode(page.nextCursor().get(), BINDING);
    }
  }

  @Test
  void what_fits_comes_best_first_on_every_page() throws Exception {
    String output = "['oscar', 'other', 'my-car', 'car', 'Cart', 'car']";
    assertEquals(List.of("car", "Cart", "my-car", "oscar"), all(output, "car", MatchMode.FUZZY));
    assertEquals(List.of("car", "Cart"), all(output, "car", MatchMode.PREFIX));
    assertEquals(
        List.of("oscar", "other", "my-car", "car", "Cart"), all(output, "", MatchMode.FUZZY));
  }

  @Test
  void the_total_is_of_what_fits_whatever_the_script_says() throws Exception {
    CompletionPage page =
        page(
            "{'suggestions': ['a1', 'b', 'a2', 'a3'], 'total': 4, 'next': 4}",
            "a",
            MatchMode.PREFIX,
            CompletionPosition.START);
    assertEquals(List.of("a1", "a2"), page.values());
    assertEquals(OptionalInt.of(3), page.total());
    assertTrue(page.hasMore());
  }

  @Test
  void an_output_that_changes_between_pages_does_not_begin_anew() throws Exception {
    CompletionPosition second = new CompletionPosition(2, Optional.empty(), Optional.of("other"));
    String output =
        IntStream.range(0, 5)
            .mapToObj(i -> "'a" + i + "'")
            .collect(Collectors.joining(",", "[", "]"));
    assertEquals(List.of("a2", "a3"), page(output, "a", MatchMode.PREFIX, second).values());
  }

  @Test
  void a_scripts_own_cursor_still_leads_on() throws Exception {
    CompletionPage page =
        page(
            "{'suggestions': ['b', 'a'], 'nextCursor': 'k'}",
            "a",
            MatchMode.PREFIX,
            CompletionPosition.START);
    assertEquals(List.of("a"), page.values());
    assertEquals(OptionalInt.empty(), page.total());
    CompletionPosition next = CompletionCursor.decode(page.nextCursor().orElseThrow(), BINDING);
    assertEquals(Optional.of("k"), next.scriptCursor());
    assertEquals(0, next.beforeAll().offset());
    assertEquals(Optional.of("k"), next.beforeAll().scriptCursor());
  }
}
