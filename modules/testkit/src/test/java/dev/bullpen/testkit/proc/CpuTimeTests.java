package dev.bullpen.testkit.proc;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CpuTimeTests {
  private static final Duration SOON = Duration.ofSeconds(20);

  @Test
  void who_computes_uses_it_and_who_sleeps_does_not() throws IOException {
    Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    Process idle = new ProcessBuilder("sleep", "60").start();
    try {
      assertTrue(
          Poll.until(Deadline.in(SOON), () -> CpuTime.of(busy.pid()).toMillis() >= 100),
          "it uses nothing");
      assertTrue(CpuTime.of(idle.pid()).toMillis() < 100);
    } finally {
      busy.destroyForcibly();
      idle.destroyForcibly();
    }
  }

  @Test
  void nobody_can_be_measured_who_is_not_there() {
    assertThrows(UncheckedIOException.class, () -> CpuTime.of(Integer.MAX_VALUE));
  }
}
