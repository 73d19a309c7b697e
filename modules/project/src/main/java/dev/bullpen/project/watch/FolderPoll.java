package dev.bullpen.project.watch;

import dev.bullpen.project.catalog.WatchedFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Changes found by scanning the folders again and again: names, inodes, permissions, sizes and
 * times, never content.
 *
 * <p>A file whose last change is very young differs each time, because a second change within one
 * tick of the file system's clock would look the same.
 */
final class FolderPoll implements FolderEvents {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /** A scan is followed by a pause of at least so many times as long: 5 % of a core. */
  private static final int REST = 20;

  /** More than one tick of any usual file system's clock, which is 1 to 10 ms. */
  private static final long YOUNG_MS = 100;

  // The bits of st_mode; see inode(7).
  private static final int FILE_TYPE = 0170000;
  private static final int FOLDER = 0040000;

  private final WatchedFolders folders;
  private final Duration period;
  private Map<Path, Integer> seen; // a hash of the state of each entry
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
    Map<Path, Integer> before = seen;
    scan();
    return !seen.equals(before);
  }

  @Override
  public void renew() {
    // Each scan begins with the project folder, and needs nothing of the last.
  }

  @Override
  public boolean isComplete() {
    return complete;
  }

  @Override
  public void close() {
    // Nothing is held from one scan to the next.
  }

  private void scan() {
    long begin = System.nanoTime();
    Scan scan = new Scan();
    try {
      complete = folders.visit(scan);
    } catch (IOException gone) {
      // The project folder itself; when it returns there is more to be seen.
      complete = true;
    }
    seen = scan.found;
    long end = System.nanoTime();
    nextAt = end + Math.max(period.toNanos(), REST * (end - begin));
  }

  private static final class Scan implements WatchedFolders.Visitor {
    private final long now = System.currentTimeMillis();
    private final Map<Path, Integer> found = new HashMap<>();

    @Override
    public void folder(Path folder, Optional<Path> only) {
      // It has been seen as an entry of the folder around it.
    }

    @Override
    @SuppressWarnings("NullAway") // an attribute that is asked for is there
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
      found.put(
          entry,
          isFolder
              ? Objects.hash(mode, file.get("ino"))
              : Objects.hash(
                  mode,
                  file.get("ino"),
                  file.get("size"),
                  time(file.get("ctime")),
                  time(file.get("lastModifiedTime"))));
      return isFolder;
    }

    private long time(Object attribute) {
      FileTime time = (FileTime) attribute;
      boolean isYoung = Math.abs(now - time.toMillis()) < YOUNG_MS;
      return isYoung ? System.nanoTime() : time.to(TimeUnit.NANOSECONDS);
    }
  }
}
