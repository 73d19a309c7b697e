package dev.bullpen.helper.folder;

import dev.bullpen.posix.Fifo;
import dev.bullpen.posix.FileStatus;
import dev.bullpen.posix.IoBuffer;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.SmallFiles;
import dev.bullpen.wire.ExchangeFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The helper's desk: a folder of its own for its whole life, used by one job at a time, with the
 * FIFO on which scripts report. Scripts are not trusted with it: whatever one does to the folder,
 * the next finds it as it should be.
 */
public final class DeskFolder {
  /** Set by the pool, which makes the folder and removes it. */
  private static final String VARIABLE = "BULLPEN_DESK";

  /** Where a file is written before it is moved to its name; no job's file is called so. */
  private static final String BESIDE = ".put";

  /** So many reads empty any FIFO: it has 64 KiB, and its user may make that 1 MiB; see pipe(7). */
  private static final int READS_TO_EMPTY = 1024 * 1024 / IoBuffer.BYTES;

  private static final byte[] NOTHING = {};

  private final PrivateFolder folder;
  private final SmallFiles files = new SmallFiles();
  private final IoBuffer buffer = new IoBuffer();

  private final Set<String> written = new HashSet<>();

  /** Empty files by name. They stay as long as no script changes them: most jobs want the same. */
  private final Map<String, FileStatus> blanks = new HashMap<>();

  private Set<String> kept = Set.of(ExchangeFiles.EVENTS);

  private Fifo events;
  private KeptFile eventsFile;

  /** The desk is empty; its FIFO is made. */
  public DeskFolder(Path path) throws IOException {
    this.folder = new PrivateFolder(path);
    makeEvents();
  }

  static Optional<DeskFolder> ofEnvironment() throws IOException {
    String path = System.getenv(VARIABLE);
    return path == null ? Optional.empty() : Optional.of(new DeskFolder(Path.of(path)));
  }

  private void makeEvents() throws IOException {
    events = Fifo.make(path(ExchangeFiles.EVENTS));
    eventsFile = new KeptFile(new FileStatus(path(ExchangeFiles.EVENTS)));
  }

  public Path path(String name) {
    return folder.path().resolve(name);
  }

  /** Of the FIFO, to be watched. */
  public int descriptor() {
    return events.number();
  }

  /** What has been written to the FIFO; at most {@link IoBuffer#BYTES}, empty if nothing. */
  public byte[] events() throws PosixException {
    return events.read(buffer);
  }

  /** Before the script starts, so no process can find half of a file. */
  public void layOut(List<ExchangeFiles.File> wanted) throws PosixException {
    Set<String> names = new HashSet<>();
    wanted.forEach(file -> names.add(file.name()));
    for (String name : List.copyOf(blanks.keySet())) {
      if (!names.contains(name)) {
        remove(name);
      }
    }
    for (ExchangeFiles.File file : wanted) {
      if (file.bytes().length > 0) {
        written.add(file.name());
        forgetBlank(file.name());
        files.write(path(file.name()), file.bytes());
      } else if (!isStillBlank(file.name())) {
        forgetBlank(file.name());
        files.write(path(file.name()), NOTHING);
        rememberBlank(file.name());
      }
    }
  }

  private boolean isStillBlank(String name) {
    FileStatus blank = blanks.get(name);
    return blank != null && blank.isAsRemembered();
  }

  private void rememberBlank(String name) {
    FileStatus status = new FileStatus(path(name));
    status.remember();
    blanks.put(name, status);
    listKept();
  }

  private void forgetBlank(String name) {
    FileStatus status = blanks.remove(name);
    if (status != null) {
      status.close();
      listKept();
    }
  }

  private void listKept() {
    kept = new HashSet<>(blanks.keySet());
    kept.add(ExchangeFiles.EVENTS);
  }

  /** A process that looks finds the whole file or none. */
  public void put(String name, byte[] bytes) throws PosixException {
    written.add(name);
    forgetBlank(name);
    files.write(path(name), bytes, path(BESIDE));
  }

  /** The first bytes of a file; none if it is not there. */
  public byte[] read(String name, int atMost) {
    return isStillBlank(name) ? NOTHING : files.read(path(name), atMost).orElse(NOTHING);
  }

  /** False if it was not there. */
  public boolean remove(String name) {
    forgetBlank(name);
    return files.remove(path(name));
  }

  /**
   * Remove what this helper has put there, but for empty files that still are as it made them.
   *
   * @return whether the desk certainly is as the next job is to find it, if its FIFO is empty,
   *     which reading it has shown
   */
  public boolean tidy() {
    written.forEach(this::remove);
    written.clear();
    for (String name : List.copyOf(blanks.keySet())) {
      if (!isStillBlank(name)) {
        remove(name);
      }
    }
    return folder.isAsMadeBut(kept) && isOurs();
  }

  /** Remove all that is there but the FIFO, and make that anew if it is not as it was. */
  public void clear() throws IOException {
    written.clear();
    List.copyOf(blanks.keySet()).forEach(this::forgetBlank);
    folder.emptyBut(kept);
    if (!isOurs() || !drainEvents()) {
      events.close();
      folder.empty();
      makeEvents();
    }
  }

  /** Whether the FIFO is still ours, so that the next job can have it. */
  private boolean isOurs() {
    return eventsFile.isStillThere();
  }

  /** False if more and more is written there. */
  private boolean drainEvents() throws PosixException {
    for (int reads = 0; reads < READS_TO_EMPTY; reads++) {
      if (events().length == 0) {
        return true;
      }
    }
    return false;
  }

  /** A file this helper has made, to see whether a script has put another in its place. */
  private static final class KeptFile {
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

    boolean isStillThere() {
      return status.look() && status.inode() == inode && status.mode() == mode;
    }
  }
}
