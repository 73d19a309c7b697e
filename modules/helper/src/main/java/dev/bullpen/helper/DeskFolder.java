package dev.bullpen.helper;

import dev.bullpen.posix.Fifo;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.ReadBuffer;
import dev.bullpen.posix.SmallFiles;
import dev.bullpen.wire.Desk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The helper's desk: a folder of its own for its whole life, used by one job at a time, with the
 * FIFO on which scripts report. Scripts are not trusted with it: whatever one does to the folder,
 * the next finds it as it should be.
 */
final class DeskFolder {
  /** Set by the pool, which makes the folder and removes it. */
  private static final String VARIABLE = "BULLPEN_DESK";

  /** Where a file is written before it is moved to its name; no job's file is called so. */
  private static final String BESIDE = ".put";

  /**
   * So many reads empty any FIFO: one is a pipe of 64 KiB, which its user may make 1 MiB; see
   * pipe(7), /proc/sys/fs/pipe-max-size.
   */
  private static final int READS_TO_EMPTY = 1024 * 1024 / ReadBuffer.BYTES;

  private final PrivateFolder folder;
  private final SmallFiles files = new SmallFiles();
  private final ReadBuffer buffer = new ReadBuffer();
  private Fifo events;
  private Object identity;

  /** The desk is empty; its FIFO is made. */
  DeskFolder(Path path) throws IOException {
    this.folder = new PrivateFolder(path);
    makeEvents();
  }

  /** The one this helper was given. */
  static Optional<DeskFolder> ofEnvironment() throws IOException {
    String path = System.getenv(VARIABLE);
    return path == null ? Optional.empty() : Optional.of(new DeskFolder(Path.of(path)));
  }

  private void makeEvents() throws IOException {
    events = Fifo.make(path(Desk.EVENTS));
    identity = identity();
  }

  /** Of whatever bears the FIFO's name now; see {@link BasicFileAttributes#fileKey}. */
  private Object identity() throws IOException {
    return Files.readAttributes(
            path(Desk.EVENTS), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  Path path(String name) {
    return folder.path().resolve(name);
  }

  /** Of the FIFO, to be watched. */
  int descriptor() {
    return events.number();
  }

  /** What has been written to the FIFO; at most {@link ReadBuffer#BYTES}, empty if nothing. */
  byte[] events() throws PosixException {
    return events.read(buffer);
  }

  /** Before the script starts: nobody can find half of the file. */
  void layOut(String name, byte[] bytes) throws PosixException {
    files.write(path(name), bytes);
  }

  /** Whoever looks finds the whole file or none. */
  void put(String name, byte[] bytes) throws PosixException {
    files.write(path(name), bytes, path(BESIDE));
  }

  /** The first bytes of a file; none if it is not there. */
  byte[] read(String name, int atMost) {
    return files.read(path(name), atMost).orElse(new byte[0]);
  }

  void remove(String name) {
    files.remove(path(name));
  }

  /** As it was before the job: nothing there but the FIFO, ours, and nothing in that. */
  void clear() throws IOException {
    folder.emptyBut(Desk.EVENTS);
    if (!isEventsOurs() || !isEventsEmpty()) {
      events.close();
      folder.empty();
      makeEvents();
    }
  }

  /** Whether the folder and the FIFO are still ours, so that the next job can have them. */
  boolean isOurs() {
    try {
      return isEventsOurs();
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isEventsOurs() throws IOException {
    try {
      return identity.equals(identity());
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private boolean isEventsEmpty() throws PosixException {
    for (int reads = 0; reads < READS_TO_EMPTY; reads++) {
      if (events().length == 0) {
        return true;
      }
    }
    return false;
  }
}
