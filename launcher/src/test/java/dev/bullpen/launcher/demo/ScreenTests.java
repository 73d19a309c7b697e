package dev.bullpen.launcher.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Spoken;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScreenTests {
  private final Spoken plain = new Spoken(false);
  private final Spoken coloured = new Spoken(true);

  @ParameterizedTest
  @CsvSource({
    "0,0.0 ms",
    "449000,0.4 ms",
    "9949999,9.9 ms",
    "9950000,10 ms",
    "14400000,14 ms",
    "999499999,999 ms",
    "999500000,1.0 s",
    "12340000000,12.3 s"
  })
  void times_have_three_digits_at_most(long nanos, String text) {
    assertEquals(text, Screen.text(Duration.ofNanos(nanos)));
  }

  @Test
  void times_stand_under_each_other() {
    Screen screen = Screen.of(plain.console());
    screen.answered(Duration.ofMillis(3), "one", "a", "b");
    screen.refused(Duration.ofMillis(300), "two", "c");
    screen.note("three", "d");

    List<String> lines = plain.out().lines().toList();
    assertEquals(
        1,
        lines.stream()
            .map(line -> line.indexOf(line.strip().split("  +")[1]))
            .skip(2)
            .distinct()
            .count());
    assertEquals(lines.get(0).indexOf("one"), lines.get(1).indexOf("two"));
    assertEquals(lines.get(0).indexOf("one"), lines.get(2).indexOf("three"));
    assertEquals(lines.get(0).indexOf(" ms"), lines.get(1).indexOf(" ms"));
  }

  @Test
  void a_long_answer_is_shortened_and_what_is_said_aside_is_not() {
    Screen screen = Screen.of(plain.console());
    screen.answered(Duration.ZERO, "what", "x".repeat(200), "200 values");

    String line = plain.out().strip();
    assertTrue(line.endsWith("x…  200 values"), line);
    assertTrue(plain.out().lines().allMatch(any -> any.length() <= 110));
  }

  @Test
  void nobody_left_is_good_news_and_a_survivor_is_named() {
    Screen screen = Screen.of(plain.console());
    screen.ended("cancel", Duration.ofMillis(17), 5, List.of());
    screen.ended("cancel", Duration.ofMillis(17), 5, List.of(ProcessHandle.current()));

    List<String> lines = plain.out().lines().toList();
    assertTrue(lines.get(0).endsWith("✔ 0 of 5 left"), lines.get(0));
    assertTrue(lines.get(1).endsWith("✘ 1 of 5 left"), lines.get(1));
    assertTrue(lines.get(2).contains(" " + ProcessHandle.current().pid() + " "), lines.get(2));
  }

  @Test
  void colour_is_added_only_where_it_is_wanted_and_ends_on_every_line() {
    for (Spoken spoken : List.of(plain, coloured)) {
      Screen screen = Screen.of(spoken.console());
      screen.title("Demo", "of something");
      screen.heading("Act");
      screen.answered(Duration.ZERO, "what", "answer", "aside");
      screen.refused(Duration.ZERO, "what", "error");
      screen.ended("cancel", Duration.ZERO, 5, List.of());
      screen.verdict(true, "Good.");
    }

    assertFalse(plain.out().contains("\033"));
    assertEquals(plain.out(), coloured.out().replaceAll("\033\\[[0-9]*m", ""));
    assertTrue(
        coloured
            .out()
            .lines()
            .filter(line -> line.contains("\033"))
            .allMatch(line -> line.lastIndexOf("\033[0m") == line.lastIndexOf("\033[")));
  }
}
