package dev.bullpen.pool.job;

import java.util.Set;

/** How a job ended. A cancelled job has no outcome. */
public sealed interface JobOutcome {
  /**
   * The script ran to its end.
   *
   * @param signalled whether a signal ended it that the pool did not send
   * @param code its exit code, or that signal's number
   * @param stdout all of its standard output
   * @param stderr the tail of its error output
   */
  record Completed(boolean signalled, int code, byte[] stdout, byte[] stderr)
      implements JobOutcome {
    public boolean isSuccess() {
      return !signalled && code == 0;
    }

    /** As in a shell: the exit code, or 128 plus the signal's number. */
    public int shellCode() {
      return signalled ? 128 + code : code;
    }

    /** How it ended, for people: {@code exit code 1}, {@code signal 9}. */
    public String ending() {
      return (signalled ? "signal " : "exit code ") + code;
    }
  }

  /**
   * The job has no result.
   *
   * @param detail a sentence for the log; may contain paths, so most are not shown to clients
   * @param stderr the tail of its error output so far
   */
  record Failed(FailureReason reason, String detail, byte[] stderr) implements JobOutcome {
    /** For these reasons the client gets the detail too. */
    private static final Set<FailureReason> SHOWN_IN_DETAIL =
        Set.of(FailureReason.KILLED, FailureReason.CRASHED);

    /** A sentence for the client. */
    public String sentence() {
      if (reason == FailureReason.NO_EXCHANGE_FOLDER) {
        return detail; // names the folder, and what is wrong with it
      }
      return SHOWN_IN_DETAIL.contains(reason) && !detail.equals(reason.sentence())
          ? reason.sentence() + ": " + detail
          : reason.sentence();
    }
  }
}
