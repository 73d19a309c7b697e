package dev.bullpen.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.bullpen.testkit.proc.Proc;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignalTests {
  private static final Duration SOON = Duration.ofSeconds(20);

  @ParameterizedTest
  @CsvSource({"TERM,143", "INT,130", "KILL,137"})
  void a_process_ends_by_the_signal_it_was_sent(Signal signal, int code)
      throws IOException, InterruptedException {
    assumeFalse(signal.isIgnoredHere(), "whoever runs the tests has it ignored");
    Process sleeper = new ProcessBuilder("sleep", "60").start();
    signal.to(sleeper.pid());
    assertEquals(code, sleeper.waitFor());
  }

  @Test
  void a_stopped_process_runs_on_when_told_to() throws IOException, InterruptedException {
    Process sleeper = new ProcessBuilder("sleep", "60").start();
    Signal.STOP.to(sleeper.pid());
    assertTrue(Poll.until(Deadline.in(SOON), () -> state(sleeper) == 'T'));
    Signal.CONT.to(sleeper.pid());
    assertTrue(Poll.until(Deadline.in(SOON), () -> state(sleeper) == 'S'));
    Signal.KILL.to(sleeper.pid());
    sleeper.waitFor();
  }

  @Test
  void a_group_is_signalled_whole() throws IOException, InterruptedException {
    Process leader = new ProcessBuilder("setsid", "sh", "-c", "sleep 60 & sleep 60; :").start();
    assertTrue(
        Poll.until(Deadline.in(SOON), () -> group(leader.pid()) == leader.pid()), "no own group");
    Signal.KILL.toGroup(leader.pid());
    assertEquals(137, leader.waitFor());
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 1})
  void everybody_is_no_group_of_ours(long group) {
    assertThrows(IllegalArgumentException.class, () -> Signal.KILL.toGroup(group));
  }

  private static char state(Process process) {
    return Proc.read(process.pid()).orElseThrow().state();
  }

  private static long group(long pid) {
    return Proc.read(pid).orElseThrow().group();
  }
}
