package dev.bullpen.posix.proc;

import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.NativeBytes;
import java.nio.ByteBuffer;

/**
 * How many descriptors this process may have open; see RLIMIT_NOFILE in getrlimit(2). Its children
 * inherit the limit. Both values are unsigned.
 *
 * @param soft the limit in effect
 * @param hard the highest value to which this process may raise the other
 */
public record OpenFileLimit(long soft, long hard) {
  private static final int RLIMIT_NOFILE = Host.HERE == Host.LINUX ? 7 : 8;

  public static OpenFileLimit current() throws PosixException {
    try (NativeBytes limit = new NativeBytes(2 * Long.BYTES)) {
      if (LibC.getrlimit(RLIMIT_NOFILE, limit.address()) != 0) {
        throw PosixException.last("getrlimit");
      }
      ByteBuffer values = limit.buffer();
      return new OpenFileLimit(values.getLong(), values.getLong());
    }
  }

  /**
   * The same, or a higher one.
   *
   * @param most the new soft limit; the hard limit if that is lower
   */
  public OpenFileLimit raised(long most) {
    long allowed = Long.compareUnsigned(hard, most) < 0 ? hard : most;
    return Long.compareUnsigned(soft, allowed) < 0 ? new OpenFileLimit(allowed, hard) : this;
  }

  /** The same with another soft limit. */
  public OpenFileLimit withSoft(long other) {
    return new OpenFileLimit(other, hard);
  }

  /** Set it for this process. */
  public void set() throws PosixException {
    try (NativeBytes limit = new NativeBytes(2 * Long.BYTES)) {
      limit.buffer().putLong(soft).putLong(hard);
      if (LibC.setrlimit(RLIMIT_NOFILE, limit.address()) != 0) {
        throw PosixException.last("setrlimit");
      }
    }
  }
}
