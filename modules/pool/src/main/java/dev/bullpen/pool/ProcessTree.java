package dev.bullpen.pool;

import dev.bullpen.pool.folder.ExchangeFolders;
import dev.bullpen.pool.helper.Helper;
import dev.bullpen.pool.helper.HelperSetup;
import dev.bullpen.pool.process.Guard;
import dev.bullpen.pool.process.HelperCgroups;
import dev.bullpen.pool.process.Marker;
import dev.bullpen.pool.process.Reaper;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.pool.thread.PoolThreads;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.ProcFolder;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Everything of the session outside this process: helpers, what they leave behind, their folders,
 * and the guard. All methods may block.
 */
final class ProcessTree {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  private final HelperCommand command;
  private final Optional<String> build;
  private final Marker marker;
  private final Reaper reaper;
  private final ExchangeFolders folders;
  private final HelperCgroups cgroups;
  private final Guard guard;

  private final AtomicBoolean unseenLogged = new AtomicBoolean();

  /** Held while the tree is opened; close waits for it. */
  private final Object door = new Object();

  private boolean closed;

  /** Starts and makes nothing before {@link #open}. */
  ProcessTree(HelperCommand command, Isolation isolation) throws IOException {
    this.command = command;
    this.build = command.build();
    this.marker = new Marker();
    this.reaper = new Reaper(marker);
    this.folders =
        new ExchangeFolders(
            command.temporaryFolder(), marker.token(), command.givesTemporaryFolders());
    this.cgroups = new HelperCgroups(isolation, marker.token());
    this.guard = new Guard(reaper, marker, folders.folder(), cgroups);
  }

  HelperCommand command() {
    return command;
  }

  ExchangeFolders folders() {
    return folders;
  }

  /** Does nothing after {@link #close}, because a session may end before it begins. */
  void open() {
    synchronized (door) {
      if (!closed) {
        hide();
        warnOfRoot();
        beginReaper();
        cgroups.open();
        startGuard();
        folders.open(); // last: if this process is killed from here on, a guard knows their path
      }
    }
  }

  /** Call first: processes started later may try to write to the client in this process's name. */
  private static void hide() {
    try {
      if (Safeguard.HIDING.on()) {
        Self.hide();
      }
    } catch (PosixException e) {
      LOG.log(
          Level.ERROR,
          "scripts can open this process and write to the client in its name: "
              + e.getMessage()
              + ". Allow prctl(2) where the server runs.");
    }
  }

  private static void warnOfRoot() {
    if (Self.isRoot()) {
      LOG.log(
          Level.WARNING,
          "this server runs as root, so every script it starts may do anything on this machine."
              + " Start it as a user of its own.");
    }
  }

  private void beginReaper() {
    try {
      reaper.begin();
    } catch (PosixException e) {
      LOG.log(
          Level.ERROR,
          "no sub-reaper: processes of a dead helper are found by their marker only: "
              + e.getMessage());
    }
  }

  private void startGuard() {
    boolean again = guard.isMissing();
    try {
      if (Safeguard.GUARD.on()) {
        guard.start();
      }
      if (again) {
        LOG.log(guard.diesRepeatedly() ? Level.DEBUG : Level.INFO, "there is a guard again");
      }
    } catch (IOException e) {
      LOG.log(
          again ? Level.DEBUG : Level.ERROR,
          "no guard yet: if this process is killed now, only the helpers clean up: "
              + e.getMessage());
    }
  }

  Helper start(int id, PoolThreads threads, Helper.Listener listener) throws PosixException {
    try {
      HelperSetup setup = new HelperSetup(id, command, marker, folders.make(id));
      return Helper.start(setup, cgroups, reaper, threads, listener);
    } catch (PosixException | RuntimeException | Error e) {
      folders.remove(id);
      throw e;
    }
  }

  /** Warns if /proc does not show the first helper. Runs on the helper's thread. */
  void warnIfUnseen(Helper helper) {
    if (ProcFolder.isOfThisSystem()
        && !unseenLogged.get()
        && helper.isUnseen(marker)
        && unseenLogged.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          "/proc does not show "
              + helper
              + ", so the guard cannot find helpers: if this server is killed while a helper is"
              + " stopped, that helper stays. Mount /proc without hidepid, or with"
              + " gid= of a group that the server's user is in; in a service of systemd set"
              + " ProtectProc=default.");
    }
  }

  /** For people: the isolation of helpers' processes in force. */
  String isolation() {
    return cgroups.state();
  }

  /** Remove leftovers of earlier sessions. Call once, when there is time. */
  void removeStale() {
    cgroups.removeStale();
    folders.removeAbandoned();
  }

  /** Call regularly. */
  void tick() {
    try {
      reaper.waitForStrays();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "dead orphans are reaped later: " + e.getMessage());
    }
    if (guard.isMissing()) {
      startGuard();
    }
  }

  /** See {@link HelperCommand#objection}. */
  Optional<String> objection() {
    return command.objection(build);
  }

  /**
   * The last steps of the kill ladder. Processes that a dead helper had adopted are now children of
   * this process; others, and those of a helper that cannot die, are found by their marker. Where
   * there are cgroups, the helper's cgroup is killed first.
   *
   * @return false if something failed and should be tried again
   */
  boolean endAfter(Helper helper, Optional<Job> job) {
    int ended = cgroups.kill(helper.id()); // first, because it misses no process
    try {
      ended += reaper.endOrphans();
      if (job.isPresent() && Safeguard.SWEEP.on()) {
        ended += marker.sweep(job.get().number());
      }
      if (ended > 0) {
        LOG.log(Level.INFO, "{0} left {1}", helper, leftBehind(ended, List.of()));
      }
      return true;
    } catch (IOException e) {
      LOG.log(Level.ERROR, "cannot tidy up after " + helper + ": " + e.getMessage());
      return false;
    }
  }

  /**
   * Describes the processes that have been ended, for the log; follows the word "left".
   *
   * @param names of some of them, possibly none
   */
  static String leftBehind(int count, List<String> names) {
    String what;
    if (names.isEmpty()) {
      what = count == 1 ? "a process" : count + " processes";
    } else {
      int others = count - names.size();
      what = String.join(", ", names) + (others > 0 ? " and %d more".formatted(others) : "");
    }
    return "%s behind; ended %s".formatted(what, count == 1 ? "it" : "them");
  }

  /**
   * Remove a dead helper's cgroup and folders, after its processes have been ended.
   *
   * @return false if something is left
   */
  boolean clearAfter(Helper helper) {
    boolean gone = cgroups.remove(helper.id());
    return folders.remove(helper.id()) && gone;
  }

  /**
   * End and remove what is left, after the helpers are gone or could not be ended.
   *
   * @param helpersEnded whether they are gone. A living one has children that this process does not
   *     adopt, and only the guard finds those without a marker
   * @param patience how long the guard may take to end
   */
  void close(boolean helpersEnded, Duration patience) {
    synchronized (door) {
      closed = true;
    }
    cgroups.killAll(patience);
    boolean clean = helpersEnded;
    clean &= tryTo(reaper::endOrphans);
    clean &= tryTo(marker::sweep);
    folders.close();
    clean &= cgroups.close();
    if (!clean) {
      LOG.log(
          Level.ERROR, "something may be left; the guard searches for it when this process ends");
      return;
    }
    try {
      guard.close(patience.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends processes; may fail. */
  private interface Ending {
    int run() throws IOException;
  }

  /** Run it; false if it failed. A failure does not prevent the next steps. */
  private static boolean tryTo(Ending ending) {
    try {
      ending.run();
      return true;
    } catch (IOException e) {
      LOG.log(Level.ERROR, "not all processes could be ended: " + e.getMessage());
      return false;
    }
  }
}
