package dev.bullpen.helper.folder;

import dev.bullpen.posix.FileStatus;

/** A file this helper has made, to see whether a script has put another in its place. */
final class KeptFile {
  private final FileStatus status;
  private final long inode;
  private final int mode;

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
}
