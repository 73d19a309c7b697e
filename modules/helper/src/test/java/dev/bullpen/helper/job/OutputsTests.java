package dev.bullpen.helper.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Of a job's output: how fast it is read, and what of it is kept. */
class OutputsTests {
  private static final int MEBIBYTE = 1024 * 1024;

  /** A pipe's content. */
  private static final int READ = 64 * 1024;

  /** Eight mebibytes at 128 in a second take 62 ms; a thread may wake early now and then. */
  private static final Duration AT_LEAST = Duration.ofMillis(40);

  private final Outputs.Pace pace = new Outputs.Pace();

  @Test
  void what_comes_after_the_first_mebibyte_is_waited_for() {
    long begun = System.nanoTime();
    pace.took(MEBIBYTE + 1);
    for (int taken = 0; taken < 8 * MEBIBYTE; taken += READ) {
      pace.await();
      pace.took(READ);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    assertTrue(took.compareTo(AT_LEAST) >= 0, took.toString());
  }

  @Test
  void a_tail_holds_the_last_bytes_however_they_came() {
    Random random = new Random(7);
    for (int round = 0; round < 500; round++) {
      int limit = random.nextInt(20);
      Outputs.Tail tail = new Outputs.Tail(limit);
      StringBuilder all = new StringBuilder();
      for (int piece = random.nextInt(10); piece > 0; piece--) {
        String text = "abcdefghijklmnopqrstuvwxyz".substring(0, random.nextInt(26));
        all.append(text);
        tail.add(text.getBytes());
      }
      String expected = all.substring(Math.max(0, all.length() - limit));
      assertEquals(expected, new String(tail.bytes()));
      assertEquals(expected.length(), tail.length());
    }
  }
}
