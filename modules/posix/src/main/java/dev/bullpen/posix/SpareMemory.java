package dev.bullpen.posix;

import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LinuxC;
import java.time.Duration;

/**
 * Memory that this process has from the system and needs no more: what its heap has grown by, and
 * what the C library keeps of all that was freed, see malloc_trim(3). It is given back once after
 * each use. For one thread.
 */
public final class SpareMemory {
  /** Idle for so long, a process is at rest; the JVM's compilers keep memory for five seconds. */
  public static final Duration REST = Duration.ofSeconds(6);

  /** Bytes; malloc_trim leaves what lies at the end of an arena, so large blocks get their own. */
  private static final int LARGE = 1 << 20;

  private boolean isUsed = true;

  private SpareMemory() {}

  /** To be called at the start of this process. */
  public static SpareMemory ofThisProcess() {
    if (Host.HERE == Host.LINUX) {
      LinuxC.mallopt(LinuxC.M_MMAP_THRESHOLD, LARGE);
    }
    return new SpareMemory();
  }

  public void used() {
    isUsed = true;
  }

  /** Whether something has been done since memory was given back. */
  public boolean isUsed() {
    return isUsed;
  }

  /** Give it back, if something has been done since. The process is at rest. */
  public void giveBack() {
    if (isUsed) {
      isUsed = false;
      System.gc();
      if (Host.HERE == Host.LINUX) {
        LinuxC.malloc_trim(0);
      }
    }
  }
}
