package dev.bullpen.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PercentilesTests {
  @Test
  void the_rank_is_the_nearest_one() {
    List<Duration> durations =
        new ArrayList<>(LongStream.rangeClosed(1, 200).mapToObj(Duration::ofMillis).toList());
    Collections.shuffle(durations, new Random(1));
    Percentiles percentiles = Percentiles.of(durations);
    assertEquals(
        new Percentiles(
            200, Duration.ofMillis(100), Duration.ofMillis(198), Duration.ofMillis(200)),
        percentiles);
    assertEquals("n=200 p50=100.00 ms p99=198.00 ms max=200.00 ms", percentiles.toString());
  }

  @Test
  void one_duration_is_all_percentiles() {
    Duration only = Duration.ofNanos(1);
    assertEquals(new Percentiles(1, only, only, only), Percentiles.of(List.of(only)));
  }

  @Test
  void nothing_has_no_percentiles() {
    assertThrows(IllegalArgumentException.class, () -> Percentiles.of(List.of()));
  }
}
