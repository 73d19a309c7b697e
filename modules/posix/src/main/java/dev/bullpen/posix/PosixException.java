package dev.bullpen.posix;

import java.io.IOException;

/** A call failed; {@link #errno()} says how, as the kernel numbers it here. */
public final class PosixException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String call;
  private final int errno;

  /**
   * @param call what failed
   */
  public PosixException(String call, int errno) {
    super(call + ": " + Errno.describe(errno));
    this.call = call;
    this.errno = errno;
  }

  static PosixException last(String call) {
    return new PosixException(call, LibC.errno());
  }

  /** For the calls that return their error number. */
  static void check(String call, int result) throws PosixException {
    if (result != 0) {
      throw new PosixException(call, result);
    }
  }

  public String call() {
    return call;
  }

  public int errno() {
    return errno;
  }
}
