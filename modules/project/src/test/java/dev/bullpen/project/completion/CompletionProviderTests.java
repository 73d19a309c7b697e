package dev.bullpen.project.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.bullpen.project.script.ScriptLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionProviderTests {
  private static final int NONE_OF_THEM = -1;

  /** With another value for one of its components. */
  private static CompletionProvider differing(int component) {
    return new CompletionProvider(
        component == 0 ? "other" : "name",
        component == 1 ? "manual:other" : "manual:name",
        component == 2 ? List.of("/bin/sh") : List.of("/bin/true"),
        component == 3 ? Optional.of(Duration.ofSeconds(1)) : Optional.empty(),
        component == 4 ? Map.of("A", "b") : Map.of(),
        component == 5 ? Optional.of(Duration.ofSeconds(1)) : Optional.empty(),
        component == 6 ? ScriptLimits.ofSetting("cpuSecs=1") : ScriptLimits.ofSetting("cpuSecs=2"));
  }

  @Test
  void two_that_are_told_the_same_are_the_same() {
    CompletionProvider one = differing(NONE_OF_THEM);
    assertEquals(one, differing(NONE_OF_THEM));
    assertEquals(one.hashCode(), differing(NONE_OF_THEM).hashCode());
    assertEquals(7, CompletionProvider.class.getRecordComponents().length);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void anything_that_is_not_the_same_makes_it_another(int component) {
    assertNotEquals(differing(NONE_OF_THEM), differing(component));
  }
}
