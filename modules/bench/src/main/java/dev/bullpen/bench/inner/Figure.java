package dev.bullpen.bench.inner;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * What one operation of a piece takes.
 *
 * @param piece which, in words: {@code WireBenchmark.a_frame_is_read} is "wire: a frame is read"
 * @param jdk version of the JVM that was measured
 * @param micros mean, µs
 * @param error half the interval that holds the mean in 999 of 1 000 cases, µs; {@code NaN} if it
 *     was measured once
 * @param bytes allocated by all threads
 */
record Figure(String piece, String jdk, double micros, double error, double bytes) {
  private static final String BENCHMARK = "Benchmark";

  /** As JMH's profiler "gc" calls it. */
  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private static final String MICROS = "us/op";

  /**
   * Read what JMH has written as JSON.
   *
   * @throws IOException if it is something else, or was not measured as {@link Figure} wants it
   */
  static List<Figure> read(Path result) throws IOException {
    try {
      List<Figure> figures = new ArrayList<>();
      for (JsonNode one : Json.parse(Files.readAllBytes(result))) {
        figures.add(of(one));
      }
      return figures;
    } catch (JsonException e) {
      throw new IOException(result + " is no result of JMH: " + e.getMessage(), e);
    }
  }

  private static Figure of(JsonNode one) throws IOException {
    JsonNode time = one.path("primaryMetric");
    JsonNode allocated = one.path("secondaryMetrics").path(ALLOCATED);
    String name = one.path("benchmark").stringValue("");
    if (!time.path("scoreUnit").stringValue("").equals(MICROS) || !isScored(allocated)) {
      throw new IOException(
          "JMH's result for \"%s\" lacks %s or %s; run it in microseconds and with its profiler gc"
              .formatted(name, MICROS, ALLOCATED));
    }
    return new Figure(
        piece(name),
        one.path("jdkVersion").stringValue(""),
        time.path("score").doubleValue(),
        time.path("scoreError").doubleValue(Double.NaN),
        allocated.path("score").doubleValue());
  }

  private static boolean isScored(JsonNode metric) {
    return metric.path("score").isNumber();
  }

  private static String piece(String name) {
    int method = name.lastIndexOf('.');
    String benchmark = name.substring(name.lastIndexOf('.', method - 1) + 1, method);
    String module = benchmark.replace(BENCHMARK, "").toLowerCase(Locale.ROOT);
    return module + ": " + name.substring(method + 1).replace('_', ' ');
  }
}
