package dev.bullpen.protocol.method;

import static dev.bullpen.protocol.Trees.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.protocol.MetaKey;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CompleteResultTests {
  private static CompleteResult result(List<String> values, OptionalInt total, boolean more) {
    return new CompleteResult(values, total, more, Optional.empty());
  }

  @Test
  @DisplayName("CO-03, CO-09: nothing to suggest is an empty list that says so")
  void nothing_to_suggest_is_an_empty_list() {
    assertEquals(
        "{'completion':{'values':[],'total':0,'hasMore':false}}",
        text(result(List.of(), OptionalInt.of(0), false).toJson()));
  }

  @Test
  @DisplayName("CO-05: an unknown total is left out")
  void an_unknown_total_is_left_out() {
    assertEquals(
        "{'completion':{'values':['b','a'],'hasMore':true}}",
        text(result(List.of("b", "a"), OptionalInt.empty(), true).toJson()));
  }

  @Test
  @DisplayName("CO-04: a hundred values are the most")
  void a_hundred_values_are_the_most() {
    for (int count : new int[] {99, 100}) {
      assertEquals(
          count,
          result(numbers(count), OptionalInt.of(250), true)
              .toJson()
              .at("/completion/values")
              .size());
    }
    assertThrows(
        IllegalArgumentException.class, () -> result(numbers(101), OptionalInt.of(250), true));
  }

  @Test
  @DisplayName("CO-05, CO-06: what does not add up cannot be made")
  void what_does_not_add_up_cannot_be_made() {
    assertThrows(
        IllegalArgumentException.class, () -> result(List.of("a", "b"), OptionalInt.of(1), false));
    assertThrows(
        IllegalArgumentException.class, () -> result(List.of("a", "a"), OptionalInt.of(2), false));
  }

  @Test
  void a_cursor_is_beside_the_values_and_under_meta() {
    assertEquals(
        "{'completion':{'values':['a'],'hasMore':true,'nextCursor':'c'},'_meta':{'dev.bullpen/nextCursor':'c'}}",
        text(
            new CompleteResult(List.of("a"), OptionalInt.empty(), true, Optional.of("c"))
                .toJson()));
    assertFalse(MetaKey.isReserved(CompleteResult.NEXT_CURSOR));
  }

  @Test
  @DisplayName("CO-18: a superseded result has no values, and does not say that there are none")
  void what_is_superseded_has_no_values_and_says_so() {
    assertEquals(
        "{'completion':{'values':[],'hasMore':true},'_meta':{'dev.bullpen/superseded':true}}",
        text(CompleteResult.superseded()));
    assertFalse(MetaKey.isReserved(CompleteResult.SUPERSEDED));
  }

  private static List<String> numbers(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toList();
  }
}
