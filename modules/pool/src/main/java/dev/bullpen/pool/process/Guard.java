package dev.bullpen.pool.process;

import dev.bullpen.pool.setting.GuardPath;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorOutput;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.HiddenProgram;
import dev.bullpen.posix.spawn.SpawnRequest;
import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.wire.Safeguard;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * A small shell script in its own process group. It waits on a life-line for the supervisor's end,
 * then ends every process of the session. If guard and supervisor are killed at the same moment,
 * helpers still end at the end of their input.
 */
public final class Guard {
  private static final Logger LOG = System.getLogger("bullpen.pool");
  private static final String SCRIPT = read("guard.sh");

  /** A guard that dies sooner may be unable to run here. */
  private static final Duration LIVES_AT_LEAST = Duration.ofSeconds(1);

  private static final int REPEATED = 2;

  /** The least time between two continuations, because a process may stop it repeatedly. */
  private static final Duration STOPS_APART = Duration.ofMillis(20);

  /** The least time between two log lines about that. */
  private static final Duration LOGGED_APART = Duration.ofSeconds(1);

  /** Other programs may release memory at any time. */
  private static final Duration TRIES_APART = Duration.ofSeconds(1);

  /** A shell complains if its working directory has been removed. */
  private static final Path NOT_REMOVED = Path.of("/");

  private static final String SHELL = "/bin/sh";

  /** The descriptor of the file it is run from. The script closes it. */
  private static final int SHELL_COPY = 3;

  private final Object guardingLock = new Object();

  private final Reaper reaper;
  private final Marker marker;
  private final Path folder;
  private final HelperCgroups cgroups;
  // Guarded by guardingLock, so that a close finds a guard being started, or prevents its start.
  private boolean closing;
  private boolean missing;
  private int diedAtOnce; // in a row
  private Optional<Watch> watch = Optional.empty();
  // The guard that lives or has not been reaped. Until then its pid is valid.
  private Optional<Integer> alive = Optional.empty();

  /** One guard process and the thread that waits for its end. */
  private record Watch(Pipe lifeLine, Thread thread) {}

  /**
   * @param folder the folder that the guard removes when everything has ended
   * @param cgroups the cgroups that the guard kills and removes
   */
  public Guard(Reaper reaper, Marker marker, Path folder, HelperCgroups cgroups) {
    this.reaper = reaper;
    this.marker = marker;
    this.folder = folder;
    this.cgroups = cgroups;
  }

  /** Whether there should be a guard but is none, because it could not be started or died. */
  public boolean isMissing() {
    synchronized (guardingLock) {
      return missing && !closing;
    }
  }

  /** Whether the last two or more died at once, so that the next may not stay either. */
  public boolean diesRepeatedly() {
    synchronized (guardingLock) {
      return diedAtOnce >= REPEATED;
    }
  }

  /**
   * Starts a guard. Does nothing after {@link #close}, or if there is a guard. May be retried if it
   * fails.
   */
  public void start() throws IOException {
    synchronized (guardingLock) {
      if (closing || alive.isPresent()) {
        return;
      }
      missing = true;
      Pipe lifeLine = Pipe.ofSockets();
      CompletableFuture<Optional<Integer>> pid = new CompletableFuture<>();
      Thread thread =
          new DaemonThread(
              "guard", () -> pid.join().ifPresent(born -> replaceWhenDead(born, lifeLine)));
      try {
        start(thread); // first, because the thread notices the guard's end
        alive = Optional.of(spawn(lifeLine));
      } finally {
        pid.complete(alive); // without a guard, its thread ends
        if (alive.isEmpty()) {
          lifeLine.close();
        }
      }
      missing = false;
      lifeLine.reading().close();
      watch = Optional.of(new Watch(lifeLine, thread));
    }
  }

  private static void start(Thread thread) throws PosixException {
    try {
      thread.start();
    } catch (NoThreadException e) {
      throw PosixException.ofStart("a thread for the guard", Errno.EAGAIN);
    }
  }

  /** Starts it hidden if possible, otherwise without hiding. */
  private int spawn(Pipe lifeLine) throws IOException {
    int input = lifeLine.reading().number();
    if (Safeguard.HIDING.on() && diedAtOnce == 0) {
      try (Descriptor shell = HiddenProgram.copy(Path.of(SHELL))) {
        return reaper.spawn(
            HiddenProgram.path(SHELL_COPY), request(Map.of(0, input, SHELL_COPY, shell.number())));
      } catch (IOException e) {
        LOG.log(Level.DEBUG, "the guard is not hidden: " + e.getMessage());
      }
    }
    return reaper.spawn(request(Map.of(0, input)));
  }

  private SpawnRequest request(Map<Integer, Integer> descriptors) {
    return new SpawnRequest(
        List.of(
            SHELL,
            "-c",
            SCRIPT,
            "guard",
            marker.token(),
            folder.toString(),
            cgroups.folder().map(Path::toString).orElse("")),
        EnvironmentBlock.of(Map.of("PATH", GuardPath.of(System.getenv()))),
        Optional.of(NOT_REMOVED),
        descriptors,
        // A guard in this process's session is continued by the kernel when this process ends.
        SpawnRequest.Placement.GROUP);
  }

  private void replaceWhenDead(int pid, Pipe lifeLine) {
    long born = System.nanoTime();
    try {
      while (!tryToAwaitEnd(pid)) {
        LockSupport.parkNanos(TRIES_APART.toNanos());
      }
      synchronized (guardingLock) {
        alive = Optional.empty();
      }
      reaper.reap(pid);
      lifeLine.writing().close();
      replace(pid, Duration.ofNanos(System.nanoTime() - born));
    } catch (IOException | RuntimeException | Error e) {
      synchronized (guardingLock) {
        missing = true;
      }
      LOG.log(
          Level.ERROR,
          "no guard until another can be started; if this process is killed before that, only the helpers clean up: "
              + (e instanceof IOException ? e.getMessage() : e));
    }
  }

  /** False if that failed, such as for want of memory. The guard may live. */
  private static boolean tryToAwaitEnd(int pid) throws PosixException {
    try {
      awaitEnd(pid);
      return true;
    } catch (RuntimeException | Error e) {
      LOG.log(Level.DEBUG, "the end of the guard is awaited again", e);
      return false;
    }
  }

  /** A stopped guard would not notice the end of this process, so it is continued. */
  private static void awaitEnd(int pid) throws PosixException {
    Optional<Long> loggedAt = Optional.empty();
    while (!Child.awaitEndOrStop(pid)) {
      Child.signal(pid, Signal.CONT);
      long now = System.nanoTime();
      if (loggedAt.isEmpty() || now - loggedAt.get() > LOGGED_APART.toNanos()) {
        LOG.log(
            Level.WARNING,
            "the guard (pid {0}) had been stopped and is continued",
            Integer.toString(pid));
        loggedAt = Optional.of(now);
      }
      LockSupport.parkNanos(STOPS_APART.toNanos());
    }
  }

  /** Replaces it at once, unless the one before also died at once: that could repeat for ever. */
  private void replace(int pid, Duration lived) throws IOException {
    int inARow;
    synchronized (guardingLock) {
      if (closing) {
        return;
      }
      diedAtOnce = lived.compareTo(LIVES_AT_LEAST) < 0 ? diedAtOnce + 1 : 0;
      inARow = diedAtOnce;
      missing = inARow >= REPEATED;
    }
    if (inARow < REPEATED) {
      LOG.log(Level.WARNING, "the guard (pid {0}) died; starting another", Integer.toString(pid));
      start();
    } else {
      LOG.log(
          inARow == REPEATED ? Level.WARNING : Level.DEBUG,
          "the guard (pid {0}) died at once, like the one before; more are started until one stays",
          Integer.toString(pid));
    }
  }

  /**
   * The supervisor has cleaned up: dismiss the guard and reap it. A stopped guard cannot end by
   * itself, and is killed.
   *
   * @param millis to wait for each step
   */
  public void close(long millis) throws InterruptedException {
    Optional<Watch> last;
    synchronized (guardingLock) {
      closing = true;
      last = watch;
      if (alive.isPresent() && last.isPresent()) { // otherwise its life-line is closed
        letGo(last.get().lifeLine());
      }
    }
    if (last.isPresent()) {
      last.get().thread().join(millis);
      if (end()) {
        last.get().thread().join(millis);
      }
    }
  }

  private static void letGo(Pipe lifeLine) {
    try {
      new DescriptorOutput(lifeLine.writing()).write("bye\n".getBytes(StandardCharsets.US_ASCII));
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "the guard had already gone: " + e.getMessage());
    }
  }

  private boolean end() {
    synchronized (guardingLock) {
      try {
        return alive.isPresent() && Child.signal(alive.get(), Signal.KILL);
      } catch (PosixException e) {
        LOG.log(Level.WARNING, "the guard cannot be ended: " + e.getMessage());
        return false;
      }
    }
  }

  private static String read(String name) {
    try (InputStream in = Guard.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
