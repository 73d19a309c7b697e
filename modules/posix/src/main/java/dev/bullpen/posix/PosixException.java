package dev.bullpen.posix;

import dev.bullpen.posix.libc.LibC;
import java.io.IOException;

/** A system call failed. {@link #errno()} is the number of the kernel that runs this. */
public final class PosixException extends IOException {
  private final String call;
  private final int errno;

  public PosixException(String call, int errno) {
    this(call, errno, Errno.describe(errno));
  }

  private PosixException(String call, int errno, String sentence) {
    super(call + ": " + sentence);
    this.call = call;
    this.errno = errno;
  }

  /** A process or a thread could not be started; {@code what} is as in "a thread for the guard". */
  public static PosixException ofStart(String what, int errno) {
    return new PosixException(what, errno, Errno.describeStart(errno));
  }

  /** For the last call of this thread. */
  public static PosixException last(String call) {
    return new PosixException(call, LibC.errno());
  }

  /** For the calls that return their error number. */
  public static void check(String call, int result) throws PosixException {
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
