package dev.bullpen.posix.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.InterruptibleChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * A file to which several processes append lines, each by one write (O_APPEND). If it was moved or
 * removed, it is made anew, so that it can be rotated. If it was truncated, lines go to its new
 * end. For one thread at a time.
 */
public class AppendedFile {
  private static final Set<StandardOpenOption> APPENDING =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);

  private static final String OWNER_ONLY = "rw-------";

  /** If other processes move it that often meanwhile, the next line tries again. */
  private static final int MOST_TRIES = 5;

  private final Path path;
  private Optional<FileChannel> open = Optional.empty();

  /** Of the open file; empty if that may not be the one at the path. */
  private Optional<Object> identity = Optional.empty();

  /** Whether the file ends in the middle of a line, because the disk was full. */
  private boolean isTorn;

  /** Opens no file yet. */
  public AppendedFile(Path path) {
    this.path = path;
  }

  public Path path() {
    return path;
  }

  /**
   * Append a line. Waits while the disk is slow.
   *
   * @param line with its end
   * @throws IOException if not all of it has been written
   */
  public void write(byte[] line) throws IOException {
    try {
      append(line);
    } catch (ClosedChannelException closed) {
      appendAnew(line);
    } catch (FileSystemException e) {
      boolean isWithout = e instanceof NoSuchFileException;
      throw new IOException(isWithout ? "its folder does not exist" : Cause.of(e), e);
    }
  }

  /** An interrupt of the thread that writes closes the file; see {@link InterruptibleChannel}. */
  private void appendAnew(byte[] line) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      append(line);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void append(byte[] line) throws IOException {
    if (identity.isEmpty() || !open.get().isOpen() || !identity.equals(identity())) {
      reopen();
    }
    FileChannel channel = open.get();
    if (isTorn) {
      channel.write(ByteBuffer.wrap(new byte[] {'\n'}));
      isTorn = false;
    }
    ByteBuffer rest = ByteBuffer.wrap(line);
    try {
      while (rest.hasRemaining()) {
        channel.write(rest); // all at once, unless the disk is full
      }
    } finally {
      isTorn = rest.position() > 0 && rest.hasRemaining();
    }
  }

  /**
   * Opens the file that is there now. Another process may move it in the same moment, so the path's
   * identity is read before and after. A file that was only made here is opened once more.
   */
  private void reopen() throws IOException {
    isTorn = false;
    identity = Optional.empty();
    for (int tries = 0; tries < MOST_TRIES && identity.isEmpty(); tries++) {
      if (open.isPresent()) {
        open.get().close();
        open = Optional.empty();
      }
      Optional<Object> before = identity();
      open = Optional.of(openOnce());
      identity = identity().filter(after -> before.equals(Optional.of(after)));
    }
  }

  /** A test moves the file after that. */
  FileChannel openOnce() throws IOException {
    return FileChannel.open(
        path,
        APPENDING,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
  }

  /** Device and inode of the file that is there now; empty if none is. */
  private Optional<Object> identity() throws IOException {
    try {
      return Optional.ofNullable(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
