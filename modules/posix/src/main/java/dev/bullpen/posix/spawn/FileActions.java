package dev.bullpen.posix.spawn;

import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.libc.CText;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.NativeBytes;
import java.util.Optional;

/** What a child's descriptors and working directory are to be, as posix_spawn(3) takes it. */
final class FileActions implements AutoCloseable {
  /** glibc needs 80 bytes, macOS a pointer. */
  private static final int ACTIONS_BYTES = 256;

  private static final byte[] DEV_NULL = CText.of("/dev/null");

  private final NativeBytes memory = new NativeBytes(ACTIONS_BYTES);
  private final ChildDescriptors given;
  private final Optional<String> directory;
  private final CloseFrom way;

  private FileActions(ChildDescriptors given, Optional<String> directory, CloseFrom way) {
    this.given = given;
    this.directory = directory;
    this.way = way;
  }

  /**
   * @param given what it gets
   * @param way how all others of ours are kept from it
   */
  static FileActions of(ChildDescriptors given, Optional<String> directory, CloseFrom way)
      throws PosixException {
    FileActions actions = new FileActions(given, directory, way);
    PosixException.check(
        "posix_spawn_file_actions_init",
        LibC.posix_spawn_file_actions_init(actions.memory.address()));
    try {
      actions.describe();
    } catch (PosixException e) {
      actions.close();
      throw e;
    }
    return actions;
  }

  /** For the spawn that comes now. */
  long address() throws PosixException {
    way.beforeSpawn(given.count());
    return memory.address();
  }

  @Override
  public void close() {
    LibC.posix_spawn_file_actions_destroy(memory.address());
    memory.close();
  }

  /**
   * Give the child its descriptors. They are first copied above every number in play, if one of our
   * numbers is the target of another. Only then are the standard streams opened that are not given:
   * one of our numbers may be theirs.
   */
  private void describe() throws PosixException {
    int highest = given.count() - 1;
    boolean crossing = false;
    for (int number = 0; number < given.count(); number++) {
      int ours = given.ours(number);
      highest = Math.max(highest, ours);
      crossing |= isTarget(ours);
    }
    int copy = highest;
    for (int number = 0; number < given.count() && crossing; number++) {
      if (isTarget(number)) {
        dup2(given.ours(number), ++copy);
      }
    }
    copy = highest;
    for (int number = 0; number < given.count(); number++) {
      if (isTarget(number)) {
        dup2(crossing ? ++copy : given.ours(number), number);
      }
    }
    for (int number = 0; number < given.count(); number++) {
      if (!isTarget(number)) {
        PosixException.check(
            "posix_spawn_file_actions_addopen",
            LibC.posix_spawn_file_actions_addopen(
                memory.address(), number, DEV_NULL, LibC.O_RDWR, 0));
      }
    }
    if (way.keepsCopies()) {
      for (int made = highest + 1; made <= copy && crossing; made++) {
        PosixException.check(
            "posix_spawn_file_actions_addclose",
            LibC.posix_spawn_file_actions_addclose(memory.address(), made));
      }
    }
    way.add(memory.address(), given.count());
    if (directory.isPresent()) {
      PosixException.check(
          "posix_spawn_file_actions_addchdir_np",
          LibC.posix_spawn_file_actions_addchdir_np(memory.address(), CText.of(directory.get())));
    }
  }

  /** Whether the child gets one of ours by that number. */
  private boolean isTarget(int number) {
    return number >= 0 && number < given.count() && given.ours(number) != ChildDescriptors.NONE;
  }

  /** A number that the limit of open files does not allow is no number at all to the C library. */
  private void dup2(int from, int to) throws PosixException {
    int result = LibC.posix_spawn_file_actions_adddup2(memory.address(), from, to);
    PosixException.check(
        "posix_spawn_file_actions_adddup2", result == Errno.EBADF ? Errno.EMFILE : result);
  }
}
