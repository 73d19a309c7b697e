package dev.bullpen.posix;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * What a child's descriptors and working directory are to be, as posix_spawn(3) takes it. The last
 * ones are kept: a helper's jobs mostly have the same numbers and the same directory.
 */
final class FileActions implements AutoCloseable {
  /** glibc needs 80 bytes, macOS a pointer. */
  private static final int ACTIONS_BYTES = 256;

  private static final int STANDARD_STREAMS = 3;
  private static final byte[] DEV_NULL = CText.of("/dev/null");

  /** Whoever takes them has them alone. */
  private static final AtomicReference<FileActions> KEPT = new AtomicReference<>();

  private final NativeBytes memory = new NativeBytes(ACTIONS_BYTES);
  private final Map<Integer, Integer> given;
  private final Optional<Path> directory;
  private final CloseFrom way;
  private int last = STANDARD_STREAMS - 1;

  private FileActions(Map<Integer, Integer> given, Optional<Path> directory, CloseFrom way) {
    this.given = given;
    this.directory = directory;
    this.way = way;
  }

  /**
   * @param given the child's number → ours
   * @param way how all others of ours are kept from it
   */
  static FileActions of(Map<Integer, Integer> given, Optional<Path> directory, CloseFrom way)
      throws PosixException {
    FileActions kept = KEPT.getAndSet(null);
    if (kept != null) {
      if (kept.given.equals(given) && kept.directory.equals(directory) && kept.way == way) {
        return kept;
      }
      kept.destroy();
    }
    FileActions actions = new FileActions(given, directory, way);
    PosixException.check(
        "posix_spawn_file_actions_init",
        LibC.posix_spawn_file_actions_init(actions.memory.address()));
    try {
      actions.describe();
    } catch (PosixException e) {
      actions.destroy();
      throw e;
    }
    return actions;
  }

  /** For the spawn that comes now. */
  long address() throws PosixException {
    way.beforeSpawn(last + 1);
    return memory.address();
  }

  /** Keep them for the next child. */
  @Override
  public void close() {
    FileActions other = KEPT.getAndSet(this);
    if (other != null) {
      other.destroy();
    }
  }

  private void destroy() {
    LibC.posix_spawn_file_actions_destroy(memory.address());
    memory.close();
  }

  /**
   * Give the child its descriptors. They are first copied above every number in play, if one of our
   * numbers is the target of another.
   */
  private void describe() throws PosixException {
    int highest = STANDARD_STREAMS - 1;
    boolean crossing = false;
    for (Map.Entry<Integer, Integer> entry : given.entrySet()) {
      highest = Math.max(highest, Math.max(entry.getKey(), entry.getValue()));
      crossing |= given.containsKey(entry.getValue());
    }
    int copy = highest;
    for (int ours : given.values()) {
      if (crossing) {
        dup2(ours, ++copy);
      }
    }
    copy = highest;
    for (Map.Entry<Integer, Integer> entry : given.entrySet()) {
      dup2(crossing ? ++copy : entry.getValue(), entry.getKey());
      last = Math.max(last, entry.getKey());
    }
    for (int stream = 0; stream < STANDARD_STREAMS; stream++) {
      if (!given.containsKey(stream)) {
        PosixException.check(
            "posix_spawn_file_actions_addopen",
            LibC.posix_spawn_file_actions_addopen(
                memory.address(), stream, DEV_NULL, OpenFlags.READ_WRITE, 0));
      }
    }
    if (way.keepsCopies()) {
      for (int made = highest + 1; made <= copy && crossing; made++) {
        PosixException.check(
            "posix_spawn_file_actions_addclose",
            LibC.posix_spawn_file_actions_addclose(memory.address(), made));
      }
    }
    way.add(memory.address(), last + 1);
    if (directory.isPresent()) {
      PosixException.check(
          "posix_spawn_file_actions_addchdir_np",
          LibC.posix_spawn_file_actions_addchdir_np(
              memory.address(), CText.of(directory.get().toString())));
    }
  }

  /** A number that the limit of open files does not allow is no number at all to the C library. */
  private void dup2(int from, int to) throws PosixException {
    int result = LibC.posix_spawn_file_actions_adddup2(memory.address(), from, to);
    PosixException.check(
        "posix_spawn_file_actions_adddup2", result == Errno.EBADF ? Errno.EMFILE : result);
  }
}
