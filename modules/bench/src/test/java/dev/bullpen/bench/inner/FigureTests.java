package dev.bullpen.bench.inner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FigureTests {
  /** As JMH writes it, without what nobody here reads. */
  private static final String ONE =
      """
      [{"benchmark": "dev.bullpen.bench.inner.WireBenchmark.a_job_is_read",
        "jdkVersion": "17.0.15",
        "primaryMetric": {"score": 2.5, "scoreError": %s, "scoreUnit": "%s"},
        "secondaryMetrics": {"%s": {"score": 1200.4, "scoreUnit": "B/op"}}}]
      """;

  @TempDir Path folder;

  private List<Figure> read(String text) throws IOException {
    return Figure.read(Files.writeString(folder.resolve("result.json"), text));
  }

  private String refused(String text) {
    return assertThrows(IOException.class, () -> read(text)).getMessage();
  }

  @Test
  void a_benchmark_is_named_in_words() throws IOException {
    assertEquals(
        List.of(new Figure("wire: a job is read", "17.0.15", 2.5, 0.25, 1200.4)),
        read(ONE.formatted("0.25", "us/op", "gc.alloc.rate.norm")));
  }

  @Test
  void what_was_measured_once_has_no_error() throws IOException {
    Figure figure = read(ONE.formatted("\"NaN\"", "us/op", "gc.alloc.rate.norm")).get(0);
    assertTrue(Double.isNaN(figure.error()));
  }

  @Test
  void another_unit_and_a_run_without_the_profiler_are_refused() {
    String unit = refused(ONE.formatted("0.25", "ns/op", "gc.alloc.rate.norm"));
    assertTrue(unit.contains("WireBenchmark.a_job_is_read"), unit);
    String profiler = refused(ONE.formatted("0.25", "us/op", "gc.count"));
    assertTrue(profiler.contains("profiler gc"), profiler);
  }

  @Test
  void what_is_no_result_is_named() {
    String why = refused("# JMH version");
    assertTrue(why.contains("result.json is no result"), why);
  }
}
