package dev.bullpen.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The second signal ends the drain, whenever it arrives. */
class EndSignalsTests {
  private final EndSignals signals = new EndSignals();

  private static boolean isInterrupted() {
    return Thread.currentThread().isInterrupted();
  }

  private boolean isDrainInterrupted() {
    boolean[] seen = new boolean[1];
    signals.drain(() -> seen[0] = isInterrupted());
    return seen[0];
  }

  @Test
  void control_one_signal_lets_the_server_drain() {
    signals.came();
    signals.await();
    assertFalse(isDrainInterrupted());
  }

  @Test
  void a_second_signal_during_the_drain_ends_it() {
    signals.came();
    signals.await();
    boolean[] seen = new boolean[2];
    signals.drain(
        () -> {
          seen[0] = isInterrupted();
          signals.came();
          seen[1] = isInterrupted();
        });
    assertFalse(seen[0]);
    assertTrue(seen[1]);
    assertFalse(isInterrupted(), "what follows the drain is not interrupted");
  }

  @Test
  void a_second_signal_before_the_drain_has_begun_ends_it() {
    signals.came();
    signals.came();
    signals.await();
    assertTrue(isDrainInterrupted());
    assertFalse(isInterrupted(), "what follows the drain is not interrupted");
  }

  /** The main class of another JVM. */
  static final class Taking {
    public static void main(String[] arguments) {
      try {
        new EndSignals().take();
      } catch (IllegalArgumentException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  @Test
  void a_jvm_that_leaves_its_signals_to_others_is_refused_with_the_next_step() throws Exception {
    Process jvm =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xrs",
                "-cp",
                "target/classes:target/test-classes",
                Taking.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(said.contains("SIGTERM. Start it without the JVM's option -Xrs."), said);
  }

  @Test
  void a_second_signal_after_the_drain_interrupts_nothing() {
    signals.came();
    assertFalse(isDrainInterrupted());
    signals.came();
    assertFalse(isInterrupted());
  }
}
