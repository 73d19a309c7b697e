package dev.bullpen.posix;

import dev.bullpen.posix.libc.CText;
import dev.bullpen.posix.libc.Host;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.libc.LinuxC;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * An open file descriptor. Its owner closes it, once, and not while a thread reads it: right after,
 * the number can mean another file.
 */
public final class Descriptor implements AutoCloseable {
  private static final int OWNER_READS_AND_WRITES = 0600;
  private static final Duration RETRY_AFTER = Duration.ofMillis(5);
  private static final int MEMORY_CLOSE_ON_EXEC = 1;
  private final int number;
  private final AtomicBoolean open = new AtomicBoolean(true);

  private Descriptor(int number) {
    this.number = number;
  }

  /** Open an existing file; see open(2). */
  static Descriptor open(Path path, int flags) throws PosixException {
    int number = LibC.open(CText.of(path), flags);
    if (number < 0) {
      throw PosixException.last("open " + path);
    }
    return new Descriptor(number);
  }

  /** Open for reading, without waiting for the other end of a FIFO; see O_NONBLOCK in open(2). */
  public static Descriptor openAtOnce(Path path) throws PosixException {
    return open(path, LibC.O_RDONLY | LibC.O_NONBLOCK | LibC.O_CLOEXEC);
  }

  /** Open an existing file for writing. */
  public static Descriptor openForWriting(Path path) throws PosixException {
    return open(path, LibC.O_WRONLY | LibC.O_CLOEXEC);
  }

  /**
   * Make a FIFO at a free path, for others to open and write to; see fifo(7). This descriptor reads
   * and writes it and never waits. So a writer need not wait for a reader, and the FIFO has no end,
   * however many writers come and go.
   */
  public static Descriptor ofNewFifo(Path path) throws PosixException {
    if (LibC.mkfifo(CText.of(path), OWNER_READS_AND_WRITES) != 0) {
      throw PosixException.last("mkfifo " + path);
    }
    LibC.chmod(CText.of(path), OWNER_READS_AND_WRITES); // the umask may have cleared some bits
    return open(path, LibC.O_RDWR | LibC.O_NONBLOCK | LibC.O_CLOEXEC);
  }

  /** A descriptor of /dev/null, to keep a number free. No child gets it. */
  public static Descriptor ofNothing() throws PosixException {
    return open(Path.of("/dev/null"), LibC.O_RDONLY | LibC.O_CLOEXEC);
  }

  /** An empty file that has no name and is on no disk; see memfd_create(2). Linux only. */
  public static Descriptor ofMemory() throws PosixException {
    int number = LinuxC.memfd_create(CText.of("bullpen"), MEMORY_CLOSE_ON_EXEC);
    if (number < 0) {
      throw PosixException.last("memfd_create");
    }
    return new Descriptor(number);
  }

  /** A descriptor that this process was started with, or has just received. */
  public static Descriptor of(int number) {
    return new Descriptor(number);
  }

  public static boolean isOpen(int number) {
    int copy = LibC.dup(number);
    if (copy < 0) {
      return LibC.errno() != Errno.EBADF; // another error means that no number is left
    }
    LibC.close(copy);
    return true;
  }

  public int number() {
    return number;
  }

  /**
   * read(2) into native memory. Waits for bytes, even if the open file is set not to wait, which
   * any process that shares it can do at any time; see O_NONBLOCK in open(2). Returns 0 at the end,
   * which a socket may report as ECONNRESET.
   */
  int read(long address, int count) throws PosixException {
    int read = readPresent(address, count);
    for (boolean again = false; read < 0; again = true) {
      awaitReady(false, again);
      read = readPresent(address, count);
    }
    return read;
  }

  /** read(2) without waiting: the bytes read, 0 at the end, or -1 if there is nothing now. */
  int readPresent(long address, int count) throws PosixException {
    long read;
    do {
      read = LibC.read(number, address, count);
    } while (read < 0 && LibC.errno() == Errno.EINTR);
    if (read < 0 && LibC.errno() == Errno.ECONNRESET) {
      return 0;
    }
    if (read < 0 && LibC.errno() != Errno.EAGAIN) {
      throw PosixException.last("read");
    }
    return (int) read;
  }

  /**
   * write(2) from native memory; may write less than {@code count}. Waits for room, even if the
   * open file is set not to wait.
   */
  int write(long address, int count) throws PosixException {
    int written = writePresent(address, count);
    for (boolean again = false; written == 0 && count > 0; again = true) {
      awaitReady(true, again);
      written = writePresent(address, count);
    }
    return written;
  }

  /**
   * Wait in poll(2) for the descriptor. The next call reports what was found, also an error.
   *
   * @param again whether the call failed although the last poll found the descriptor ready: a
   *     terminal that is held up may claim to have room, and is tried at intervals
   */
  private void awaitReady(boolean isForWriting, boolean again) throws PosixException {
    if (again) {
      LockSupport.parkNanos(RETRY_AFTER.toNanos());
    }
    try (Poll poll = new Poll(1)) {
      if (isForWriting) {
        poll.setForWriting(0, number);
      } else {
        poll.set(0, number);
      }
      poll.await();
    }
  }

  /** write(2) without waiting: the bytes written, 0 if there is no room now. */
  int writePresent(long address, int count) throws PosixException {
    long written;
    do {
      written = LibC.write(number, address, count);
    } while (written < 0 && LibC.errno() == Errno.EINTR);
    if (written < 0 && LibC.errno() != Errno.EAGAIN) {
      throw PosixException.last("write");
    }
    return (int) Math.max(0, written);
  }

  /** Make writes never wait, in all processes that share the open file (O_NONBLOCK). Linux only. */
  public void neverWait() throws PosixException {
    if (Host.HERE == Host.LINUX
        && LinuxC.fcntl(number, LinuxC.F_SETFL, LibC.O_WRONLY | LibC.O_NONBLOCK) != 0) {
      throw PosixException.last("fcntl");
    }
  }

  /** Another number for the same file; see dup(2). */
  public Descriptor duplicate() throws PosixException {
    int copy = LibC.dup(number);
    if (copy < 0) {
      throw PosixException.last("dup");
    }
    return new Descriptor(copy);
  }

  /** Make another number refer to the same file, in children as well; see dup2(2). */
  public void takeOver(int other) throws PosixException {
    if (LibC.dup2(number, other) < 0) {
      throw PosixException.last("dup2");
    }
  }

  /** Idempotent. close(2) reports no error that a reader or writer of a pipe could handle. */
  @Override
  public void close() {
    if (open.compareAndSet(true, false)) {
      LibC.close(number);
    }
  }

  @Override
  public String toString() {
    return "fd " + number;
  }
}
