package dev.bullpen.helper.folder;

import dev.bullpen.posix.Fifo;
import dev.bullpen.posix.FileStatus;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.ReadBuffer;
import dev.bullpen.posix.SmallFiles;
import dev.bullpen.wire.Desk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The helper's desk: a folder of its own for its whole life, used by one job at a time, with the
 * FIFO on which scripts report. Scripts are not trusted with it: whatever one does to the folder,
 * the next finds it as it should be.
 *
 * <p>Most scripts do nothing to it, and most jobs lay out the same empty files; so those stay, and
 * a look at the folder and at each of them shows whether anything has to be done.
 */
public final class DeskFolder {
  /** Set by the pool, which makes the folder and removes it. */
  private static final String VARIABLE = "BULLPEN_DESK";

  /** Where a file is written before it is moved to its name; no job's file is called so. */
  private static final String BESIDE = ".put";

  /**
   * So many reads empty any FIFO: one is a pipe of 64 KiB, which its user may make 1 MiB; see
   * pipe(7), /proc/sys/fs/pipe-max-size.
   */
  private static final int READS_TO_EMPTY = 1024 * 1024 / ReadBuffer.BYTES;

  private static final byte[] NOTHING = {};

  private final PrivateFolder folder;
  private final SmallFiles files = new SmallFiles();
  private final ReadBuffer buffer = new ReadBuffer();
  private final FolderSeal seal;
  private final Map<String, KeptFile> blanks = new HashMap<>();
  private Fifo events;
  private KeptFile eventsFile;

  /** The desk is empty; its FIFO is made. */
  public DeskFolder(Path path) throws IOException {
    this.folder = new PrivateFolder(path);
    this.seal = new FolderSeal(new FileStatus(path));
    makeEvents();
  }

  /** The one this helper was given. */
  static Optional<DeskFolder> ofEnvironment() throws IOException {
    String path = System.getenv(VARIABLE);
    return path == null ? Optional.empty() : Optional.of(new DeskFolder(Path.of(path)));
  }

  private void makeEvents() throws IOException {
    events = Fifo.make(path(Desk.EVENTS));
    eventsFile = new KeptFile(new FileStatus(path(Desk.EVENTS)));
  }

  public Path path(String name) {
    return folder.path().resolve(name);
  }

  /** Of the FIFO, to be watched. */
  public int descriptor() {
    return events.number();
  }

  /** What has been written to the FIFO; at most {@link ReadBuffer#BYTES}, empty if nothing. */
  public byte[] events() throws PosixException {
    return events.read(buffer);
  }

  /** Before the script starts: nobody can find half of a file. */
  public void layOut(List<Desk.File> wanted) throws PosixException {
    removeBlanksBeside(wanted);
    for (Desk.File file : wanted) {
      layOut(file.name(), file.bytes());
    }
  }

  private void removeBlanksBeside(List<Desk.File> wanted) {
    Iterator<String> names = blanks.keySet().iterator();
    while (names.hasNext()) {
      String name = names.next();
      if (!isAmong(wanted, name)) {
        names.remove();
        files.remove(path(name));
      }
    }
  }

  private static boolean isAmong(List<Desk.File> wanted, String name) {
    for (Desk.File file : wanted) { // not a stream: this is asked for each job
      if (file.name().equals(name)) {
        return true;
      }
    }
    return false;
  }

  private void layOut(String name, byte[] bytes) throws PosixException {
    if (bytes.length > 0) {
      blanks.remove(name);
      files.write(path(name), bytes);
    } else if (!blanks.containsKey(name)) {
      files.write(path(name), bytes);
      blanks.put(name, new KeptFile(new FileStatus(path(name))));
    }
  }

  /** Whoever looks finds the whole file or none. */
  public void put(String name, byte[] bytes) throws PosixException {
    blanks.remove(name);
    files.write(path(name), bytes, path(BESIDE));
  }

  /** The first bytes of a file; none if it is not there. */
  public byte[] read(String name, int atMost) {
    KeptFile blank = blanks.get(name);
    return blank != null && blank.isStillEmpty()
        ? NOTHING
        : files.read(path(name), atMost).orElse(NOTHING);
  }

  /** False if it was not there. */
  public boolean remove(String name) {
    blanks.remove(name);
    return files.remove(path(name));
  }

  /**
   * Whether it certainly is as the next job is to find it, if its FIFO is empty, which reading it
   * has shown.
   *
   * @param read files that have been read since nobody can write to them any more, and are not
   *     looked at again
   */
  public boolean isInOrder(List<String> read) {
    return seal.isIntact() && areBlanksIntact(read) && isOurs();
  }

  /** As it was before the job, but for empty files that were laid out and still are empty. */
  public void clear() throws IOException {
    if (isInOrder(List.of()) && isEventsEmpty()) {
      return;
    }
    blanks.values().removeIf(blank -> !blank.isStillEmpty());
    folder.emptyBut(kept());
    if (!isOurs() || !isEventsEmpty()) {
      events.close();
      blanks.clear();
      folder.empty();
      makeEvents();
    }
    seal.renew();
  }

  private Set<String> kept() {
    return Stream.concat(blanks.keySet().stream(), Stream.of(Desk.EVENTS))
        .collect(Collectors.toSet());
  }

  private boolean areBlanksIntact(List<String> read) {
    for (Map.Entry<String, KeptFile> entry : blanks.entrySet()) {
      KeptFile blank = entry.getValue();
      if (read.contains(entry.getKey()) ? !blank.wasEmpty() : !blank.isStillEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** Whether the FIFO is still ours, so that the next job can have it. */
  private boolean isOurs() {
    return eventsFile.isStillThere();
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
