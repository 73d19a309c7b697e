package dev.bullpen.pool.process;

import dev.bullpen.pool.folder.OwnerLock;
import dev.bullpen.pool.setting.Isolation;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.cgroup.Cgroup;
import dev.bullpen.posix.proc.Self;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The helpers' cgroups, all in one cgroup of the session, below the server's own. A helper's cgroup
 * is made when the helper starts, and killed and removed when it is gone. Without cgroups, this
 * class does nothing.
 *
 * <p>A killed process may be stuck in the kernel. A cgroup that cannot be removed is tried again
 * later, and at the session's end.
 */
public final class HelperCgroups {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** A killed process needs a fraction of a millisecond, somewhat more on a busy machine. */
  private static final Duration EMPTY_WITHIN = Duration.ofMillis(500);

  /** By then most are gone. */
  private static final Duration MOMENT = Duration.ofMillis(30);

  /** This much of the session's token is unique among the cgroups here. */
  private static final int WORD_DIGITS = 8;

  /** The name of a session's cgroup, with its supervisor's pid for people. */
  private static final Pattern NAME = Pattern.compile("bullpen-[0-9]+-[0-9a-f]{8}");

  /** A helper's cgroup, as {@code /proc/PID/cgroup} names it. */
  private static final Pattern OF_HELPER =
      Pattern.compile("/bullpen-[0-9]+-[0-9a-f]{8}/helper-[0-9]+");

  /** A cgroup made only to test whether it can be, and removed at once. */
  private static final Pattern TRIAL = Pattern.compile("bullpen-trial-[0-9]+(-[0-9]+)?");

  /** Far longer than a trial takes. An older one was left by a process that was killed. */
  private static final Duration TRIED_WITHIN = Duration.ofMinutes(1);

  /** The locked file. Any file would do that each cgroup has and its owner may write. */
  static final String LOCKED = "cgroup.max.depth";

  /** Another server may mistake a new cgroup that is not yet locked for an abandoned one. */
  private static final int MOST_TRIES = 3;

  private final Isolation isolation;
  private final String token;
  private volatile Optional<Cgroup> session = Optional.empty();
  private volatile Optional<OwnerLock> lock = Optional.empty();
  private volatile String state = "not begun";

  public HelperCgroups(Isolation isolation, String token) {
    this.isolation = isolation;
    this.token = token;
  }

  /** Call before the first helper and before the guard. */
  public void open() {
    if (isolation == Isolation.GROUP) {
      state = "group, as chosen";
      return;
    }
    try {
      Cgroup own = Cgroup.own();
      for (int tries = 0; tries < MOST_TRIES && session.isEmpty(); tries++) {
        tryToMake(own, token.substring(tries * WORD_DIGITS, (tries + 1) * WORD_DIGITS));
      }
      state =
          session
              .map(made -> "cgroup, a cgroup for each helper in " + made.folder())
              .orElseThrow(
                  () -> new IOException("other processes remove them from " + own.folder()));
    } catch (IOException e) {
      state = "group, because cgroups are not available: " + e.getMessage();
      if (isolation == Isolation.CGROUP) {
        LOG.log(Level.ERROR, "no helper can be started: " + e.getMessage());
      }
    }
  }

  private void tryToMake(Cgroup own, String word) throws IOException {
    try {
      Cgroup made = own.make("bullpen-" + Self.pid() + "-" + word);
      lock = lock(made);
      session = lock.map(held -> made);
    } catch (NoSuchFileException removed) {
      // Another server has mistaken it for an abandoned one.
    }
  }

  /** Locks a cgroup; empty if a living process has the lock. */
  static Optional<OwnerLock> lock(Cgroup cgroup) throws IOException {
    return OwnerLock.on(cgroup.folder().resolve(LOCKED));
  }

  /** Whether the contents of {@code /proc/PID/cgroup} name a helper's cgroup of any session. */
  public static boolean isNamedBy(String cgroups) {
    return OF_HELPER.matcher(cgroups).find();
  }

  /** The cgroup that the guard must kill and remove, if any. */
  Optional<Path> folder() {
    return session.map(Cgroup::folder);
  }

  /** The isolation in force, for people. */
  public String state() {
    return state;
  }

  /**
   * Put a helper into its own cgroup, before it starts anything.
   *
   * @param pid of the helper, not yet reaped
   * @throws IOException if the helper must not run, with a sentence that says why
   */
  public void take(int helper, int pid) throws IOException {
    try {
      if (session.isPresent()) {
        session.get().make(name(helper)).take(pid);
      } else if (isolation == Isolation.CGROUP) {
        throw new IOException(state);
      }
    } catch (IOException e) {
      if (e instanceof PosixException refused && refused.errno() == Errno.ESRCH) {
        return; // it has already died, as the thread that reads its frames will notice
      }
      if (isolation == Isolation.CGROUP) {
        throw new IOException("no cgroup for helper " + helper + ": " + e.getMessage(), e);
      }
      LOG.log(Level.WARNING, "helper {0} has no cgroup of its own: {1}", helper, e.getMessage());
    }
  }

  /**
   * A helper is gone: kill the remaining processes in its cgroup.
   *
   * @return how many were killed
   */
  public int kill(int helper) {
    return session.isEmpty() ? 0 : kill(cgroup(helper), EMPTY_WITHIN);
  }

  /** The same for all helpers, gone or not. */
  public void killAll(Duration patience) {
    session.ifPresent(cgroup -> kill(cgroup, patience));
  }

  /** Failures are only logged, because there are other ways to end the same processes. */
  private static int kill(Cgroup cgroup, Duration patience) {
    int found = size(cgroup);
    int left = 0;
    try {
      cgroup.kill();
      if (cgroup.awaitEmpty(MOMENT)) {
        return found;
      }
      cgroup.killLeaderless();
      if (!cgroup.awaitEmpty(patience)) {
        left = size(cgroup);
        LOG.log(
            Level.WARNING,
            "killed but still alive, because frozen or stuck in the kernel: process(es) {0} in {1}",
            cgroup.processes().stream().map(String::valueOf).collect(Collectors.joining(", ")),
            cgroup.folder());
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "cannot end the processes in a cgroup: " + e.getMessage());
    }
    return Math.max(0, found - left);
  }

  /** For the log. If it is not known, the processes are still ended. */
  private static int size(Cgroup cgroup) {
    try {
      return cgroup.size();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Remove a helper's cgroup. False if a process still lives there, or to try again. */
  public boolean remove(int helper) {
    return session.isEmpty() || remove(cgroup(helper));
  }

  /** Remove all cgroups, when all helpers are gone. */
  public boolean close() {
    boolean gone = session.isEmpty() || remove(session.get());
    if (gone) {
      lock.ifPresent(OwnerLock::release);
    }
    return gone;
  }

  private static boolean remove(Cgroup cgroup) {
    try {
      cgroup.remove();
      return true;
    } catch (IOException e) {
      LOG.log(Level.WARNING, "a cgroup cannot be removed: " + e.getMessage());
      return false;
    }
  }

  private Cgroup cgroup(int helper) {
    return new Cgroup(session.get().folder().resolve(name(helper)));
  }

  private static String name(int helper) {
    return "helper-" + helper;
  }

  /** Remove leftovers of sessions that were killed together with their guard, and of trials. */
  public void removeStale() {
    try {
      if (session.isPresent()) {
        removeStale(new Cgroup(session.get().folder().getParent()));
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "cgroups of earlier sessions stay: " + e.getMessage());
    }
  }

  /** The same, for sessions below one cgroup. */
  static void removeStale(Cgroup own) throws IOException {
    for (Cgroup other : own.below()) {
      try {
        removeIfStale(own, other);
      } catch (IOException e) { // a neighbour may be removing it
        LOG.log(Level.DEBUG, "a cgroup of an earlier session stays: " + e.getMessage());
      }
    }
  }

  private static void removeIfStale(Cgroup own, Cgroup other) throws IOException {
    String name = other.folder().getFileName().toString();
    if (TRIAL.matcher(name).matches()) {
      boolean isOld =
          changed(own) - changed(other) > TRIED_WITHIN.toMillis(); // own has just been made
      if (isOld && other.awaitEmpty(Duration.ZERO)) {
        other.remove();
      }
    } else if (NAME.matcher(name).matches()) {
      Optional<OwnerLock> abandoned = lock(other);
      if (abandoned.isPresent()) {
        try {
          if (other.awaitEmpty(Duration.ZERO)) {
            other.remove();
          }
        } finally {
          abandoned.get().release();
        }
      }
    }
  }

  private static long changed(Cgroup cgroup) throws IOException {
    return Files.getLastModifiedTime(cgroup.folder()).toMillis();
  }
}
