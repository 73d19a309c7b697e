package dev.bullpen.server;

import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.rehearsal.Rehearsal;
import dev.bullpen.server.tool.SchemaChecks;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Has the schemas of all tools looked at in a quiet moment after the project has been read, so that
 * what is wrong with one is said before a client calls the tool.
 */
final class SchemaReview {
  private final Supplier<Duration> quiet;
  private final BiConsumer<Duration, Runnable> later;
  private final Catalogs catalogs;
  private final SchemaChecks checks;
  private final AtomicBoolean waiting = new AtomicBoolean();

  /**
   * Get ready.
   *
   * @param quiet for how long no client has been served
   * @param later runs a task after that time
   */
  SchemaReview(
      Supplier<Duration> quiet,
      BiConsumer<Duration, Runnable> later,
      Catalogs catalogs,
      SchemaChecks checks) {
    this.quiet = quiet;
    this.later = later;
    this.catalogs = catalogs;
    this.checks = checks;
  }

  /** As soon as it is quiet; once for all that want it meanwhile. Returns at once. */
  void begin() {
    if (waiting.compareAndSet(false, true)) {
      later.accept(Rehearsal.QUIET, this::look);
    }
  }

  private void look() {
    if (quiet.get().compareTo(Rehearsal.QUIET) < 0) {
      later.accept(Rehearsal.QUIET, this::look);
      return;
    }
    waiting.set(false);
    catalogs.whenLoaded(() -> checks.review(catalogs.project().catalog().tools()));
  }
}
