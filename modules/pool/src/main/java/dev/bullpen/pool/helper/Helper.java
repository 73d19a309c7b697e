package dev.bullpen.pool.helper;

import dev.bullpen.pool.folder.HelperFolders;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.process.HelperCgroup;
import dev.bullpen.pool.process.Marker;
import dev.bullpen.pool.process.Reaper;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.ProcessGroup;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.SpawnRequest;
import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameException;
import dev.bullpen.wire.FrameReader;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * One helper JVM: its process group, its frames, and the thread that reads them and buries it.
 *
 * <p>How far it is and what it has is the roster's to know: its {@link Place}.
 */
public final class Helper {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** What its thread tells the pool. */
  public interface Listener {
    /**
     * @throws IOException if it should not say that now; it is ended then
     */
    void heard(Helper helper, Frame.ToSupervisor frame) throws IOException;

    /** Its frames have ended; no more can be sent either. */
    void lost(Helper helper);

    /** It has been seen gone. */
    void died(Helper helper, HelperExit death);
  }

  /**
   * From the end of a helper's frames to its own, if it is dying; on a busy machine that takes a
   * while, and who is taken for living then is said to have broken the protocol.
   */
  private static final Duration LAST_MOMENT = Duration.ofMillis(250);

  private static final Duration PATIENCE = Duration.ofMillis(500);
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  /** The exit code of a server that cannot go on, nor end in order. */
  private static final int BROKEN = 1;

  private static final int STDERR = 2;
  private static final int FRAMES_IN = 3;
  private static final int FRAMES_OUT = 4;

  private final int id;
  private final Optional<HelperFolders> folders;
  private final Surroundings surroundings;
  private final int pid;
  private final ProcessGroup group;
  private final Outbox outbox;
  private final Place place = new Place();
  private final AtomicReference<FailureReason> verdict = new AtomicReference<>();

  private final Object pidLock = new Object();
  private boolean gone;

  private volatile boolean exiting;

  private final Descriptor frames;
  private final Reaper reaper;
  private final Listener listener;
  private final AtomicBoolean reaping = new AtomicBoolean();

  /** By the last look: whether it was dead, and nothing more came. */
  private volatile boolean silent;

  private Helper(
      HelperStart start,
      int pid,
      Outbox outbox,
      Descriptor frames,
      Reaper reaper,
      Listener listener) {
    this.frames = frames;
    this.reaper = reaper;
    this.listener = listener;
    this.id = start.id();
    this.folders = start.folders();
    this.surroundings = new Surroundings(folders);
    this.pid = pid;
    this.group = new ProcessGroup(pid);
    this.outbox = outbox;
  }

  /** Spawn it in a session of its own; its thread reports to {@code listener} from then on. */
  public static Helper start(
      HelperStart start, Reaper reaper, PoolThreads threads, Listener listener)
      throws PosixException {
    Pipe toHelper = Pipe.ofSockets();
    try {
      toHelper.writing().neverWait();
      Pipe fromHelper = Pipe.ofSockets();
      try {
        int pid =
            reaper.spawn(
                new SpawnRequest(
                    start.argv(),
                    start.environment(),
                    Optional.of(Self.folderOrRoot()),
                    Map.of(
                        1,
                        STDERR,
                        2,
                        STDERR,
                        FRAMES_IN,
                        toHelper.reading().number(),
                        FRAMES_OUT,
                        fromHelper.writing().number()),
                    SpawnRequest.Placement.SESSION));
        toHelper.reading().close();
        fromHelper.writing().close();
        Helper helper =
            new Helper(
                start,
                pid,
                new Outbox(toHelper.writing(), threads),
                fromHelper.reading(),
                reaper,
                listener);
        try {
          helper.listen(start.cgroup());
        } catch (NoThreadException e) {
          helper.group.signal(Signal.KILL);
          reaper.reap(pid);
          throw PosixException.ofStart("a thread for " + helper, Errno.EAGAIN);
        }
        return helper;
      } catch (PosixException | RuntimeException | Error e) {
        fromHelper.close();
        throw e;
      }
    } catch (PosixException | RuntimeException | Error e) {
      toHelper.close();
      throw e;
    }
  }

  private void listen(HelperCgroup cgroup) {
    new DaemonThread("helper-" + id + " frames", () -> hear(cgroup)).start();
  }

  private void hear(HelperCgroup cgroup) {
    boolean ready = false;
    Optional<String> broken = Optional.empty();
    try (DescriptorInput input = new DescriptorInput(frames)) {
      cgroup.take(pid); // before it is heard: no hello, no job
      FrameReader reader = new FrameReader(input);
      for (Optional<Frame> frame = reader.next();
          frame.isPresent() && !reaping.get();
          frame = reader.next()) {
        listener.heard(this, expected(frame.get()));
        ready = true;
      }
    } catch (IOException e) {
      broken = Optional.of(e.getMessage());
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a defect in hearing " + this, e);
      broken = Optional.of(e.toString());
    }
    reap(broken, ready);
  }

  private static Frame.ToSupervisor expected(Frame frame) throws IOException {
    if (frame instanceof Frame.ToSupervisor toSupervisor) {
      return toSupervisor;
    }
    throw new IOException("a helper does not send " + frame.getClass().getSimpleName());
  }

  /**
   * No frames, no use: end the process if it does not end by itself, and see it gone. Where that
   * fails for want of a class, whose jar has been overwritten, nobody would ever hear of its job,
   * and nobody end what it has left: then this process ends as it is, and the guard does the rest.
   */
  private void reap(Optional<String> broken, boolean ready) {
    if (!reaping.compareAndSet(false, true)) {
      return;
    }
    try {
      endAndReap(broken, ready);
    } catch (LinkageError e) {
      try {
        LOG.log(Level.ERROR, "the server ends: " + this + " cannot be buried", e);
      } finally {
        Runtime.getRuntime().halt(BROKEN);
      }
    }
  }

  /**
   * For now and then: if it is dead, and was at the last look, and its frames neither go on nor
   * end, a script holds them, which has opened them by /proc. Nobody waits for that one.
   */
  public void reapIfDead() {
    boolean wasSilent = silent;
    silent = isDead() && isSilent();
    if (silent && wasSilent) {
      reap(Optional.empty(), true);
    }
  }

  /** Whether it lives, and neither guard nor sweep can tell by {@code /proc} what it is. */
  public boolean isUnseen(Marker marker) {
    if (marker.isShownBy(pid) || Marker.isDying(pid)) {
      return false;
    }
    synchronized (pidLock) {
      return !gone && !isDead(); // looked at last: what is dead shows nothing
    }
  }

  private boolean isDead() {
    try {
      synchronized (pidLock) {
        return !gone && Child.hasEnded(pid);
      }
    } catch (PosixException e) {
      LOG.log(Level.DEBUG, "whether {0} lives is seen later: {1}", this, e.getMessage());
      return false;
    }
  }

  /** Whether nothing is to be read, and not the end either. */
  private boolean isSilent() {
    Poll poll = new Poll(1);
    poll.set(0, frames.number());
    try {
      return !poll.look();
    } catch (PosixException e) {
      return false;
    }
  }

  private void endAndReap(Optional<String> broken, boolean ready) {
    listener.lost(this);
    try {
      boolean byItself = awaitOwnEnd();
      group.signal(Signal.KILL);
      outbox.close();
      awaitEnd();
      synchronized (pidLock) {
        gone = true; // from here on the number may be another's
      }
      ExitStatus status = reaper.reap(pid);
      listener.died(
          this,
          HelperExit.of(
              Optional.ofNullable(verdict.get()), broken, byItself, status, ready, exiting));
    } catch (IOException e) {
      LOG.log(Level.ERROR, this + " could not be buried: " + e.getMessage());
      listener.died(this, new HelperExit(FailureReason.KILLED, e.getMessage()));
    }
  }

  /**
   * Wait until it can be buried. Whoever traces it (ptrace(2)) has its end for himself until his
   * own; what it has left, which is ours now, may.
   */
  private void awaitEnd() throws PosixException {
    while (!Child.awaitEnd(pid, PATIENCE) || !Child.hasEnded(pid)) {
      try {
        reaper.endOrphans();
      } catch (IOException e) { // for want of a descriptor, for instance
        LOG.log(Level.DEBUG, "what {0} has left is not ended yet: {1}", this, e.getMessage());
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  /** A dying process closes its descriptors a moment before its end can be seen. */
  private boolean awaitOwnEnd() throws PosixException {
    return Child.awaitEnd(pid, LAST_MOMENT);
  }

  public int id() {
    return id;
  }

  int pid() {
    return pid;
  }

  /** The folder in which its jobs exchange files with their scripts. */
  Optional<Path> desk() {
    return folders.map(HelperFolders::desk);
  }

  /** What it tells its jobs. */
  Surroundings surroundings() {
    return surroundings;
  }

  /** Whether it has one, and that is there. */
  public boolean hasDesk() {
    return desk().filter(Files::isDirectory).isPresent();
  }

  /** The folder for temporary files of its jobs; empty if they share the server's. */
  Optional<Path> temporary() {
    return folders.flatMap(HelperFolders::temporary);
  }

  /** What the roster knows of it. */
  public Place place() {
    return place;
  }

  /**
   * Send a frame; a helper that is gone by now is noticed by its reader.
   *
   * @throws FrameException if it is too long for any frame
   */
  public void send(Frame.ToHelper frame) throws FrameException {
    outbox.send(frame);
  }

  /** The same for a frame that it can do without. */
  public void tell(Frame.ToHelper frame) {
    try {
      send(frame);
    } catch (FrameException e) {
      LOG.log(Level.WARNING, "{0} is not sent {1}: {2}", this, frame, e.getMessage());
    }
  }

  /** Let it end: its frames end, so it cleans up and goes. */
  public void dismiss() {
    dismiss(FailureReason.SHUTDOWN);
  }

  /** The same, for a reason of its own. */
  public void dismiss(FailureReason why) {
    verdict.compareAndSet(null, why);
    outbox.close();
  }

  /** It has said that it ends itself. */
  public void spent() {
    verdict.compareAndSet(null, FailureReason.SPENT);
  }

  /** It has said that somebody in it exits. */
  public void exiting() {
    exiting = true;
  }

  /** End it now, for a reason of ours; its reader sees it go. */
  public void kill(FailureReason why) {
    verdict.compareAndSet(null, why);
    try {
      synchronized (pidLock) {
        if (!gone) {
          group.signal(Signal.KILL);
        }
      }
    } catch (PosixException e) {
      LOG.log(Level.ERROR, this + " cannot be ended: " + e.getMessage());
    }
  }

  @Override
  public String toString() {
    return "helper %d (pid %d)".formatted(id, pid);
  }
}
