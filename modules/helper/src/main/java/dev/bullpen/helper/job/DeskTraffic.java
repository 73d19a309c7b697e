package dev.bullpen.helper.job;

import dev.bullpen.helper.folder.DeskFolder;
import dev.bullpen.helper.log.HelperLog;
import dev.bullpen.helper.poll.Events;
import dev.bullpen.posix.PosixException;
import dev.bullpen.wire.ExchangeFiles;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * What passes between one job and its script over the desk: files laid out before the start, events
 * as they are written, files the script asks with as they appear, answers to those, and the files
 * it leaves.
 */
final class DeskTraffic {
  /** Who asks without an event after it waits so long to be heard, and no longer. */
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** A question or an error of more than this is none. */
  static final int NOTE_BYTES = 1024 * 1024;

  /** A FIFO holds no more than one read takes; a second finds what came meanwhile. */
  private static final int LAST_READS = 2;

  private final long job;
  private final ExchangeFiles wanted;
  private final DeskFolder desk;
  private final Events events;
  private final FrameWriter out;
  private long lookedAt = System.nanoTime();

  private DeskTraffic(
      long job, ExchangeFiles wanted, DeskFolder desk, Events events, FrameWriter out) {
    this.job = job;
    this.wanted = wanted;
    this.desk = desk;
    this.events = events;
    this.out = out;
  }

  /**
   * Lay out what the job wants on the desk, and watch for events; {@link #end} must follow, or
   * {@link #close}.
   *
   * @return empty if it wants nothing with the desk
   * @throws PosixException if a file cannot be written; nothing is left there then
   */
  static Optional<DeskTraffic> open(
      Frame.Job job, Optional<DeskFolder> desk, Events events, FrameWriter out) throws IOException {
    if (job.exchange().isEmpty()) {
      return Optional.empty();
    }
    DeskFolder folder =
        desk.orElseThrow(() -> new IllegalStateException("a job wants a desk, and there is none"));
    DeskTraffic traffic = new DeskTraffic(job.job(), job.exchange().get(), folder, events, out);
    traffic.begin();
    return Optional.of(traffic);
  }

  private void begin() throws IOException {
    try {
      desk.layOut(wanted.files());
    } catch (PosixException e) {
      close();
      throw e;
    }
    events.watch(Events.Source.DESK, desk.descriptor());
  }

  /** How long the next look for a question can wait; empty if the job asks none. */
  Optional<Duration> patience() {
    if (wanted.asks().isEmpty()) {
      return Optional.empty();
    }
    long left = lookedAt + LOOK_EVERY.toNanos() - System.nanoTime();
    return Optional.of(Duration.ofNanos(Math.max(0, left)));
  }

  /**
   * Pass on at once what is there.
   *
   * @param running whether the script may wait for an answer
   */
  void take(boolean running) throws IOException {
    boolean some = events.isReady(Events.Source.DESK) && passOnEvents();
    Optional<Duration> left = patience();
    boolean due = left.isPresent() && (some || left.get().isZero());
    if ((running && due && passOnQuestions()) || some) {
      out.flush();
    }
  }

  private boolean passOnEvents() throws IOException {
    byte[] bytes = desk.events();
    if (bytes.length > 0) {
      out.gather(new Frame.Event(job, bytes));
    }
    return bytes.length > 0;
  }

  /**
   * One that is still empty is looked at again: it is just being written. One that its script has
   * removed meanwhile is none: whoever removes it, we or the script, has it.
   */
  private boolean passOnQuestions() throws IOException {
    boolean some = false;
    lookedAt = System.nanoTime();
    for (String name : wanted.asks()) {
      byte[] bytes = desk.read(name, NOTE_BYTES + 1);
      if (bytes.length > 0 && desk.remove(name)) {
        passOnEvents(); // what the script said since the last look, and before it asked
        out.gather(new Frame.Note(job, name, bytes.length > NOTE_BYTES ? new byte[0] : bytes));
        some = true;
      }
    }
    return some;
  }

  /** A file for the script. If it cannot be written, the script waits in vain; say why. */
  void put(String name, byte[] bytes) {
    try {
      desk.put(name, bytes);
    } catch (PosixException e) {
      HelperLog.warn("%s of job %s: %s".formatted(name, job, e.getMessage()));
    }
  }

  /** Said before the signal that says the same. */
  void announceCancel() {
    put(ExchangeFiles.CANCELLED, new byte[0]);
  }

  /**
   * The script has ended: pass on its last events, without waiting for more, and what it left.
   *
   * @param settled whether no process is left that could write to the desk
   * @return whether that is so, and the desk certainly is as the next job is to find it; if not,
   *     {@link #close} must follow
   */
  boolean end(boolean settled) throws IOException {
    events.forget(Events.Source.DESK);
    boolean more = true;
    for (int reads = 0; reads < LAST_READS && more; reads++) {
      more = passOnEvents();
    }
    for (String name : wanted.leaves()) {
      byte[] bytes = desk.read(name, NOTE_BYTES + 1);
      if (bytes.length > NOTE_BYTES) {
        out.gather(new Frame.Note(job, name + ExchangeFiles.CUT, Arrays.copyOf(bytes, NOTE_BYTES)));
      } else if (bytes.length > 0) {
        out.gather(new Frame.Note(job, name, bytes));
      }
    }
    return settled && !more && desk.tidy();
  }

  /** No process is left that could write to the desk: leave it to the next job as it was. */
  void close() throws IOException {
    events.forget(Events.Source.DESK);
    desk.clear();
  }
}
