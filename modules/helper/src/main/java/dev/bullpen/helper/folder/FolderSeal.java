package dev.bullpen.helper.folder;

import dev.bullpen.posix.FileStatus;
import java.util.concurrent.TimeUnit;

/**
 * Whether any name in a folder has come or gone since it was last known to be in order. That
 * changes the folder's own time of change, which nobody can set back.
 */
final class FolderSeal {
  /**
   * That time is as coarse as the kernel's tick, 10 ms at most: while it is younger, a second
   * change may bear the same.
   */
  private static final long TICKS_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final long BROKEN = -1;

  private final FileStatus folder;
  private long changed = BROKEN;

  FolderSeal(FileStatus folder) {
    this.folder = folder;
  }

  /** The folder is in order now, and nobody is at it. */
  void renew() {
    long now = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
    boolean settled = folder.look() && now - folder.changed() > TICKS_NANOS;
    changed = settled ? folder.changed() : BROKEN;
  }

  /** Whether it certainly still is. */
  boolean isIntact() {
    return changed != BROKEN && folder.look() && folder.changed() == changed;
  }
}
