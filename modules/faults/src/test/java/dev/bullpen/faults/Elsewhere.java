package dev.bullpen.faults;

import dev.bullpen.testkit.rig.Scripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A process that is no descendant of the server, with a mark of its in the environment: as what a
 * script has somebody else start on its behalf. It is found by that mark, or not at all.
 */
final class Elsewhere implements AutoCloseable {
  private final Process process;

  private Elsewhere(Process process) {
    this.process = process;
  }

  /** Start one with that variable, as it stood in the environment of a script. */
  static Elsewhere with(String variable, String value) {
    ProcessBuilder builder = new ProcessBuilder("sleep", Integer.toString(Scripts.SLEEP_SECONDS));
    builder.environment().put(variable, value);
    try {
      return new Elsewhere(builder.start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether somebody ends it in time. */
  boolean ends(Duration within) {
    try {
      return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
