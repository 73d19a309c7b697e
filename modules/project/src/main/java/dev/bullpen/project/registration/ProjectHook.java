package dev.bullpen.project.registration;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Runs {@code server.d/register.sh}, because the project's reader starts no process itself. */
@FunctionalInterface
public interface ProjectHook {
  /**
   * How long a run may take. It only lists what the project offers, and every list waits for it. A
   * longer run downloads something or hangs.
   */
  Duration TIME_LIMIT = Duration.ofSeconds(10);

  /** The most that a run may print: room for ten thousand entries of each kind. */
  int OUTPUT_BYTES = 16 * 1024 * 1024;

  /**
   * Run a command to its end, or end it after {@link #TIME_LIMIT} with all its processes. The
   * working directory is the project, standard input is empty.
   *
   * @param command the program, by absolute path, and its arguments
   * @param environment the whole environment
   * @return its outcome; if it printed too much, with a status other than 0
   * @throws InterruptedException if the thread was interrupted; the run has been ended
   */
  Outcome run(List<String> command, Map<String, String> environment) throws InterruptedException;

  /**
   * @param shellCode the exit status, 128 plus the signal's number, or, if there was neither, any
   *     number except 0
   * @param stdout all of its output
   * @param stderr all of its error output, or the end of it
   * @param timedOut whether the time limit ended it
   */
  record Outcome(int shellCode, byte[] stdout, byte[] stderr, boolean timedOut) {}
}
