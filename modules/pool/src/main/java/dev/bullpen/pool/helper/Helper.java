package dev.bullpen.pool.helper;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.process.HelperCgroups;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * One helper JVM: its process group, its frames, and the thread that reads them and reaps it. The
 * roster keeps its state and job in its {@link HelperStatus}.
 */
public final class Helper {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** Receives a helper's reports and its end, on the helper's own thread. */
  public interface Listener {
    /**
     * @throws IOException if this report is not allowed now; the helper is then ended
     */
    void received(Helper helper, Frame.ToSupervisor frame) throws IOException;

    /** Its frames have ended, and none can be sent either. */
    void lost(Helper helper);

    /** Its process has ended. */
    void died(Helper helper, HelperExit death);
  }

  /**
   * How long a dying helper may live after the end of its frames, on a busy machine. If it lives
   * longer, it has broken the protocol.
   */
  private static final Duration LAST_MOMENT = Duration.ofMillis(250);

  private static final Duration PATIENCE = Duration.ofMillis(500);
  private static final Duration CHECK_EVERY = Duration.ofMillis(20);

  /** The exit code of a server that can neither continue nor end in order. */
  private static final int BROKEN = 1;

  private static final int STDERR = 2;
  private static final int FRAMES_IN = 3;
  private static final int FRAMES_OUT = 4;

  private final HelperSetup setup;
  private final int pid;
  private final ProcessGroup group;
  private final FrameSender outbox;
  private final HelperStatus status = new HelperStatus();
  private final AtomicReference<FailureReason> verdict = new AtomicReference<>();

  private final Object pidLock = new Object();
  private boolean gone;

  private volatile boolean exiting;

  private final Descriptor frames;
  private final Reaper reaper;
  private final Listener listener;
  private final AtomicBoolean reaping = new AtomicBoolean();

  /** Whether it was dead at the last check, without a frame to read. */
  private volatile boolean silent;

  private Helper(
      HelperSetup setup,
      int pid,
      FrameSender outbox,
      Descriptor frames,
      Reaper reaper,
      Listener listener) {
    this.frames = frames;
    this.reaper = reaper;
    this.listener = listener;
    this.setup = setup;
    this.pid = pid;
    this.group = new ProcessGroup(pid);
    this.outbox = outbox;
  }

  /** Spawn it in its own session. From then on its thread reports to {@code listener}. */
  public static Helper start(
      HelperSetup setup,
      HelperCgroups cgroups,
      Reaper reaper,
      PoolThreads threads,
      Listener listener)
      throws PosixException {
    List<Pipe> pipes = new ArrayList<>(2);
    try {
      Pipe toHelper = Pipe.ofSockets();
      pipes.add(toHelper);
      toHelper.writing().neverWait();
      Pipe fromHelper = Pipe.ofSockets();
      pipes.add(fromHelper);
      FrameSender outbox = new FrameSender(toHelper.writing(), threads);
      int pid =
          reaper.spawn(
              new SpawnRequest(
                  setup.argv(),
                  setup.environment(),
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
      Helper helper = new Helper(setup, pid, outbox, fromHelper.reading(), reaper, listener);
      try {
        new DaemonThread("helper-" + setup.id() + " frames", () -> helper.readFrames(cgroups))
            .start();
      } catch (NoThreadException e) {
        helper.group.signal(Signal.KILL);
        reaper.reap(pid);
        throw PosixException.ofStart("a thread for " + helper, Errno.EAGAIN);
      }
      return helper;
    } catch (PosixException | RuntimeException | Error e) {
      pipes.forEach(Pipe::close);
      throw e;
    }
  }

  private void readFrames(HelperCgroups cgroups) {
    boolean ready = false;
    Optional<String> broken = Optional.empty();
    try (DescriptorInput input = new DescriptorInput(frames)) {
      cgroups.take(id(), pid); // first, because a helper gets no job before its hello
      FrameReader reader = new FrameReader(input);
      for (Optional<Frame> frame = reader.next();
          frame.isPresent() && !reaping.get();
          frame = reader.next()) {
        listener.received(this, expected(frame.get()));
        ready = true;
      }
    } catch (IOException e) {
      broken = Optional.of(e.getMessage());
    } catch (RuntimeException | Error e) {
      LOG.log(Level.ERROR, "a defect in reading the frames of " + this, e);
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
   * The frames have ended: reap the process, after ending it if it does not end by itself. If that
   * fails because a class cannot be loaded from an overwritten jar, or for lack of memory, its job
   * would never be answered and its processes never ended. So this process then ends at once, and
   * the guard does the rest.
   */
  private void reap(Optional<String> broken, boolean ready) {
    if (!reaping.compareAndSet(false, true)) {
      return;
    }
    try {
      endAndReap(broken, ready);
    } catch (Error e) {
      try {
        LOG.log(Level.ERROR, "the server ends: " + this + " cannot be reaped", e);
      } finally {
        Runtime.getRuntime().halt(BROKEN);
      }
    }
  }

  /**
   * Call regularly. If the helper was dead at the last check too, and its frames neither continue
   * nor end, another process has opened them through /proc and holds them open. Then the frames are
   * not waited for.
   */
  public void reapIfDead() {
    boolean wasSilent = silent;
    silent = isDead() && isSilent();
    if (silent && wasSilent) {
      reap(Optional.empty(), true);
    }
  }

  /** Whether it lives, but {@code /proc} does not show guard and sweep that it is a helper. */
  public boolean isUnseen(Marker marker) {
    if (marker.isShownBy(pid) || Marker.isDying(pid)) {
      return false;
    }
    synchronized (pidLock) {
      return !gone && !isDead(); // checked last, because a dead process shows nothing
    }
  }

  private boolean isDead() {
    try {
      synchronized (pidLock) {
        return !gone && Child.hasEnded(pid);
      }
    } catch (PosixException e) {
      LOG.log(Level.DEBUG, "whether {0} lives is checked again later: {1}", this, e.getMessage());
      return false;
    }
  }

  /** Whether there is neither a frame to read nor the end of frames. */
  private boolean isSilent() {
    Poll poll = new Poll(1);
    poll.set(0, frames.number());
    try {
      return !poll.check();
    } catch (PosixException e) {
      return false;
    }
  }

  private void endAndReap(Optional<String> broken, boolean ready) {
    listener.lost(this);
    try {
      // A dying process closes its descriptors a moment before it can be reaped.
      boolean byItself = Child.awaitEnd(pid, LAST_MOMENT);
      group.signal(Signal.KILL);
      outbox.close();
      awaitEnd();
      synchronized (pidLock) {
        gone = true; // from here on another process may have this pid
      }
      ExitStatus status = reaper.reap(pid);
      listener.died(
          this,
          HelperExit.of(
              Optional.ofNullable(verdict.get()), broken, byItself, status, ready, exiting));
    } catch (IOException e) {
      LOG.log(Level.ERROR, this + " could not be reaped: " + e.getMessage());
      listener.died(this, new HelperExit(FailureReason.KILLED, e.getMessage()));
    }
  }

  /**
   * Waits until it can be reaped. While another process traces it (ptrace(2)), its end is not
   * reported to this process. The tracer may be an orphan of the helper, which this process has
   * adopted.
   */
  private void awaitEnd() throws PosixException {
    while (!Child.awaitEnd(pid, PATIENCE) || !Child.hasEnded(pid)) {
      try {
        reaper.endOrphans();
      } catch (IOException e) { // for lack of a descriptor, for example
        LOG.log(Level.DEBUG, "processes left by {0} are not ended yet: {1}", this, e.getMessage());
      }
      LockSupport.parkNanos(CHECK_EVERY.toNanos());
    }
  }

  public int id() {
    return setup.id();
  }

  int pid() {
    return pid;
  }

  public HelperSetup setup() {
    return setup;
  }

  /** Whether it has an exchange folder that still exists. */
  public boolean hasExchangeFolder() {
    return setup.folders().filter(own -> Files.isDirectory(own.exchange())).isPresent();
  }

  /** Its state and job, as the roster knows them. */
  public HelperStatus status() {
    return status;
  }

  /**
   * Sends a frame. If the helper has gone, the thread that reads its frames notices.
   *
   * @throws FrameException if it is too long for a frame
   */
  public void send(Frame.ToHelper frame) throws FrameException {
    outbox.send(frame);
  }

  /** The same for a frame that is not essential. */
  public void sendIfPossible(Frame.ToHelper frame) {
    try {
      send(frame);
    } catch (FrameException e) {
      LOG.log(Level.WARNING, "{0} is not sent {1}: {2}", this, frame, e.getMessage());
    }
  }

  public void dismiss() {
    dismiss(FailureReason.SHUTDOWN);
  }

  /** Let it end: its frames end, so it cleans up and exits. */
  public void dismiss(FailureReason why) {
    verdict.compareAndSet(null, why);
    outbox.close();
  }

  /** The helper has reported that it is ending itself. */
  public void spent() {
    verdict.compareAndSet(null, FailureReason.SPENT);
  }

  /** The helper has reported that a program in it is exiting. */
  public void exiting() {
    exiting = true;
  }

  /** Kill it now. Its reader notices the end. */
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
    return "helper %d (pid %d)".formatted(id(), pid);
  }
}
