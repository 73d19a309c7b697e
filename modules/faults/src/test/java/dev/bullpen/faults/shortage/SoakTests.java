package dev.bullpen.faults.shortage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.proc.Footprint;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.Rig;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Very many completions in one process: memory, threads and descriptors stay flat. */
class SoakTests {
  private static final int HELPERS = 2;

  /** A few requests are always on their way, as with a client that types fast. */
  private static final int IN_FLIGHT = 4;

  /** Heaps breathe; a leak of a hundred bytes a completion would show at full size. */
  private static final long BREATH_KIB = 12 * 1024;

  @Test
  void the_second_half_needs_no_more_than_the_first() {
    int half = Size.repeat(800, 100_000) / 2;
    // The same helpers from the beginning to the end: it is they that must not grow.
    try (Rig rig =
        Rig.start(
                project -> {},
                launcher -> launcher.workers(HELPERS, HELPERS).with("--jobs-per-helper", "0"))
            .settled()) {
      long begun = System.nanoTime();
      complete(rig, half);
      rig.assertCalm();
      long supervisor = residentKib(rig.process().pid());
      long helpers = helpersKib(rig);
      complete(rig, half);
      rig.assertCalm();
      long seconds = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun));
      long supervisorGrowth = residentKib(rig.process().pid()) - supervisor;
      long helpersGrowth = helpersKib(rig) - helpers;
      System.out.printf(
          "[measured] soak: %d completions, %d a second, supervisor %d KiB %+d, helpers %d KiB"
              + " %+d%n",
          2 * half, 2 * half / seconds, supervisor, supervisorGrowth, helpers, helpersGrowth);
      assertTrue(supervisorGrowth < BREATH_KIB, "the supervisor grew by " + supervisorGrowth);
      assertTrue(helpersGrowth < BREATH_KIB, "the helpers grew by " + helpersGrowth);
    }
  }

  private static void complete(Rig rig, int count) {
    Deque<Job> open = new ArrayDeque<>();
    for (int i = 0; i < count; i++) {
      open.add(rig.send(Rig.FAST));
      if (open.size() == IN_FLIGHT) {
        assertServed(rig, open.remove());
      }
    }
    open.forEach(job -> assertServed(rig, job));
  }

  private static void assertServed(Rig rig, Job job) {
    Answer answer = rig.client().await(job.id(), McpClient.PATIENCE);
    assertEquals(List.of("ok"), answer.values(), answer.message().toString());
  }

  private static long residentKib(long pid) {
    return Footprint.of(pid).residentKib();
  }

  private static long helpersKib(Rig rig) {
    return rig.helpers().stream().map(Proc::pid).mapToLong(SoakTests::residentKib).sum();
  }
}
