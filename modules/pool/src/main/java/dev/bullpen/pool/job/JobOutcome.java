package dev.bullpen.pool.job;

import java.util.Set;

/** How a job ended that was not cancelled. A cancelled one has no outcome. */
public sealed interface JobOutcome {
  /**
   * The script ran to its end.
   *
   * @param signalled whether a signal ended it, which the pool did not send
   * @param code its exit code, or that signal's number
   * @param stdout all of its standard output
   * @param stderr the tail of its error output
   */
  record Completed(boolean signalled, int code, byte[] stdout, byte[] stderr)
      implements JobOutcome {
    public boolean isSuccess() {
      return !signalled && code == 0;
    }

    /** As a shell gives it: the code, or 128 and the signal's number. */
    public int shellCode() {
      return signalled ? 128 + code : code;
    }

    /** How it ended, for people: {@code exit code 1}, {@code signal 9}. */
    public String ending() {
      return (signalled ? "signal " : "exit code ") + code;
    }
  }

  /**
   * It has no result.
   *
   * @param detail a sentence for the log; may hold paths, so most are not for clients
   * @param stdout its standard output as far as it has come; empty if it is too long
   * @param stderr the tail of its error output, as far as it has come
   */
  record Failed(FailureReason reason, String detail, byte[] stdout, byte[] stderr)
      implements JobOutcome {
    /** For these the detail helps the client. */
    private static final Set<FailureReason> SHOWN_IN_DETAIL =
        Set.of(FailureReason.KILLED, FailureReason.CRASHED);

    /** A sentence for the client. */
    public String sentence() {
      if (reason == FailureReason.NO_EXCHANGE_FOLDER) {
        return detail; // which folder, and what is wrong with it
      }
      return SHOWN_IN_DETAIL.contains(reason) && !detail.equals(reason.sentence())
          ? reason.sentence() + ": " + detail
          : reason.sentence();
    }
  }
}
