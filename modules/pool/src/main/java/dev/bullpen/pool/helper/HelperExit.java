package dev.bullpen.pool.helper;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.Signal;
import java.util.Optional;
import java.util.Set;

/**
 * How a helper died.
 *
 * @param detail what is known, for the log
 */
public record HelperExit(FailureReason reason, String detail) {
  /** The exit code of the JVM flag ExitOnOutOfMemoryError, which cannot be chosen. */
  private static final ExitStatus OF_FULL_HEAP = new ExitStatus.Exited(3);

  /** On HUP, INT and TERM, a JVM exits with 128 plus the signal's number. */
  private static final Set<ExitStatus> OF_SIGNALLED_JVM =
      Set.of(
          new ExitStatus.Exited(128 + 1),
          new ExitStatus.Exited(128 + 2),
          new ExitStatus.Exited(128 + 15));

  private static final String OR_HALT = ", of a full heap or of Runtime.halt(3)";

  /** The signals of a crashing JVM, caused by a defect of its own or of native code. */
  private static final Set<String> OF_CRASHED_JVM =
      Set.of("SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGABRT", "SIGTRAP", "SIGSYS", "SIGEMT");

  /**
   * Find the reason of an exit. The pool's own reason comes first. The exit status explains a
   * broken frame, and not the reverse: a helper killed during a write leaves half a frame.
   *
   * @param ours why the pool ended it, if it did
   * @param broken what was wrong with its last frame
   * @param byItself whether it ended before it was killed
   * @param ready whether it had sent its hello
   * @param exiting whether it had reported that a program in it exits
   */
  static HelperExit of(
      Optional<FailureReason> ours,
      Optional<String> broken,
      boolean byItself,
      ExitStatus status,
      boolean ready,
      boolean exiting) {
    if (ours.isPresent()) {
      return new HelperExit(ours.get(), ours.get().sentence());
    }
    boolean fullHeap = status.equals(OF_FULL_HEAP) && !exiting;
    String how = byItself ? describe(status, fullHeap) : "it closed its pipe but did not exit";
    String said = broken.map(words -> words + "; " + how).orElse(how);
    if (!ready) {
      return new HelperExit(FailureReason.BOOT, said);
    }
    return new HelperExit(reason(broken.isPresent(), byItself, status, fullHeap), said);
  }

  /** Whether the pool ended it, or it ended as intended. */
  public boolean isByPool() {
    return isIntended() || reason == FailureReason.HUNG;
  }

  /** Whether the exit needs no warning. */
  boolean isIntended() {
    return reason == FailureReason.SHUTDOWN
        || reason == FailureReason.SPENT
        || reason == FailureReason.RECYCLED;
  }

  private static FailureReason reason(
      boolean broken, boolean byItself, ExitStatus status, boolean fullHeap) {
    if (byItself && status instanceof ExitStatus.Signalled signalled) {
      boolean crashed = OF_CRASHED_JVM.contains(Signal.nameOf(signalled.signal()));
      return crashed ? FailureReason.CRASHED : FailureReason.KILLED;
    }
    if (byItself && !broken && OF_SIGNALLED_JVM.contains(status)) {
      return FailureReason.KILLED;
    }
    if (broken || !byItself) {
      return FailureReason.PROTOCOL;
    }
    return fullHeap ? FailureReason.OUT_OF_MEMORY : FailureReason.EXIT;
  }

  private static String describe(ExitStatus status, boolean fullHeap) {
    if (status instanceof ExitStatus.Exited exited) {
      return "exit code " + exited.code() + (fullHeap ? OR_HALT : "");
    }
    int signal = ((ExitStatus.Signalled) status).signal();
    return "signal %d (%s)".formatted(signal, Signal.nameOf(signal));
  }
}
