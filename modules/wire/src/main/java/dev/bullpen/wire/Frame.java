package dev.bullpen.wire;

import java.util.Collections;
import java.util.List;
import java.util.Map;

/** One message. Job numbers are the supervisor's, rising from 1 and never used again. */
public sealed interface Frame {

  /** A message the supervisor sends. */
  sealed interface ToHelper extends Frame {}

  /** A message a helper sends. */
  sealed interface ToSupervisor extends Frame {
    /** The job it speaks of; 0 for {@link Hello}. */
    long job();
  }

  /**
   * The helper is ready.
   *
   * @param pid its pid, as it sees it itself
   * @param subReaper whether it adopts what its scripts leave behind
   */
  record Hello(int pid, boolean subReaper) implements ToSupervisor {
    @Override
    public long job() {
      return 0;
    }
  }

  /**
   * Run a script. A helper has at most one job; it is free again after {@link Clean} or {@link
   * Refused}.
   *
   * @param argv the program's absolute path, then its arguments
   * @param directory its working directory, absolute
   * @param environment all of it
   * @param stdoutLimit how many bytes of standard output are taken before the script is ended
   * @param stderrTail how many of the last bytes of error output are kept; any amount may be
   *     written
   */
  record Job(
      long job,
      List<String> argv,
      String directory,
      Map<String, String> environment,
      int stdoutLimit,
      int stderrTail)
      implements ToHelper {
    public Job {
      argv = List.copyOf(argv);
      environment = Collections.unmodifiableMap(environment); // taken over, not copied: it is large
    }
  }

  /**
   * End the job: TERM and CONT, and KILL after the grace; at once if that is 0.
   *
   * @param graceMillis how long it may take to end by itself
   */
  record Kill(long job, int graceMillis) implements ToHelper {}

  /** The script runs, and leads process group {@code pid}. */
  record Started(long job, int pid) implements ToSupervisor {}

  /**
   * The script could not be started: {@code errno} of the step that failed. The helper is free
   * again.
   */
  record Refused(long job, int errno) implements ToSupervisor {}

  /** Bytes the script wrote, in order within a stream. */
  record Output(long job, Stream stream, byte[] bytes) implements ToSupervisor {}

  /**
   * The script has ended and all its output has been sent.
   *
   * @param signalled whether a signal ended it
   * @param code its exit code, or that signal's number
   * @param overflow whether it was ended because its standard output passed the limit
   * @param clean whether nothing of the job is left: the helper is free, and {@link Clean} will not
   *     follow
   */
  record Exited(long job, boolean signalled, int code, boolean overflow, boolean clean)
      implements ToSupervisor {}

  /**
   * Nothing of the job is left, and the helper is free.
   *
   * @param ended how many processes the script had left behind and the helper ended
   */
  record Clean(long job, int ended) implements ToSupervisor {}

  /** Which of the script's two outputs. */
  enum Stream {
    STDOUT,
    STDERR
  }
}
