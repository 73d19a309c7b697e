package dev.bullpen.posix;

import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.Jna;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.LinuxC;
import java.util.Optional;

/**
 * Whether system calls can be made. If JNA's native library does not fit the machine, every call of
 * this module ends with a {@link LinkageError}.
 */
public final class SystemCalls {
  private static final String LACKING =
      "the C library lacks what Bullpen needs, which glibc has from 2.29 on: ";

  /** Determined once, because after a first try Java only reports that a class is unusable. */
  private static final Optional<String> FAILURE = Jna.failure().or(SystemCalls::tried);

  private SystemCalls() {}

  /** Why some or all calls cannot be made, as a sentence with its reason; empty if they can. */
  public static Optional<String> failure() {
    return FAILURE;
  }

  private static Optional<String> tried() {
    try {
      LibC.getpid();
      if (Host.HERE == Host.LINUX) {
        LinuxC.prepare();
      }
      return Optional.empty();
    } catch (LinkageError e) {
      return Optional.of(LACKING + e.getMessage());
    }
  }
}
