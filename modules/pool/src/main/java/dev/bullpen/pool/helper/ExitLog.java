package dev.bullpen.pool.helper;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.run.Job;
import dev.bullpen.pool.view.Seconds;
import dev.bullpen.posix.proc.Self;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The helpers that died: counted, and those that nobody wanted dead told, one line each. In a storm
 * {@value #MOST_LINES} lines are told in {@value #WINDOW_SECONDS} s and the rest summed up in one.
 */
public final class ExitLog {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** As many helpers as there are by default at most, so that all of them may go at once. */
  static final int MOST_LINES = 16;

  /** Long enough that a storm does not drown what else is said, short enough to wait for. */
  static final int WINDOW_SECONDS = 10;

  private final Object countsLock = new Object();

  private final LongSupplier nanoTime;
  private final Consumer<String> log;
  private final Map<FailureReason, Integer> counts = new EnumMap<>(FailureReason.class);
  private final Map<FailureReason, Integer> untold = new EnumMap<>(FailureReason.class);
  private long windowSince;
  private int told;

  public ExitLog() {
    this(System::nanoTime, line -> LOG.log(Level.WARNING, line));
  }

  ExitLog(LongSupplier nanoTime, Consumer<String> log) {
    this.nanoTime = nanoTime;
    this.log = log;
    this.windowSince = nanoTime.getAsLong();
  }

  public void note(Helper helper, HelperExit death, Optional<Job> job) {
    if (count(death)) {
      log.accept(line(helper, death, job));
    }
  }

  /** Whether there is to be a line about it. */
  boolean count(HelperExit death) {
    synchronized (countsLock) {
      counts.merge(death.reason(), 1, Integer::sum);
      if (death.isIntended()) {
        return false;
      }
      if (isWindowOver()) {
        sumUp();
      }
      if (told == MOST_LINES) {
        untold.merge(death.reason(), 1, Integer::sum);
        return false;
      }
      told++;
      return true;
    }
  }

  /** Now and then: if a storm is over, say what was not told of it. */
  public void tick() {
    synchronized (countsLock) {
      if (!untold.isEmpty() && isWindowOver()) {
        sumUp();
      }
    }
  }

  private boolean isWindowOver() {
    return nanoTime.getAsLong() - windowSince >= Duration.ofSeconds(WINDOW_SECONDS).toNanos();
  }

  private void sumUp() {
    assert Thread.holdsLock(countsLock);
    if (!untold.isEmpty()) {
      log.accept("more helpers died than were told: " + words(untold));
      untold.clear();
    }
    told = 0;
    windowSince = nanoTime.getAsLong();
  }

  /** How many there have been, intended ones too: {@code 3 killed, 1 oom}; or {@code none}. */
  public String summary() {
    synchronized (countsLock) {
      return counts.isEmpty() ? "none" : words(counts);
    }
  }

  private static String words(Map<FailureReason, Integer> counts) {
    StringBuilder words = new StringBuilder();
    counts.forEach(
        (reason, count) ->
            words
                .append(words.isEmpty() ? "" : ", ")
                .append(count)
                .append(' ')
                .append(reason.word()));
    return words.toString();
  }

  private static String line(Helper helper, HelperExit death, Optional<Job> job) {
    StringBuilder line = new StringBuilder();
    line.append("%s died: %s".formatted(helper, death.reason().word()));
    boolean known = death.detail().equals(death.reason().sentence());
    line.append(known ? "" : ", " + death.detail());
    line.append(" (%s)".formatted(death.reason().sentence()));
    line.append("; it had lived for %s".formatted(Seconds.of(helper.place().livedFor())));
    line.append(" and done %d job(s)".formatted(helper.place().jobsDone()));
    job.ifPresent(had -> line.append(last(had)));
    line.append(
        death.reason() == FailureReason.CRASHED
            ? "; its JVM's report is hs_err_pid%d.log in %s or /tmp"
                .formatted(helper.pid(), Self.folderOrRoot())
            : "; what it said itself is above");
    return line.toString();
  }

  /** A script's output comes with its end. */
  private static String last(Job job) {
    return job.isOpen()
        ? "; it had %s for %s, whose output is lost".formatted(job, Seconds.of(job.age()))
        : "; it had not finished cleaning up after %s".formatted(job);
  }
}
