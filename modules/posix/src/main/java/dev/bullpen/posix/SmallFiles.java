package dev.bullpen.posix;

import dev.bullpen.posix.libc.CText;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.LinuxC;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Files that this process and a script exchange: read and written whole, without ever waiting for
 * what the script may have put in a file's place. For one thread at a time.
 */
public final class SmallFiles {
  private static final int OWNER_READS_AND_WRITES = 0600;
  private static final int NEW = LibC.O_WRONLY | LinuxC.O_CREAT | LinuxC.O_EXCL | LibC.O_CLOEXEC;

  private final IoBuffer buffer = new IoBuffer();

  public SmallFiles() {}

  /**
   * The first {@code atMost} bytes of a file; empty if it is not there, or may not be read.
   *
   * <p>A FIFO in its place reads as empty, and a device gives no more than it is asked for.
   */
  public Optional<byte[]> read(Path path, int atMost) {
    try (Descriptor file = Descriptor.openAtOnce(path)) {
      return Optional.of(read(file, atMost));
    } catch (PosixException e) {
      return Optional.empty(); // nothing is there, or a folder, for instance
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

  /** Write a new file; what bears its name, such as a link, is removed, but not a folder. */
  public void write(Path path, byte[] bytes) throws PosixException {
    int number = make(CText.of(path));
    if (number < 0) {
      throw PosixException.last("open " + path);
    }
    try (Descriptor file = Descriptor.of(number)) {
      LibC.fchmod(number, OWNER_READS_AND_WRITES); // the umask may have taken some of that
      buffer.writeTo(file, bytes, 0, bytes.length);
    }
  }

  /**
   * Make a file that is certainly new (O_EXCL); its descriptor, or less than 0. On macOS something
   * may be put there between the two calls.
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
   * Write a file beside its place, where nothing of use is, and move it there: so a reader finds
   * all of it or what was there before; see rename(2).
   */
  public void write(Path path, byte[] bytes, Path beside) throws PosixException {
    write(beside, bytes);
    if (LibC.rename(CText.of(beside), CText.of(path)) != 0) {
      throw PosixException.last("rename " + beside);
    }
  }

  /** Remove a file. False if it could not be, because it is not there for instance. */
  public boolean remove(Path path) {
    return LibC.unlink(CText.of(path)) == 0;
  }
}
