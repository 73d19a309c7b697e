package dev.bullpen.pool.run;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.ResourceLimits;
import dev.bullpen.wire.Frame;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * That a script was ended by one of its {@link ResourceLimits}, or never begun for want of one,
 * told from how its process ended. A limit of memory, descriptors or processes ends nobody: a call
 * of the script's fails, and the script says what it likes.
 *
 * @param detail a sentence that holds no paths
 */
record LimitBreach(FailureReason reason, String detail) {
  /** SIGXCPU and SIGXFSZ, the same on Linux and macOS. */
  private static final int XCPU = 24;

  private static final int XFSZ = 25;

  /** Added to the number of the signal that ended the last command of a shell script. */
  private static final int SHELL_BASE = 128;

  /** What the shell's complaint begins with, which names the script and a line of ours. */
  private static final String COMPLAINT = "ulimit: ";

  static Optional<LimitBreach> of(ResourceLimits limits, Frame.Exited exited, byte[] stdout) {
    if (limits.isNone()) {
      return Optional.empty();
    }
    if (limits.cpuSecs().isPresent() && isEndedBy(XCPU, exited)) {
      return Optional.of(
          new LimitBreach(
              FailureReason.CPU_LIMIT,
              "it used more than %d s of processor time".formatted(limits.cpuSecs().getAsInt())));
    }
    if (limits.fileMebibytes().isPresent() && isEndedBy(XFSZ, exited)) {
      return Optional.of(
          new LimitBreach(
              FailureReason.FILE_LIMIT,
              "it wrote a file of more than %d MiB".formatted(limits.fileMebibytes().getAsInt())));
    }
    return exited.signalled() || exited.code() != LimitedArgv.NOT_SET
        ? Optional.empty()
        : notSet(new String(stdout, StandardCharsets.UTF_8).strip());
  }

  /** Or its last command by it, if it is a shell script that fails as that did. */
  private static boolean isEndedBy(int signal, Frame.Exited exited) {
    return exited.code() == (exited.signalled() ? signal : SHELL_BASE + signal);
  }

  private static Optional<LimitBreach> notSet(String said) {
    int last = said.lastIndexOf('\n') + 1;
    if (!said.startsWith(LimitedArgv.NOT_SET_LINE, last)) {
      return Optional.empty();
    }
    String limit = said.substring(last + LimitedArgv.NOT_SET_LINE.length());
    String complaint = said.substring(0, last).strip();
    int told = complaint.lastIndexOf(COMPLAINT);
    String why = told < 0 ? complaint : complaint.substring(told + COMPLAINT.length());
    return Optional.of(
        new LimitBreach(
            FailureReason.LIMIT_NOT_SET,
            "the host does not allow the limit %s (%s). Give a lower one, or raise the server's own hard limit"
                .formatted(limit, why)));
  }
}
