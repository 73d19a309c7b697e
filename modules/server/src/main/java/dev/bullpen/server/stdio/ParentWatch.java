package dev.bullpen.server.stdio;

import dev.bullpen.posix.proc.Self;
import dev.bullpen.server.thread.Timers.Later;
import dev.bullpen.wire.Safeguard;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/**
 * Notices that the client is gone although another process holds its pipes open: the parent of this
 * process has ended, and no input has come since.
 *
 * <p>Only a change of parent after the first line of input counts, because a shell or {@code
 * setsid} that starts a server has usually ended by then. If lines go on coming after the change,
 * the parent was not the client, and nothing is watched any more. A server that was started by
 * {@code nohup} is meant to outlive its parent, and one that never had a parent has nothing to
 * watch.
 */
final class ParentWatch {
  private static final Logger LOG = System.getLogger("bullpen.server");

  /** One system call each time. Together with {@link #SILENCE} well below ten seconds. */
  static final Duration PERIOD = Duration.ofSeconds(2);

  /** A client that goes on without the parent has this long to show it. */
  static final Duration SILENCE = Duration.ofSeconds(3);

  /** The parent of a process that has none: 1, or 0 if it is outside of this pid namespace. */
  private static final int NO_PARENT = 1;

  private final IntSupplier parent;
  private final BooleanSupplier watched;
  private final Later later;
  private final Runnable gone;
  // Written only by the reader's thread.
  private volatile long lines;
  private int noted;

  /**
   * @param parent the pid of the parent now
   * @param watched whether the parent's end counts; asked only when it has ended
   * @param gone runs at most once, on a timer's thread
   */
  ParentWatch(IntSupplier parent, BooleanSupplier watched, Later later, Runnable gone) {
    this.parent = parent;
    this.watched = watched;
    this.later = later;
    this.gone = gone;
  }

  /**
   * Watches the parent of this process, unless this process is to outlive it, or that is unknown.
   */
  static ParentWatch ofThisProcess(Later later, Runnable gone) {
    return new ParentWatch(
        Self::parent, () -> Safeguard.PARENT_WATCH.on() && Self.endsOnHangup(), later, gone);
  }

  /** A line of input has come; always called by the same thread. */
  void heard() {
    lines++;
    if (lines == 1) {
      noted = parent.getAsInt();
      if (noted > NO_PARENT) {
        later.after(PERIOD, this::check);
      }
    }
  }

  private void check() {
    if (parent.getAsInt() == noted) {
      later.after(PERIOD, this::check);
    } else if (watched.getAsBoolean()) {
      long before = lines;
      later.after(SILENCE, () -> judge(before));
    }
  }

  private void judge(long before) {
    if (lines != before) {
      LOG.log(
          Level.INFO,
          "the process that started this server (pid %d) has ended; its client goes on"
              .formatted(noted));
      return;
    }
    LOG.log(
        Level.WARNING,
        ("ending: the process that started this server (pid %d) has ended, and nothing has come in"
                + " since; use nohup for a server that should outlive the process that starts it")
            .formatted(noted));
    gone.run();
  }
}
