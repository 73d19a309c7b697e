package dev.bullpen.project.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionOutput.CompletionChoice;
import dev.bullpen.project.completion.CompletionOutput.CompletionPage;
import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is suggested of a script's output when Bullpen chooses from it. */
class CompletionChoiceTests {
  private static final CompletionBinding BINDING = new CompletionBinding("p", "manual:p.sh", "");

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
