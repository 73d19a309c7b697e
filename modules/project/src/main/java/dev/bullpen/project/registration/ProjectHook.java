package dev.bullpen.project.registration;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs {@code server.d/register.sh}: the reader of a project starts no process itself. */
@FunctionalInterface
public interface ProjectHook {
  /**
   * How long a run may take. It only names what the project offers, and every list waits for it;
   * what takes longer downloads or hangs.
   */
  Duration TIME_LIMIT = Duration.ofSeconds(10);

  /**
   * Run a command to its end, or end it after {@link #TIME_LIMIT} with all it has started. The
   * working directory is the project, standard input is empty.
   *
   * @param command the program, by absolute path, and its arguments
   * @param environment all of it
   * @return what became of it; of a run that printed more than the runner wants to hold, a status
   *     other than 0
   * @throws InterruptedException if the thread was interrupted; the run has been ended
   */
  Outcome run(List<String> command, Map<String, String> environment) throws InterruptedException;

  /**
   * @param shellCode the exit status, 128 + the number of the signal that ended it, or any other
   *     number but 0 if there was none
   * @param stdout all of its output
   * @param stderr all of its error output, or the end of it
   * @param timedOut whether it was ended by the time limit
   */
  record Outcome(int shellCode, byte[] stdout, byte[] stderr, boolean timedOut) {}
}
