package dev.bullpen.pool.helper;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.view.Seconds;
import dev.bullpen.posix.proc.Self;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Counts exited helpers, and logs a line for each unintended exit. The lines need no limit: helpers
 * that die before their first job are started ever later, and any start takes far longer than a
 * line.
 *
 * <p>It also finds helpers that the kernel killed for lack of memory, in their container or on the
 * host. Such a kill is a SIGKILL, but the kernel counts it ({@code oom_kill} in /proc/vmstat; Linux
 * 4.13). It does not name the processes, so each counted kill explains at most one helper, and only
 * for {@value #TICKS} ticks.
 */
public final class ExitLog {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** A process with much memory takes a while to exit, longer on a host without free memory. */
  static final int TICKS = 10;

  private static final String OOM_KILLS = "oom_kill ";

  private final Object countsLock = new Object();

  private final Path vmstat;
  private final Map<FailureReason, Integer> counts = new EnumMap<>(FailureReason.class);
  private final Deque<Long> oomKills = new ArrayDeque<>();

  /** How many kernel kills are explained or too old; before the first tick, all. */
  private long settled = Long.MAX_VALUE;

  public ExitLog() {
    this(Path.of("/proc/vmstat"));
  }

  ExitLog(Path vmstat) {
    this.vmstat = vmstat;
  }

  /** Call regularly, and before the first exit. */
  public void tick() {
    synchronized (countsLock) {
      oomKills.add(oomKills());
      if (settled == Long.MAX_VALUE) {
        settled = oomKills.getLast();
      } else if (oomKills.size() > TICKS) {
        settled = Math.max(settled, oomKills.remove());
      }
    }
  }

  /** The exit, attributed to the kernel's out-of-memory kill if one may explain it. */
  public HelperExit explain(HelperExit exit) {
    synchronized (countsLock) {
      if (exit.reason() != FailureReason.KILLED || oomKills() <= settled) {
        return exit;
      }
      settled++;
      return new HelperExit(
          FailureReason.OUT_OF_MEMORY,
          exit.detail() + "; the kernel has just killed a process for lack of memory");
    }
  }

  /** Kills since the host was started; 0 if they are not counted. */
  private long oomKills() {
    try {
      for (String line : Files.readAllLines(vmstat)) {
        if (line.startsWith(OOM_KILLS)) {
          return Long.parseLong(line.substring(OOM_KILLS.length()));
        }
      }
    } catch (IOException | NumberFormatException e) {
      return 0; // not Linux, or not readable
    }
    return 0;
  }

  /**
   * Counts an exit, and logs it unless it was intended.
   *
   * @param job the helper's job
   */
  public void add(Helper helper, HelperExit exit, Optional<Job> job) {
    count(exit);
    if (!exit.isIntended()) {
      LOG.log(Level.WARNING, line(helper, exit, job));
    }
  }

  void count(HelperExit exit) {
    synchronized (countsLock) {
      counts.merge(exit.reason(), 1, Integer::sum);
    }
  }

  /** Counts of all exits, intended ones included: {@code 3 killed, 1 oom}; or {@code none}. */
  public String summary() {
    synchronized (countsLock) {
      return counts.isEmpty()
          ? "none"
          : counts.entrySet().stream()
              .map(count -> count.getValue() + " " + count.getKey().word())
              .collect(Collectors.joining(", "));
    }
  }

  /** The same counts, by the word for the reason. */
  public Map<String, Integer> counts() {
    synchronized (countsLock) {
      Map<String, Integer> byWord = new LinkedHashMap<>();
      counts.forEach((reason, count) -> byWord.put(reason.word(), count));
      return byWord;
    }
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
                : "; its own messages are above");
  }

  /** A script's output is sent when it ends, so it is lost. */
  private static String last(Job job) {
    return job.isOpen()
        ? "; it had %s for %s, whose output is lost".formatted(job, Seconds.of(job.age()))
        : "; it had not finished cleaning up after %s".formatted(job);
  }
}
