package dev.bullpen.helper.folder;

import dev.bullpen.posix.FileStatus;

/** A file that we have made, and by which we know whether a script has put another in its place. */
final class KeptFile {
  private final FileStatus status;
  private final long inode;
  private final int mode;
  private boolean empty;

  /**
   * The file as it is now.
   *
   * @param status where it is
   */
  KeptFile(FileStatus status) {
    this.status = status;
    status.look();
    this.inode = status.inode();
    this.mode = status.mode();
  }

  /** Whether it has its name and its permissions. */
  boolean isStillThere() {
    return status.look() && status.inode() == inode && status.mode() == mode;
  }

  /** The same, and nothing is in it, and nobody has given it a second name. */
  boolean isStillEmpty() {
    empty = isStillThere() && status.size() == 0 && status.links() == 1;
    return empty;
  }

  /** What {@link #isStillEmpty} said when it was asked last. */
  boolean wasEmpty() {
    return empty;
  }
}
