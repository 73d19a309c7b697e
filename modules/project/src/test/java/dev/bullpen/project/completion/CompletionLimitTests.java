package dev.bullpen.project.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionLimitTests {
  @ParameterizedTest
  @ValueSource(ints = {1, 99, CompletionLimit.MAX})
  void what_is_asked_for_is_told_and_cut(int asked) {
    CompletionLimit limit = new CompletionLimit(OptionalInt.of(asked));
    assertEquals(asked, limit.told());
    assertEquals(asked, limit.cut());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, CompletionLimit.MAX + 1})
  void none_is_outside_the_range(int asked) {
    OptionalInt outside = OptionalInt.of(asked);
    assertThrows(IllegalArgumentException.class, () -> new CompletionLimit(outside));
  }

  @Test
  void where_nothing_is_asked_for_little_is_told_and_only_what_must_be_is_cut() {
    assertEquals(CompletionLimit.DEFAULT_TOLD, CompletionLimit.NONE.told());
    assertEquals(CompletionLimit.MAX, CompletionLimit.NONE.cut());
  }
}
