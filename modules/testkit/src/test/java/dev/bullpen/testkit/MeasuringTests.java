package dev.bullpen.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.proc.CpuTime;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What all measurements and their pass marks rest on. */
class MeasuringTests {
  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void a_mark_passes_at_its_limit_and_fails_a_nanosecond_later() {
    Duration limit = Duration.ofMillis(500);
    Mark.atMost("a wait", limit, limit);
    AssertionError e =
        assertThrows(AssertionError.class, () -> Mark.atMost("a wait", limit.plusNanos(1), limit));
    assertEquals("a wait took 500.00 ms, the mark is 500.00 ms", e.getMessage());
  }

  @Test
  void the_rank_of_a_percentile_is_the_nearest_one() {
    List<Duration> durations =
        new ArrayList<>(LongStream.rangeClosed(1, 200).mapToObj(Duration::ofMillis).toList());
    Collections.shuffle(durations, new Random(1));
    assertEquals(
        "n=200 p50=100.00 ms p99=198.00 ms max=200.00 ms", Percentiles.of(durations).toString());
  }

  @Test
  void a_condition_is_checked_once_even_after_the_deadline() {
    Deadline passed = Deadline.in(Duration.ZERO);
    assertTrue(passed.passed());
    assertTrue(Poll.until(passed, () -> true));
    assertFalse(Poll.until(passed, () -> false));
  }

  @Test
  void a_seed_brings_the_same_chance_back() {
    System.setProperty("bullpen.seed", "42");
    try {
      assertArrayEquals(Chance.of("first").bytes(100), Chance.of("second").bytes(100));
    } finally {
      System.clearProperty("bullpen.seed");
    }
  }

  /** A pipe is read in pieces of 65 536 bytes. */
  @ParameterizedTest
  @ValueSource(ints = {0, 65_535, 65_536, 65_537, 200_000})
  void lines_end_at_a_newline_and_at_the_end_however_long_they_are(int length) throws IOException {
    String line = "x".repeat(length);
    List<String> cut = new ArrayList<>();
    Lines lines = new Lines(one -> cut.add(new String(one, UTF_8)));
    ReadableByteChannel channel =
        Channels.newChannel(new ByteArrayInputStream((line + "\n\ny\r\nz").getBytes(UTF_8)));
    while (lines.read(channel)) {
      // to the end
    }
    assertEquals(List.of(line, "", "y\r", "z"), cut);
  }

  @Test
  void a_process_that_computes_uses_the_processor_and_one_that_sleeps_does_not()
      throws IOException {
    Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    Process idle = new ProcessBuilder("sleep", "60").start();
    try {
      assertTrue(Poll.until(Deadline.in(SOON), () -> CpuTime.of(busy.pid()).toMillis() >= 100));
      assertTrue(CpuTime.of(idle.pid()).toMillis() < 100);
    } finally {
      busy.destroyForcibly();
      idle.destroyForcibly();
    }
  }
}
