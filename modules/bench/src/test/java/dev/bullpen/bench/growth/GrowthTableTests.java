package dev.bullpen.bench.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class GrowthTableTests {
  private static final Series ONE =
      new Series("call", false, List.of(new Point(10, 1, 1, 1, 1), new Point(1000, 2, 2, 2, 1)));
  private static final Series LIMIT = new Series("limit", true, List.of(new Point(10, 1, 1, 1, 1)));

  @Test
  void a_series_of_the_product_is_a_row_and_notes_follow() {
    Panel panel = new Panel("tools", "ms", List.of(ONE, LIMIT));
    Chart chart = new Chart("tools", "title", List.of(panel), List.of("A note."));
    List<String> lines = GrowthTable.of("facts", List.of(chart)).lines().toList();
    assertEquals("facts", lines.get(0));
    assertEquals("| tools | call: ms | 10 | 1 | 1 000 | 2 | 2 | 0.02 | yes |", lines.get(4));
    assertEquals(List.of("", "A note."), lines.subList(5, lines.size()));
  }
}
