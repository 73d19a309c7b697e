package dev.bullpen.posix;

import dev.bullpen.posix.libc.CText;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.LinuxC;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Files that this process and a script exchange. They are read and written whole, without ever
 * waiting for what the script may have put in a file's place. For one thread at a time.
 */
public final class SmallFiles {
  private static final int OWNER_READS_AND_WRITES = 0600;
  private static final int NEW = LibC.O_WRONLY | LinuxC.O_CREAT | LinuxC.O_EXCL | LibC.O_CLOEXEC;

  private final IoBuffer buffer = new IoBuffer();

  public SmallFiles() {}

  /**
   * The first {@code atMost} bytes of a file; empty if it is not there, or may not be read.
   *
   * <p>A FIFO in its place reads as empty, and of a device no more is read than that.
   */
  public Optional<byte[]> read(Path path, int atMost) {
    try (Descriptor file = Descriptor.openAtOnce(path)) {
      return Optional.of(read(file, atMost));
    } catch (PosixException e) {
      return Optional.empty(); // no file is there but, for instance, a folder
    }
  }

  private byte[] read(Descriptor file, int atMost) throws PosixException {
    byte[] bytes = {};
    byte[] more;
    do {
      more = buffer.readPresent(file, atMost - bytes.length);
      int length = bytes.length;
      bytes = Arrays.copyOf(bytes, length + more.length);
      System.arraycopy(more, 0, bytes, length, more.length);
    } while (more.length > 0 && bytes.length < atMost);
    return bytes;
  }

  /** Write a new file. A link or file of its name is removed first, but not a folder. */
  public void write(Path path, byte[] bytes) throws PosixException {
    int number = make(CText.of(path));
    if (number < 0) {
      throw PosixException.last("open " + path);
    }
    try (Descriptor file = Descriptor.of(number)) {
      LibC.fchmod(number, OWNER_READS_AND_WRITES); // the umask may have cleared some bits
      buffer.writeTo(file, bytes, 0, bytes.length);
    }
  }

  /**
   * Make a file that is certainly new (O_EXCL). Returns its descriptor, or less than 0. On macOS
   * another file may get there between the two calls.
   */
  private static int make(byte[] path) {
    if (Host.HERE != Host.LINUX) {
      LibC.unlink(path);
      return LibC.creat(path, OWNER_READS_AND_WRITES);
    }
    int number = LinuxC.open(path, NEW, OWNER_READS_AND_WRITES);
    if (number < 0 && LibC.errno() == Errno.EEXIST) {
      LibC.unlink(path);
      number = LinuxC.open(path, NEW, OWNER_READS_AND_WRITES);
    }
    return number;
  }

  /**
   * Write a file at an unused path and move it to its place, so that a reader finds the whole file
   * or the one before; see rename(2).
   */
  public void write(Path path, byte[] bytes, Path beside) throws PosixException {
    write(beside, bytes);
    if (!move(beside, path)) {
      throw PosixException.last("rename " + beside);
    }
  }

  /** Move a file, in place of any other; see rename(2). False if it could not be moved. */
  public boolean move(Path from, Path to) {
    return LibC.rename(CText.of(from), CText.of(to)) == 0;
  }

  /** Remove a file. False if it could not be removed, for instance because it is not there. */
  public boolean remove(Path path) {
    return LibC.unlink(CText.of(path)) == 0;
  }
}
