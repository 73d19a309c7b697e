package dev.bullpen.project.catalog;

import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.Unread;
import dev.bullpen.project.metadata.ServerIdentity;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The catalog of a project, read when it is first wanted and again when it is old.
 *
 * <p>Each reading is an immutable snapshot, and nobody waits for a reading another thread is busy
 * with as long as there is an earlier one. Safe to use from any thread. Times are on the clock of
 * {@link System#nanoTime}.
 */
public final class CatalogReadings {
  /** How old a catalog may be before it is read again; projects expect 5 s (MCP_PROMPTS_TTL). */
  public static final Duration MAX_AGE = Duration.ofSeconds(5);

  /**
   * For so long a catalog is kept although not all of the project can be read again. What lasts
   * longer is taken for what the project has become.
   */
  static final Duration KEPT = Duration.ofMinutes(10);

  private static final Logger LOG = System.getLogger("bullpen.project");

  private final Layout layout;
  private final Registrations registrations;
  private final ServerIdentity identity;
  private final Consumer<String> warnings;

  private final AtomicReference<Reading> latest = new AtomicReference<>();

  /** The first of the readings, without a whole one since, in which something was missing. */
  private final AtomicReference<Reading> lacking = new AtomicReference<>();

  private final AtomicBoolean refreshing = new AtomicBoolean();
  private final Set<String> reported = ConcurrentHashMap.newKeySet();
  private volatile boolean watched;
  private volatile Runnable renewed = () -> {};

  public CatalogReadings(
      Layout layout,
      Registrations registrations,
      ServerIdentity identity,
      Consumer<String> warnings) {
    this.layout = layout;
    this.registrations = registrations;
    this.identity = identity;
    this.warnings = warnings;
  }

  public Optional<Catalog> held() {
    return Optional.ofNullable(latest.get()).map(Reading::catalog);
  }

  /** The catalog of the last reading; reads it when there was none. */
  public Catalog catalog() {
    Reading held = latest.get();
    return held != null ? held.catalog() : read(System.nanoTime());
  }

  public Catalog read(long now) {
    Unread unread = new Unread();
    Catalog catalog =
        unread.during(() -> CatalogReader.read(layout, registrations, identity.name(), now));
    Reading mine = new Reading(catalog, now, unread.first());
    Reading held = latest.get();
    if (isWorse(mine, held)) {
      lacking.compareAndSet(null, mine);
      report(held.catalog(), unread.first());
      return held.catalog();
    }
    if (mine.isWhole()) {
      lacking.set(null);
    } else {
      lacking.compareAndSet(null, mine);
    }
    // Two readings may overlap; the one begun later knows more.
    Reading newest =
        latest.accumulateAndGet(
            mine,
            (other, read) -> other != null && other.begun() - read.begun() > 0 ? other : read);
    report(newest.catalog(), Optional.empty());
    renewed.run();
    if (LOG.isLoggable(Level.DEBUG)) {
      Remarks.of(mine.catalog(), layout).forEach(remark -> LOG.log(Level.DEBUG, remark));
    }
    return mine.catalog();
  }

  /** Half of a project must not replace the whole: for clients the rest would have gone. */
  private boolean isWorse(Reading read, Reading held) {
    if (read.isWhole() || held == null || !held.isWhole()) {
      return false;
    }
    Reading first = lacking.get();
    return first == null || read.begun() - first.begun() < KEPT.toNanos();
  }

  /**
   * Whether the catalog is to be read again although nothing changes: something could not be read
   * for a reason that passes, or a registration is broken, of which the files that it would name
   * are not watched. Not one by a hook, which is run on request.
   */
  public boolean isLacking() {
    return lacking.get() != null
        || !registrations.isByHook() && held().flatMap(Catalog::broken).isPresent();
  }

  /** Whether the catalog has not been read yet or is old. */
  public boolean isStale(long now) {
    Reading held = latest.get();
    return held == null || isOld(held, now);
  }

  public Catalog refreshIfStale(long now) {
    Reading held = latest.get();
    if (held == null) {
      return read(now);
    }
    if (!isOld(held, now) || !refreshing.compareAndSet(false, true)) {
      return held.catalog();
    }
    try {
      return read(now);
    } finally {
      refreshing.set(false);
    }
  }

  /**
   * Every change is noticed from now on, so that no age makes a catalog old, or no longer. What a
   * hook has registered grows old all the same, and so does a broken registration.
   */
  public void watched(boolean every) {
    watched = every;
  }

  /**
   * Have something done whenever the catalog has been read again, also if no list differs, on the
   * thread that has read it. It must not take long, nor fail.
   */
  public void whenRenewed(Runnable task) {
    renewed = task;
  }

  private boolean isOld(Reading held, long now) {
    boolean everyChangeIsNoticed = watched && held.catalog().broken().isEmpty();
    return registrations.isOld(now)
        || !everyChangeIsNoticed && now - held.begun() >= MAX_AGE.toNanos();
  }

  private void report(Catalog catalog, Optional<String> unread) {
    List<String> problems = new ArrayList<>(catalog.problems());
    unread.ifPresent(
        what ->
            problems.add(
                "%s cannot be read just now; what was read before is served, and it is tried again. It begins with %s."
                    .formatted(layout.root().path(), what)));
    reported.retainAll(problems);
    problems.stream().filter(reported::add).forEach(warnings);
  }

  private record Reading(Catalog catalog, long begun, Optional<String> unread) {
    boolean isWhole() {
      return unread.isEmpty();
    }
  }
}
