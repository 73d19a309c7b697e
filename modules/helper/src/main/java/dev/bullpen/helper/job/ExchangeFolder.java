package dev.bullpen.helper.job;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.FileStatus;
import dev.bullpen.posix.IoBuffer;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.SmallFiles;
import dev.bullpen.wire.ExchangeFiles;
import dev.bullpen.wire.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The folder in which one job after the other exchanges files with its script: files laid out
 * before the start, events that the script writes to a FIFO, files with which it asks, answers to
 * those, and the files it leaves. Scripts are not trusted with the folder: whatever a script does
 * to it, the next job finds it in order.
 */
public final class ExchangeFolder {
  /** A question without an event after it is found within this time. */
  private static final Duration SCAN_EVERY = Duration.ofMillis(100);

  /** A longer question is passed on empty, and a longer file that is left is cut. */
  static final int NOTE_BYTES = 1024 * 1024;

  /** So many reads empty any FIFO. It has 64 KiB, and its user may make that 1 MiB; see pipe(7). */
  private static final int READS_TO_EMPTY = 1024 * 1024 / IoBuffer.BYTES;

  /** Where a file is written before it is moved to its name. No file of a job has this name. */
  private static final String BESIDE = ".put";

  /** Where a question is read. No file of a job has this name either. */
  private static final String TAKEN = ".taken";

  private static final ExchangeFiles NONE = new ExchangeFiles(List.of(), List.of(), List.of());

  private static final Set<String> KEPT = Set.of(ExchangeFiles.EVENTS);

  private final PrivateFolder folder;
  private final Events events;
  private final SmallFiles files = new SmallFiles();
  private final IoBuffer buffer = new IoBuffer();
  private final FileStatus fifoStatus;
  private final Set<String> written = new HashSet<>();

  private Descriptor fifo;
  private long fifoInode;
  private int fifoMode;

  // The state of the job that runs.
  private long job;
  private ExchangeFiles wanted = NONE;
  private long scannedAt;
  private boolean drained;

  /** Make the FIFO in an empty folder that only its owner can enter. */
  public ExchangeFolder(Path path, Events events) throws IOException {
    this.folder = new PrivateFolder(path);
    this.events = events;
    this.fifoStatus = new FileStatus(path(ExchangeFiles.EVENTS));
    this.fifo = makeFifo();
  }

  private Descriptor makeFifo() throws PosixException {
    Descriptor made = Descriptor.ofNewFifo(path(ExchangeFiles.EVENTS));
    fifoStatus.read();
    fifoInode = fifoStatus.inode();
    fifoMode = fifoStatus.mode();
    return made;
  }

  public Path path(String name) {
    return folder.path().resolve(name);
  }

  /**
   * Lay out a job's files before its script starts, so that no process finds half of a file. {@link
   * #end} or {@link #clear} must follow. If this fails, nothing is left.
   */
  public void begin(Frame.Job next) throws IOException {
    job = next.job();
    wanted = next.exchange().orElseThrow();
    scannedAt = System.nanoTime();
    try {
      for (ExchangeFiles.File file : wanted.files()) {
        written.add(file.name());
        files.write(path(file.name()), file.bytes());
      }
    } catch (PosixException e) {
      clear();
      throw e;
    }
    events.watch(Events.Source.EXCHANGE, fifo.number());
  }

  /** How long the next scan for a question can wait; empty if the job may ask none. */
  Optional<Duration> patience() {
    if (wanted.asks().isEmpty()) {
      return Optional.empty();
    }
    long left = scannedAt + SCAN_EVERY.toNanos() - System.nanoTime();
    return Optional.of(Duration.ofNanos(Math.max(0, left)));
  }

  /**
   * Take what is there for the supervisor. Questions are taken only while the script may wait for
   * an answer.
   */
  List<Frame> take(boolean running) throws PosixException {
    List<Frame> taken = new ArrayList<>();
    boolean some = events.isReady(Events.Source.EXCHANGE) && takeEvents(taken);
    Optional<Duration> left = patience();
    if (running && left.isPresent() && (some || left.get().isZero())) {
      takeQuestions(taken);
    }
    return taken;
  }

  /** Take what one read of the FIFO finds; false if that is nothing. */
  private boolean takeEvents(List<Frame> taken) throws PosixException {
    byte[] bytes = buffer.readPresent(fifo);
    if (bytes.length > 0) {
      taken.add(new Frame.Event(job, bytes));
    }
    return bytes.length > 0;
  }

  /**
   * An empty file is still being written, so it is read again later. A question belongs to the
   * process that takes its file away: this helper, or the script that takes its question back. It
   * is read after that, because until then the script may put another in its place.
   */
  private void takeQuestions(List<Frame> taken) throws PosixException {
    scannedAt = System.nanoTime();
    for (String name : wanted.asks()) {
      if (isWritten(name) && files.move(path(name), path(TAKEN))) {
        byte[] bytes = read(TAKEN);
        files.remove(path(TAKEN));
        takeEvents(taken); // events that the script wrote before it asked
        taken.add(new Frame.Note(job, name, bytes.length > NOTE_BYTES ? new byte[0] : bytes));
      }
    }
  }

  private boolean isWritten(String name) {
    return files.read(path(name), 1).filter(bytes -> bytes.length > 0).isPresent();
  }

  private byte[] read(String name) {
    return files.read(path(name), NOTE_BYTES + 1).orElse(new byte[0]);
  }

  /** Put a file there for the script. It appears whole or not at all. */
  void put(String name, byte[] bytes) {
    try {
      written.add(name);
      files.write(path(name), bytes, path(BESIDE));
    } catch (PosixException e) { // the script waits in vain
      HelperLog.warn("%s of job %s: %s".formatted(name, job, e.getMessage()));
    }
  }

  /** Show the script that its job is cancelled. Called before the signal that means the same. */
  void announceCancel() {
    put(ExchangeFiles.CANCELLED, new byte[0]);
  }

  /**
   * The script has ended: take its last events, without waiting for more, and the files it left.
   */
  List<Frame> end() throws PosixException {
    events.forget(Events.Source.EXCHANGE);
    List<Frame> taken = new ArrayList<>();
    drained = false;
    for (int reads = 0; reads < READS_TO_EMPTY && !drained; reads++) {
      drained = !takeEvents(taken);
    }
    for (String name : wanted.leaves()) {
      byte[] bytes = read(name);
      if (bytes.length > NOTE_BYTES) {
        taken.add(new Frame.Note(job, name + ExchangeFiles.CUT, Arrays.copyOf(bytes, NOTE_BYTES)));
      } else if (bytes.length > 0) {
        taken.add(new Frame.Note(job, name, bytes));
      }
    }
    wanted = NONE; // its files may be a quarter of the heap
    return taken;
  }

  /**
   * Remove the files that this helper has put there. Called after {@link #end}, when no process is
   * left that could write here. False if the folder may not be in order; then call {@link #clear}.
   */
  boolean tidy() {
    written.forEach(name -> files.remove(path(name)));
    written.clear();
    return drained && folder.isAsMadeBut(KEPT) && isFifoOwn();
  }

  /**
   * Remove everything but the FIFO, and make the FIFO anew if it has changed. Called when no
   * process is left that could write here.
   */
  public void clear() throws IOException {
    events.forget(Events.Source.EXCHANGE);
    wanted = NONE;
    written.clear();
    folder.emptyBut(KEPT);
    if (!isFifoOwn() || !drain()) {
      Descriptor before = fifo; // if no other can be made, its number is still its own
      folder.empty();
      fifo = makeFifo();
      before.close();
    }
  }

  /** Whether the FIFO is still the one that this helper made. */
  private boolean isFifoOwn() {
    return fifoStatus.read() && fifoStatus.inode() == fifoInode && fifoStatus.mode() == fifoMode;
  }

  /** Read what is left in the FIFO; false if there is ever more. */
  private boolean drain() throws PosixException {
    for (int reads = 0; reads < READS_TO_EMPTY; reads++) {
      if (buffer.readPresent(fifo).length == 0) {
        return true;
      }
    }
    return false;
  }
}
