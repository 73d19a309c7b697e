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
 * The cgroups of the helpers, all in one of the session, below the server's own. A helper's cgroup
 * is made when the helper runs, and killed and removed when it is gone. Where there are no cgroups,
 * nothing is done here.
 *
 * <p>A killed process may be stuck in the kernel: what cannot be removed now is tried again later,
 * and at the session's end.
 */
public final class HelperCgroups {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** A killed process needs a fraction of a millisecond, on a busy machine some more. */
  private static final Duration EMPTY_WITHIN = Duration.ofMillis(500);

  /** In which most are gone. */
  private static final Duration MOMENT = Duration.ofMillis(30);

  /** So much of the session's token is unique among the cgroups here. */
  private static final int WORD_DIGITS = 8;

  /** What a session's cgroup is called: for people, by its supervisor's pid. */
  private static final Pattern NAME = Pattern.compile("bullpen-[0-9]+-[0-9a-f]{8}");

  /** The cgroup of a helper, as {@code /proc/PID/cgroup} names it. */
  private static final Pattern OF_HELPER =
      Pattern.compile("/bullpen-[0-9]+-[0-9a-f]{8}/helper-[0-9]+");

  /** What is made only to try whether it can be, and removed at once. */
  private static final Pattern TRIAL = Pattern.compile("bullpen-trial-[0-9]+(-[0-9]+)?");

  /** Far longer than a trial takes: the process that left an older one was killed meanwhile. */
  private static final Duration TRIED_WITHIN = Duration.ofMinutes(1);

  /** The file that is locked: any would do that each cgroup has and its owner may write. */
  static final String LOCKED = "cgroup.max.depth";

  /** Another server may take one that is just made and not yet locked for an abandoned one. */
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

  /** Before the first helper, and before the guard. */
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
              .orElseThrow(() -> new IOException("others remove them from " + own.folder()));
    } catch (IOException e) {
      state = "group, for cgroups cannot be had: " + e.getMessage();
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
      // Another server has taken it for an abandoned one.
    }
  }

  /** Locks one; empty if a living process has. */
  static Optional<OwnerLock> lock(Cgroup cgroup) throws IOException {
    return OwnerLock.on(cgroup.folder().resolve(LOCKED));
  }

  /** Whether a {@code /proc/PID/cgroup} names the cgroup of a helper of any session. */
  public static boolean isNamedBy(String cgroups) {
    return OF_HELPER.matcher(cgroups).find();
  }

  /** What the guard is to end and remove, should it come to that. */
  Optional<Path> folder() {
    return session.map(Cgroup::folder);
  }

  /** What is in force, for people. */
  public String state() {
    return state;
  }

  /**
   * Put a helper into a cgroup of its own, before it has started anything.
   *
   * @param pid its own, not yet waited for
   * @throws IOException if it must not run, with a sentence that says why
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
        return; // it has died already, as the reader of its frames is about to find
      }
      if (isolation == Isolation.CGROUP) {
        throw new IOException("no cgroup for helper " + helper + ": " + e.getMessage(), e);
      }
      LOG.log(Level.WARNING, "helper {0} has no cgroup of its own: {1}", helper, e.getMessage());
    }
  }

  /**
   * A helper is gone: end whatever else lives in its cgroup.
   *
   * @return how many there were
   */
  public int kill(int helper) {
    return session.isEmpty() ? 0 : kill(cgroup(helper), EMPTY_WITHIN);
  }

  /** The same for all helpers, gone or not. */
  public void killAll(Duration patience) {
    session.ifPresent(cgroup -> kill(cgroup, patience));
  }

  /** A failure is logged only: there are other ways to end the same processes. */
  private static int kill(Cgroup cgroup, Duration patience) {
    int found = size(cgroup);
    try {
      cgroup.kill();
      if (cgroup.awaitEmpty(MOMENT)) {
        return found;
      }
      cgroup.killLeaderless();
      if (!cgroup.awaitEmpty(patience)) {
        LOG.log(
            Level.WARNING,
            "killed and still there, because frozen or stuck in the kernel: process(es) {0} in {1}",
            cgroup.processes().stream().map(String::valueOf).collect(Collectors.joining(", ")),
            cgroup.folder());
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "cannot end what is in a cgroup: " + e.getMessage());
    }
    return found;
  }

  /** For the log; where it is not known the processes are ended all the same. */
  private static int size(Cgroup cgroup) {
    try {
      return cgroup.size();
    } catch (IOException e) {
      return 0;
    }
  }

  /** False if a process still lives there, or it should be tried again. */
  public boolean remove(int helper) {
    return session.isEmpty() || remove(cgroup(helper));
  }

  /** The same for all, when all helpers are gone. */
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

  /** Remove what is left of sessions that were killed together with their guard, and of trials. */
  public void removeStale() {
    try {
      if (session.isPresent()) {
        removeStale(new Cgroup(session.get().folder().getParent()));
      }
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "cgroups of earlier sessions stay: " + e.getMessage());
    }
  }

  /** The same, of sessions below one cgroup. */
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
      boolean isOld = changed(own) - changed(other) > TRIED_WITHIN.toMillis(); // own is new
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
