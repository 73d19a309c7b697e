package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTests {
  @Test
  void nothing_but_settings_means_serving() {
    assertTrue(Main.serves(List.of()));
    assertTrue(Main.serves(List.of("--workers", "4")));
    assertTrue(Main.serves(List.of("--no-such-setting")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "complete", "no-such-command", "--help", "-h", "--version", "-V"})
  void a_word_or_a_question_means_something_else(String word) {
    assertFalse(Main.serves(List.of(word)));
  }

  @Test
  void a_question_counts_behind_settings_too() {
    assertFalse(Main.serves(List.of("--workers", "4", "--help")));
  }
}
