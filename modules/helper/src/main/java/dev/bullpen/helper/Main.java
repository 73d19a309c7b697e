package dev.bullpen.helper;

import dev.bullpen.helper.job.HelperLog;
import dev.bullpen.helper.job.Leftovers;
import dev.bullpen.helper.job.Workplace;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.StandardOutput;
import dev.bullpen.posix.proc.OpenFileLimit;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.wire.Frame;
import dev.bullpen.wire.FrameWriter;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * Start of a helper. The supervisor gives it frames on descriptors 3 (in) and 4 (out), /dev/null as
 * standard input, and its own standard error as 1 and 2. So nothing that is printed in this JVM can
 * be taken for a frame.
 */
public final class Main {
  private static final Path OOM_SCORE = Path.of("/proc/self/oom_score_adj");

  /**
   * In thousandths of all memory. A supervisor uses little more memory than a helper; a program
   * that exhausts the memory uses far more.
   */
  private static final int KILLED_SOONER = 100;

  private static final int HIGHEST_OOM_SCORE = 1000;

  /** A system property, set if the server has raised its limit; see {@code HelperCommand}. */
  private static final String OPEN_FILES = "bullpen.files";

  private static final int FRAMES_IN = 3;
  private static final int FRAMES_OUT = 4;

  /** Listing the children takes three, and some more may be in use for a moment. */
  private static final int SPARE = 5;

  /** A guard needs a second at most. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final Duration TRY_EVERY = Duration.ofMillis(20);

  private Main() {}

  /** A helper that cannot hide works as well. The log warns what scripts can do then. */
  private static void hide() {
    if (Safeguard.HIDING.on()) {
      try {
        Self.hide();
      } catch (PosixException e) {
        HelperLog.warn("scripts can open what this helper has open: " + e.getMessage());
      }
    }
  }

  /**
   * A server of many connections has raised its limit of open files, which this process inherits.
   * Scripts get the limit of the server's caller, because with a high one some are slow or fail.
   */
  private static void limitOpenFiles() {
    Long soft = Long.getLong(OPEN_FILES);
    if (soft != null) {
      try {
        OpenFileLimit.current().withSoft(soft).set();
      } catch (PosixException e) {
        HelperLog.warn("scripts have the server's limit of open files: " + e.getMessage());
      }
    }
  }

  /** Guard and sweep find this process by its arguments; see {@code Marker}. */
  public static void main(String[] arguments) throws IOException {
    StandardOutput.useForErrors();
    HelperLog.begin(Map.copyOf(System.getenv()));
    raiseOomScore();
    limitOpenFiles();
    hide();
    boolean subReaper = Safeguard.SUBREAPER.on() && Self.becomeSubReaper();
    Descriptor in = Descriptor.of(FRAMES_IN);
    FrameWriter out = new FrameWriter(new DescriptorOutput(Descriptor.of(FRAMES_OUT)));
    List<Descriptor> spare = spare();
    Workplace workplace = Workplace.ofEnvironment();
    FrameLoop loop = new FrameLoop(in, out, workplace);
    Rehearsal.run(loop, workplace);
    try {
      out.write(new Frame.Hello(Self.pid(), subReaper));
      announceExit(out);
      loop.run();
    } catch (IOException | RuntimeException | Error e) {
      if (!isSupervisorGone(e)) {
        // The supervisor does not see the reason, and an exception thrown from here is shown
        // nowhere.
        HelperLog.fail("it cannot go on", e);
      }
    } finally {
      // Whatever went wrong, the supervisor sees the end of this process, and its children end too.
      end(loop, spare);
    }
  }

  /** Descriptors that no job can use up; none if the limit is very low. */
  private static List<Descriptor> spare() {
    List<Descriptor> spare = new ArrayList<>();
    try {
      while (spare.size() < SPARE) {
        spare.add(Descriptor.ofNothing());
      }
    } catch (PosixException e) {
      spare.forEach(Descriptor::close);
      spare.clear();
    }
    return spare;
  }

  /**
   * Ends the children and this process. If children cannot be ended here, for want of descriptors
   * for instance, the guard ends them before it ends this process, and the supervisor does when
   * this process is gone.
   */
  private static void end(FrameLoop loop, List<Descriptor> spare) {
    spare.forEach(Descriptor::close);
    abandon(loop);
    long deadline = Leftovers.deadline(loop.hasRunProviders());
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!endLeftovers(deadline) && System.nanoTime() - until < 0) {
      LockSupport.parkNanos(TRY_EVERY.toNanos());
    }
    try {
      HelperLog.awaitWritten();
      endLeftovers(deadline); // what a provider's threads have started meanwhile
    } finally {
      Self.killGroup();
    }
  }

  private static void abandon(FrameLoop loop) {
    try {
      loop.abandon();
    } catch (IOException | RuntimeException | Error e) {
      // Its processes are children of this one, or become such, and are ended one by one.
    }
  }

  /** False if some may be left for want of means. */
  private static boolean endLeftovers(long deadline) {
    try {
      Leftovers.end(deadline);
      return true;
    } catch (IOException | RuntimeException | Error e) {
      return false;
    }
  }

  /**
   * Has the hook announce an exit. A helper that exits already, by a signal right after its hello,
   * goes on until it has.
   */
  private static void announceExit(FrameWriter out) {
    try {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> exiting(out), "exiting"));
    } catch (IllegalStateException exitsAlready) {
      // An end now would leave no class archive, which is why it was asked to exit so soon.
    }
  }

  /** A write fails before the end of the frames is read. */
  private static boolean isSupervisorGone(Throwable thrown) {
    return thrown instanceof PosixException e && Errno.isHangup(e.errno());
  }

  /**
   * Reports to the supervisor that a provider has called exit. This process itself ends by a
   * signal, and a JVM whose heap is full runs no hooks. An exit code could also be the JVM's own
   * for a full heap.
   */
  private static void exiting(FrameWriter out) {
    try {
      out.write(new Frame.Exiting());
    } catch (IOException e) {
      // The supervisor is gone.
    }
  }

  /**
   * When memory runs out, the kernel should kill a helper, or what it runs, rather than the
   * supervisor, which answers for them. Child processes inherit the score. See
   * proc_pid_oom_score_adj(5). Called before this process hides, because then the file belongs to
   * root.
   */
  private static void raiseOomScore() {
    try {
      int inherited = Integer.parseInt(Files.readString(OOM_SCORE).strip());
      Files.writeString(
          OOM_SCORE, Integer.toString(Math.min(HIGHEST_OOM_SCORE, inherited + KILLED_SOONER)));
    } catch (IOException | NumberFormatException e) {
      // There is no /proc, or it is read-only: all processes have the same score.
    }
  }
}
