package dev.bullpen.bench.inner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTableTests {
  private static List<String> rows(Figure... figures) {
    return FigureTable.text("facts", List.of(figures)).lines().skip(4).toList();
  }

  @Test
  void facts_come_first_and_then_the_head() {
    assertEquals(
        "facts\n\n| piece | JDK | µs | bytes allocated |\n|---|---|---|---|\n",
        FigureTable.text("facts", List.of()));
  }

  @Test
  void the_jdks_of_a_piece_stand_together() {
    Figure b25 = new Figure("b", "25", 1, 0, 0);
    assertEquals(
        List.of(
            "| a | 17 | 1.0 ± 0.0 | 0 |",
            "| b | 17 | 1.0 ± 0.0 | 0 |",
            "| b | 25 | 1.0 ± 0.0 | 0 |"),
        rows(b25, new Figure("b", "17", 1, 0, 0), new Figure("a", "17", 1, 0, 0)));
  }

  @Test
  void figures_have_the_digits_that_count() {
    assertEquals(List.of("| a | 17 | 640 ± 12 | 1235 |"), rows(figure(640.4, 12.3)));
    assertEquals(List.of("| a | 17 | 100 ± 12 | 1235 |"), rows(figure(100, 12.3)));
    assertEquals(List.of("| a | 17 | 99.9 ± 0.3 | 1235 |"), rows(figure(99.9, 0.25)));
    assertEquals(List.of("| a | 17 | 1.0 ± 0.3 | 1235 |"), rows(figure(1, 0.25)));
    assertEquals(List.of("| a | 17 | 0.123 ± 0.001 | 1235 |"), rows(figure(0.1234, 0.001)));
  }

  @Test
  void without_an_error_there_is_none() {
    assertEquals(List.of("| a | 17 | 2.0 | 1235 |"), rows(figure(2, Double.NaN)));
  }

  private static Figure figure(double micros, double error) {
    return new Figure("a", "17", micros, error, 1234.6);
  }
}
