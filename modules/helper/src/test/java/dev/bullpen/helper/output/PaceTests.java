package dev.bullpen.helper.output;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTests {
  private static final int MEBIBYTE = 1024 * 1024;

  /** A pipe's content. */
  private static final int READ = 64 * 1024;

  /** Eight mebibytes at 128 in a second take 62 ms; a thread may wake early now and then. */
  private static final Duration AT_LEAST = Duration.ofMillis(40);

  private final Outputs.Pace pace = new Outputs.Pace();

  @Test
  void what_comes_after_the_first_mebibyte_is_waited_for() {
    pace.took(MEBIBYTE + 1);
    long begun = System.nanoTime();
    for (int taken = 0; taken < 8 * MEBIBYTE; taken += READ) {
      pace.await();
      pace.took(READ);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    assertTrue(took.compareTo(AT_LEAST) >= 0, took.toString());
  }
}
