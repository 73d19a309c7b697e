package dev.bullpen.posix.proc;

/** How a process ended; see wait(2). */
public sealed interface ExitStatus {
  /** It returned {@code code}, 0 to 255. */
  record Exited(int code) implements ExitStatus {}

  /** Signal number {@code signal} ended it. */
  record Signalled(int signal) implements ExitStatus {}

  static ExitStatus of(int word) {
    int signal = word & 0x7f;
    return signal == 0 ? new Exited((word >> 8) & 0xff) : new Signalled(signal);
  }

  default int shellCode() {
    if (this instanceof Exited exited) {
      return exited.code();
    }
    return 128 + ((Signalled) this).signal();
  }
}
