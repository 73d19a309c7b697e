package dev.bullpen.helper.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Of a job's output: how fast it is read, and what of it is kept. */
class OutputsTests {
  private static final int MEBIBYTE = 1024 * 1024;

  /** A pipe's content. */
  private static final int READ = 64 * 1024;

  /** Eight mebibytes at 128 in a second take 62 ms; a thread may wake early now and then. */
  private static final Duration AT_LEAST = Duration.ofMillis(40);

  private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

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
  void what_has_been_reported_is_not_waited_for_again() throws Exception {
    Frame.Job job =
        new Frame.Job(
            1, List.of("none"), List.of(), "/", new byte[0], 10, 10, 10, Optional.empty());
    FrameWriter nowhere = new FrameWriter(OutputStream.nullOutputStream());
    try (Outputs.Pipes pipes = Outputs.Pipes.open()) {
      Outputs outputs = new Outputs(job, pipes, new Events(), nowhere);
      new DescriptorOutput(pipes.stdout().writing()).write(1);
      outputs.report();
      assertFalse(assertTimeoutPreemptively(LONG_ENOUGH, outputs::take));
    }
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
