package dev.bullpen.pool.helper;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.thread.Ticker;
import dev.bullpen.pool.view.Seconds;
import dev.bullpen.posix.proc.Self;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Counts the helpers that have exited, and logs a line for each exit that was not intended: in a
 * storm {@value #MOST_LINES} lines in {@value #WINDOW_SECONDS} s, and the rest summed up in one.
 *
 * <p>It also finds out which were killed by the kernel for want of memory, their container's or the
 * host's: that is a SIGKILL like any other, but the kernel counts them ({@code oom_kill} in
 * /proc/vmstat; Linux 4.13). It does not say which processes those were, so each counted kill
 * explains one helper's at most, and only for {@value #TICKS} ticks.
 */
public final class ExitLog {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** As many helpers as there are by default at most, so that all of them may go at once. */
  static final int MOST_LINES = 16;

  /** Long enough that a storm does not drown other lines, short enough to wait for. */
  static final int WINDOW_SECONDS = 10;

  /** A process with much memory takes a while to go, the more so on a host that has none left. */
  static final int TICKS = 10;

  private static final String OOM_KILLS = "oom_kill ";

  private final Object countsLock = new Object();

  private final Ticker ticker;
  private final Path vmstat;
  private final Map<FailureReason, Integer> counts = new EnumMap<>(FailureReason.class);
  private final Map<FailureReason, Integer> unlogged = new EnumMap<>(FailureReason.class);
  private long windowSince;
  private int logged;

  private final Deque<Long> oomKills = new ArrayDeque<>();

  /** How many of the kernel's kills are explained or long ago; all, before a tick. */
  private long settled = Long.MAX_VALUE;

  public ExitLog() {
    this(Ticker.SYSTEM, Path.of("/proc/vmstat"));
  }

  ExitLog(Ticker ticker, Path vmstat) {
    this.ticker = ticker;
    this.vmstat = vmstat;
    this.windowSince = ticker.nanoTime();
  }

  /** To be called regularly, and before the first exit. */
  public void tick() {
    sumUpIfDue().ifPresent(ExitLog::warn);
    synchronized (countsLock) {
      oomKills.add(oomKills());
      if (settled == Long.MAX_VALUE) {
        settled = oomKills.getLast();
      } else if (oomKills.size() > TICKS) {
        settled = Math.max(settled, oomKills.remove());
      }
    }
  }

  /** The same exit, or the kernel's kill for want of memory that it may well have been. */
  public HelperExit explain(HelperExit exit) {
    synchronized (countsLock) {
      if (exit.reason() != FailureReason.KILLED || oomKills() <= settled) {
        return exit;
      }
      settled++;
      return new HelperExit(
          FailureReason.OUT_OF_MEMORY,
          exit.detail() + "; the kernel has just killed a process for want of memory");
    }
  }

  /** Since the host was started; 0 where that is not counted. */
  private long oomKills() {
    try {
      for (String line : Files.readAllLines(vmstat)) {
        if (line.startsWith(OOM_KILLS)) {
          return Long.parseLong(line.substring(OOM_KILLS.length()));
        }
      }
    } catch (IOException | NumberFormatException e) {
      return 0; // not Linux, or not shown
    }
    return 0;
  }

  /**
   * Counts an exit, and logs it if that is due.
   *
   * @param job what it had
   */
  public void add(Helper helper, HelperExit exit, Optional<Job> job) {
    sumUpIfDue().ifPresent(ExitLog::warn);
    if (count(exit)) {
      warn(line(helper, exit, job));
    }
  }

  private static void warn(String line) {
    LOG.log(Level.WARNING, line);
  }

  /** Whether a line about it is due. */
  boolean count(HelperExit exit) {
    synchronized (countsLock) {
      counts.merge(exit.reason(), 1, Integer::sum);
      if (exit.isIntended()) {
        return false;
      }
      if (logged == MOST_LINES) {
        unlogged.merge(exit.reason(), 1, Integer::sum);
        return false;
      }
      logged++;
      return true;
    }
  }

  /** Begins another window if the last is over: a line about the exits that had none in it. */
  Optional<String> sumUpIfDue() {
    synchronized (countsLock) {
      long now = ticker.nanoTime();
      if (now - windowSince < Duration.ofSeconds(WINDOW_SECONDS).toNanos()) {
        return Optional.empty();
      }
      Optional<String> summary =
          Optional.of(unlogged)
              .filter(exits -> !exits.isEmpty())
              .map(exits -> "more helpers died than were logged: " + words(exits));
      unlogged.clear();
      logged = 0;
      windowSince = now;
      return summary;
    }
  }

  /** How many there have been, intended ones too: {@code 3 killed, 1 oom}; or {@code none}. */
  public String summary() {
    synchronized (countsLock) {
      return counts.isEmpty() ? "none" : words(counts);
    }
  }

  /** The same, by the word for the reason. */
  public Map<String, Integer> counts() {
    synchronized (countsLock) {
      Map<String, Integer> byWord = new LinkedHashMap<>();
      counts.forEach((reason, count) -> byWord.put(reason.word(), count));
      return byWord;
    }
  }

  private static String words(Map<FailureReason, Integer> counts) {
    return counts.entrySet().stream()
        .map(count -> count.getValue() + " " + count.getKey().word())
        .collect(Collectors.joining(", "));
  }

  private static String line(Helper helper, HelperExit exit, Optional<Job> job) {
    boolean isKnown = exit.detail().equals(exit.reason().sentence());
    return "%s died: %s%s (%s); it had lived for %s and done %d job(s)%s%s"
        .formatted(
            helper,
            exit.reason().word(),
            isKnown ? "" : ", " + exit.detail(),
            exit.reason().sentence(),
            Seconds.of(helper.status().livedFor()),
            helper.status().jobsDone(),
            job.map(ExitLog::last).orElse(""),
            exit.reason() == FailureReason.CRASHED
                ? "; its JVM's report is hs_err_pid%d.log in %s or /tmp"
                    .formatted(helper.pid(), Self.folderOrRoot())
                : "; what it said itself is above");
  }

  /** A script's output comes with its end. */
  private static String last(Job job) {
    return job.isOpen()
        ? "; it had %s for %s, whose output is lost".formatted(job, Seconds.of(job.age()))
        : "; it had not finished cleaning up after %s".formatted(job);
  }
}
