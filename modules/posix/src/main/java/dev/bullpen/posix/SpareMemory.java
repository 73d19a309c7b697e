package dev.bullpen.posix;

import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LinuxC;
import java.time.Duration;

/**
 * Memory that this process has from the system but no longer needs: growth of its heap, and freed
 * memory that the C library keeps, see malloc_trim(3). It is given back once after each use. For
 * one thread.
 */
public final class SpareMemory {
  /**
   * A process that was idle for so long is at rest. The JVM's compilers keep memory for five
   * seconds.
   */
  public static final Duration REST = Duration.ofSeconds(6);

  /**
   * Bytes. malloc_trim may leave what is at the end of an arena, so larger blocks get a mapping of
   * their own.
   */
  private static final int LARGE = 1 << 20;

  private boolean isUsed = true;

  private SpareMemory() {}

  /** Called at the start of this process. */
  public static SpareMemory ofThisProcess() {
    if (Host.HERE == Host.LINUX) {
      LinuxC.mallopt(LinuxC.M_MMAP_THRESHOLD, LARGE);
    }
    return new SpareMemory();
  }

  public void used() {
    isUsed = true;
  }

  /** Whether anything was done since memory was given back. */
  public boolean isUsed() {
    return isUsed;
  }

  /** Give it back, if anything was done since. Called when the process is at rest. */
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
