package dev.bullpen.project.watch;

import dev.bullpen.project.catalog.WatchedFolders;
import dev.bullpen.project.file.FactSum;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Changes found by scanning the folders again and again: names, inodes, permissions, sizes and
 * times, never content.
 *
 * <p>The state is kept as one number, the sum of a number for each entry. A file whose last change
 * is very young has another number each time, because a second change within one tick of the file
 * system's clock would look the same.
 */
final class FolderPoll implements FolderEvents {
  /** From one scan to the next. */
  static final Duration PERIOD = Duration.ofSeconds(1);

  /** A scan is followed by a pause of at least so many times as long: 5 % of a core. */
  private static final int REST = 20;

  /** More than one tick of any usual file system's clock, which is 1 to 10 ms. */
  private static final long YOUNG_MS = 100;

  // The bits of st_mode; see inode(7).
  private static final int FILE_TYPE = 0170000;
  private static final int FOLDER = 0040000;

  private static final boolean HAS_INODES =
      FileSystems.getDefault().supportedFileAttributeViews().contains("unix");

  private final WatchedFolders folders;
  private final Duration period;
  private long seen;
  private long nextAt;
  private boolean complete;

  private FolderPoll(WatchedFolders folders, Duration period) {
    this.folders = folders;
    this.period = period;
    scan();
  }

  static FolderEvents open(WatchedFolders folders) {
    return open(folders, PERIOD);
  }

  static FolderEvents open(WatchedFolders folders, Duration period) {
    return new FolderPoll(folders, period);
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
    seen = scan.sum.value();
    long end = System.nanoTime();
    nextAt = end + Math.max(period.toNanos(), REST * (end - begin));
  }

  private static final class Scan implements WatchedFolders.Visitor {
    private final long now = System.currentTimeMillis();
    private final FactSum sum = new FactSum();

    @Override
    public void folder(Path folder, Optional<Path> only) {
      // It has been seen as an entry of the folder around it.
    }

    @Override
    public boolean see(Path entry) {
      try {
        return HAS_INODES ? seeInode(entry) : seePlain(entry);
      } catch (IOException gone) {
        return false;
      }
    }

    private boolean seeInode(Path entry) throws IOException {
      Map<String, Object> file =
          Files.readAttributes(
              entry, "unix:mode,ino,size,ctime,lastModifiedTime", LinkOption.NOFOLLOW_LINKS);
      int mode = (int) file.get("mode");
      boolean isFolder = (mode & FILE_TYPE) == FOLDER;
      sum.add(entry.hashCode(), mode, (long) file.get("ino"));
      if (!isFolder) {
        sum.add(entry.hashCode(), (long) file.get("size"));
        add(entry, (FileTime) file.get("ctime"));
        add(entry, (FileTime) file.get("lastModifiedTime"));
      }
      return isFolder;
    }

    private boolean seePlain(Path entry) throws IOException {
      BasicFileAttributes file =
          Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      sum.add(entry.hashCode(), file.isDirectory() ? 1 : 0);
      if (!file.isDirectory()) {
        sum.add(entry.hashCode(), file.size());
        add(entry, file.lastModifiedTime());
      }
      return file.isDirectory();
    }

    private void add(Path entry, FileTime time) {
      boolean young = Math.abs(now - time.toMillis()) < YOUNG_MS;
      sum.add(entry.hashCode(), young ? System.nanoTime() : time.to(TimeUnit.NANOSECONDS));
    }
  }
}
