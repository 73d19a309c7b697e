package dev.bullpen.server;

import dev.bullpen.wire.OwnClasses;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Has what cancelling, burying and ending need loaded soon after the greeting, some classes at a
 * time: whoever overwrites the jars of a running server then still finds one that ends in order.
 *
 * <p>On the timer's thread. Half a second without calls is waited for, but not for ever.
 */
final class EndingAhead {
  static final Duration QUIET = Duration.ofMillis(500);

  private static final Logger LOG = System.getLogger("bullpen.server");

  /** Ten seconds' worth. */
  private static final int LOOKS = 20;

  /** Between two steps, so that others have the processor and the timer. */
  private static final Duration PAUSE = Duration.ofMillis(2);

  private static final Set<String> MODULES =
      Set.of(
          "dev.bullpen.pool",
          "dev.bullpen.posix",
          "dev.bullpen.protocol",
          "dev.bullpen.server",
          "dev.bullpen.wire");

  /** Loaded when a flight recording begins, and not in every Java. */
  private static final String OF_RECORDINGS = "dev.bullpen.pool.flight.FlightEvents";

  private final Supplier<Duration> quiet;
  private final BiConsumer<Duration, Runnable> later;
  private int looks;

  /**
   * @param quiet for how long no client has been served
   * @param later runs a task after that time
   */
  EndingAhead(Supplier<Duration> quiet, BiConsumer<Duration, Runnable> later) {
    this.quiet = quiet;
    this.later = later;
  }

  /**
   * As soon as it is quiet. Returns at once, but where all is recorded and has to be loaded now.
   */
  void begin() {
    if (OwnClasses.areRecorded()) {
      find().ifPresent(EndingAhead::loadAll);
    } else {
      later.accept(QUIET, this::look);
    }
  }

  private void look() {
    if (quiet.get().compareTo(QUIET) < 0 && ++looks < LOOKS) {
      begin();
    } else {
      find().ifPresent(this::load);
    }
  }

  private static Optional<OwnClasses> find() {
    try {
      return Optional.of(OwnClasses.of(MODULES, name -> !name.startsWith(OF_RECORDINGS)));
    } catch (IOException e) {
      LOG.log(Level.WARNING, "the server''s jars cannot be read any more: {0}", e.toString());
      return Optional.empty();
    }
  }

  private static void loadAll(OwnClasses classes) {
    while (classes.loadSome()) {}
  }

  private void load(OwnClasses classes) {
    if (classes.loadSome()) {
      later.accept(PAUSE, () -> load(classes));
    } else {
      LOG.log(Level.DEBUG, "what ending needs is loaded; missing: {0}", classes.missing());
    }
  }
}
