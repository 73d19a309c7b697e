package dev.bullpen.bench.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTests {
  @Test
  void a_point_is_a_line() {
    Series series =
        new Series("start, in C", true, List.of(new Point(10, 1.2345678, 1, 200_000, 3)));
    Panel panel = new Panel("tools", "ms", List.of(series));
    Chart chart = new Chart("tools", "title", List.of(panel), List.of());
    assertEquals(
        "question,series,of,size,cost of,median,least,most,times\n"
            + "tools,\"start, in C\",tools,10,ms,1.2346,1,200000,3\n",
        Csv.of(List.of(chart)));
  }

  @Test
  void what_has_a_meaning_in_it_is_quoted() {
    assertEquals("plain words", Csv.field("plain words"));
    assertEquals("\"a \"\"b\"\"\"", Csv.field("a \"b\""));
    assertEquals("\"a\nb\"", Csv.field("a\nb"));
  }
}
