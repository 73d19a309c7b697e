package dev.bullpen.pool.helper;

import dev.bullpen.pool.job.FailureReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Whether the kernel has killed a process for want of memory of late, its own container's or the
 * host's: that is a SIGKILL like any other, but the kernel counts them ({@code oom_kill} in
 * /proc/vmstat; Linux 4.13). Which process it was is not said there, so each is believed to be one
 * helper's at most, and only for {@value #LOOKS} looks.
 */
public final class OomKills {
  /** A process with much memory takes a while to go, the more so on a host that has none left. */
  static final int LOOKS = 10;

  private static final String COUNT = "oom_kill ";

  private final Object killsLock = new Object();

  private final Path vmstat;
  private final Deque<Long> counts = new ArrayDeque<>();

  /** Of those the kernel has counted, how many are explained or long ago; all, before a look. */
  private long settled = Long.MAX_VALUE;

  public OomKills() {
    this(Path.of("/proc/vmstat"));
  }

  OomKills(Path vmstat) {
    this.vmstat = vmstat;
  }

  /** Now and then. */
  public void look() {
    synchronized (killsLock) {
      counts.add(count());
      if (settled == Long.MAX_VALUE) {
        settled = counts.getLast();
      } else if (counts.size() > LOOKS) {
        settled = Math.max(settled, counts.remove());
      }
    }
  }

  /** The same death, for the reason it may well have had. */
  public HelperExit explain(HelperExit death) {
    synchronized (killsLock) {
      if (death.reason() != FailureReason.KILLED || count() <= settled) {
        return death;
      }
      settled++;
      return new HelperExit(
          FailureReason.OUT_OF_MEMORY,
          death.detail() + "; the kernel has just killed a process for want of memory");
    }
  }

  /** Since the host was started; 0 where that is not counted. */
  private long count() {
    try {
      for (String line : Files.readAllLines(vmstat)) {
        if (line.startsWith(COUNT)) {
          return Long.parseLong(line.substring(COUNT.length()));
        }
      }
    } catch (IOException | NumberFormatException e) {
      return 0; // not Linux, or not told
    }
    return 0;
  }
}
