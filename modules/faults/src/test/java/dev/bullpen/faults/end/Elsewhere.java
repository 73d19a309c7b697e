package dev.bullpen.faults.end;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.Scripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * A process that is no descendant of the server, with a mark of its in the environment: as what a
 * script has somebody else start on its behalf. It is found by that mark, or not at all.
 */
final class Elsewhere implements AutoCloseable {
  private final Process process;
  private final Proc born;

  private Elsewhere(Process process) {
    this.process = process;
    this.born = Proc.read(process.pid()).orElseThrow();
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

  /**
   * Whether somebody ends it in time: it is about to end when it has no environment any more, and
   * this JVM hears of its end a moment later.
   */
  boolean ends(Duration within) {
    return Poll.until(Deadline.in(within), () -> !born.stillRuns() || born.environment().isEmpty());
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
