package dev.bullpen.posix.proc;

/** How a process ended; see wait(2). */
public sealed interface ExitStatus {
  /** It returned {@code code}, 0 to 255. */
  record Exited(int code) implements ExitStatus {}

  /** Signal number {@code signal} ended it. */
  record Signalled(int signal) implements ExitStatus {}

  /** Read the status word of waitpid. */
  static ExitStatus of(int word) {
    int signal = word & 0x7f;
    return signal == 0 ? new Exited((word >> 8) & 0xff) : new Signalled(signal);
  }

  /** As a shell gives it: the code, or 128 and the signal's number. */
  default int shellCode() {
    if (this instanceof Exited exited) {
      return exited.code();
    }
    return 128 + ((Signalled) this).signal();
  }
}
