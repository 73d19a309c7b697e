package dev.bullpen.project.watch;

import dev.bullpen.project.catalog.WatchedFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Finds changes by scanning the folders every second: names, inodes, permissions, sizes and times,
 * never content.
 *
 * <p>The state is one number, the sum of a number for each entry, because a project may have very
 * many. A file that was changed very recently differs in each scan, because a second change within
 * one tick of the file system's clock would be invisible.
 */
final class FolderPoll implements FolderWatch.Events {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** The pause after a scan is at least this many times as long: 5 % of a core. */
  private static final int REST = 20;

  /** More than one tick of usual file systems' clocks, which is 1 to 10 ms. */
  private static final long YOUNG_MS = 100;

  // The bits of st_mode; see inode(7).
  private static final int FILE_TYPE = 0170000;
  private static final int FOLDER = 0040000;

  /** An odd constant without a pattern (Steele, Lea, Flood 2014). */
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private final WatchedFolders folders;
  private final Duration period;
  private long seen;
  private long nextAt;
  private boolean complete;

  FolderPoll(WatchedFolders folders) {
    this(folders, PERIOD);
  }

  FolderPoll(WatchedFolders folders, Duration period) {
    this.folders = folders;
    this.period = period;
    scan();
  }

  @Override
  public boolean await(long nanos) throws InterruptedException {
    long wait = nextAt - System.nanoTime();
    TimeUnit.NANOSECONDS.sleep(Math.min(wait, nanos));
    if (wait > nanos) {
      return false;
    }
    long before = seen;
    scan();
    return seen != before;
  }

  @Override
  public boolean isComplete() {
    return complete;
  }

  private void scan() {
    long begin = System.nanoTime();
    Scan scan = new Scan();
    try {
      complete = folders.visit(scan);
    } catch (IOException gone) {
      // The project folder itself has gone; when it returns, the sum differs.
      complete = true;
    }
    seen = scan.sum;
    long end = System.nanoTime();
    nextAt = end + Math.max(period.toNanos(), REST * (end - begin));
  }

  private static final class Scan implements WatchedFolders.Visitor {
    private final long now = System.currentTimeMillis();
    private long sum;

    @Override
    @SuppressWarnings("NullAway") // requested attributes are present
    public boolean see(Path entry) {
      Map<String, Object> file;
      try {
        file =
            Files.readAttributes(
                entry, "unix:mode,ino,size,ctime,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
      } catch (IOException gone) {
        return false;
      }
      int mode = (int) file.get("mode");
      boolean isFolder = (mode & FILE_TYPE) == FOLDER;
      long inode = (long) file.get("ino");
      if (isFolder) {
        add(entry.hashCode(), mode, inode);
      } else {
        long changed = time(file.get("ctime"));
        long modified = time(file.get("lastModifiedTime"));
        add(entry.hashCode(), mode, inode, (long) file.get("size"), changed, modified);
      }
      return isFolder;
    }

    private void add(long... facts) {
      long mixed = 0;
      for (long fact : facts) {
        mixed = (mixed ^ fact) * GOLDEN;
        mixed ^= mixed >>> 32;
      }
      sum += mixed;
    }

    private long time(Object attribute) {
      FileTime time = (FileTime) attribute;
      boolean isYoung = Math.abs(now - time.toMillis()) < YOUNG_MS;
      return isYoung ? System.nanoTime() : time.to(TimeUnit.NANOSECONDS);
    }
  }
}
