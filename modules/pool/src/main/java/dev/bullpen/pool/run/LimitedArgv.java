package dev.bullpen.pool.run;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.ResourceLimits;
import dev.bullpen.wire.Frame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Wraps a script's arguments in a shell that limits itself and then becomes the script. The script
 * never runs without its limits, and it is the same process. Its end shows which limit it broke
 * ({@link #breach}).
 *
 * <p>Soft and hard limits are equal, so that a script cannot raise its own. For processor time the
 * hard limit is a second later, because there the kernel sends KILL instead of XCPU. A process that
 * a limit ends leaves no core file in the project.
 *
 * <p>If a limit cannot be set, the shell exits before the script starts, with a special exit code
 * and last line of output. The shell's own message, which says why, precedes it.
 */
public final class LimitedArgv {
  /**
   * A script was ended by one of its {@link ResourceLimits}, or not started because one could not
   * be set. Limits of memory, descriptors and processes end no process: a call of the script fails,
   * and the script handles that.
   *
   * @param detail a sentence without paths
   */
  record Breach(FailureReason reason, String detail) {}

  /** Its path in POSIX. */
  private static final String SHELL = "/bin/sh";

  /** SIGXCPU and SIGXFSZ, the same on Linux and macOS. */
  private static final int XCPU = 24;

  private static final int XFSZ = 25;

  /** Added to the signal's number if a signal ended the last command of a shell script. */
  private static final int SHELL_BASE = 128;

  /** How the shell's message begins, after the script's name and a line number. */
  private static final String COMPLAINT = "ulimit: ";

  /** The shell's exit code if a limit cannot be set. Scripts seldom use it. */
  static final int NOT_SET = 125;

  /** How its last line then begins; the limit's name follows. */
  static final String NOT_SET_LINE = "bullpen: not started, for want of ";

  private static final String BECOME = "exec \"$0\" \"$@\"";

  /** Shells count address space in KiB. */
  private static final long KIBIBYTES_OF_A_MEBIBYTE = 1024;

  /** A shell called sh counts file sizes in blocks of 512 bytes (POSIX, ulimit). */
  private static final long BLOCKS_OF_A_MEBIBYTE = 2048;

  private LimitedArgv() {}

  public static List<String> of(List<String> argv, ResourceLimits limits) {
    if (limits.isNone()) {
      return argv;
    }
    List<String> limited = new ArrayList<>(argv.size() + 3);
    limited.addAll(List.of(SHELL, "-c", script(limits)));
    limited.addAll(argv);
    return limited;
  }

  private static String script(ResourceLimits limits) {
    StringBuilder script = new StringBuilder(512);
    script.append("no() { echo \"").append(NOT_SET_LINE).append("$1\"; exit ");
    script.append(NOT_SET).append("; }\n{ ulimit -S -c 0\n");
    if (limits.cpuSecs().isPresent()) {
      long seconds = limits.cpuSecs().getAsInt();
      script.append("{ ulimit -S -t ").append(seconds);
      script.append(" && ulimit -H -t ").append(seconds + 1).append("; }");
      orNot(script, "cpuSecs", seconds);
    }
    one(script, "-v", "memoryMiB", limits.memoryMebibytes(), KIBIBYTES_OF_A_MEBIBYTE);
    one(script, "-f", "fileMiB", limits.fileMebibytes(), BLOCKS_OF_A_MEBIBYTE);
    if (limits.processes().isPresent()) {
      long most = limits.processes().getAsInt();
      // bash calls it -u and has another -p; dash calls it -p.
      script.append("if ulimit -u >/dev/null 2>&1; then ulimit -u ").append(most);
      script.append("; else ulimit -p ").append(most).append("; fi");
      orNot(script, "processes", most);
    }
    one(script, "-n", "openFiles", limits.openFiles(), 1);
    return script.append("} 2>&1\n").append(BECOME).toString();
  }

  private static void one(
      StringBuilder script, String option, String name, OptionalInt limit, long unit) {
    if (limit.isPresent()) {
      script.append("ulimit ").append(option).append(' ').append(limit.getAsInt() * unit);
      orNot(script, name, limit.getAsInt());
    }
  }

  private static void orNot(StringBuilder script, String name, long number) {
    script.append(" || no ").append(name).append('=').append(number).append('\n');
  }

  /**
   * Which limit of {@link #of} a process broke.
   *
   * @param stdout needed only if it exited with {@link #NOT_SET}
   */
  static Optional<Breach> breach(ResourceLimits limits, Frame.Exited exited, byte[] stdout) {
    if (limits.cpuSecs().isPresent() && isEndedBy(XCPU, exited)) {
      String detail = "it used more than %d s of processor time";
      return breach(FailureReason.CPU_LIMIT, detail, limits.cpuSecs().getAsInt());
    }
    if (limits.fileMebibytes().isPresent() && isEndedBy(XFSZ, exited)) {
      String detail = "it wrote a file of more than %d MiB";
      return breach(FailureReason.FILE_LIMIT, detail, limits.fileMebibytes().getAsInt());
    }
    return limits.isNone() || exited.signalled() || exited.code() != NOT_SET
        ? Optional.empty()
        : notSet(new String(stdout, StandardCharsets.UTF_8).strip());
  }

  /** Or, for a shell script, by its last command, whose end it passes on. */
  private static boolean isEndedBy(int signal, Frame.Exited exited) {
    return exited.code() == (exited.signalled() ? signal : SHELL_BASE + signal);
  }

  private static Optional<Breach> notSet(String said) {
    int last = said.lastIndexOf('\n') + 1;
    if (!said.startsWith(NOT_SET_LINE, last)) {
      return Optional.empty();
    }
    String limit = said.substring(last + NOT_SET_LINE.length());
    String complaint = said.substring(0, last).strip();
    int at = complaint.lastIndexOf(COMPLAINT);
    String why = at < 0 ? complaint : complaint.substring(at + COMPLAINT.length());
    return breach(
        FailureReason.LIMIT_NOT_SET,
        "the host does not allow the limit %s (%s). Give a lower one, or raise the server's own hard limit",
        limit,
        why);
  }

  private static Optional<Breach> breach(FailureReason reason, String detail, Object... values) {
    return Optional.of(new Breach(reason, detail.formatted(values)));
  }
}
