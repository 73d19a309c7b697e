package dev.bullpen.server.program;

import dev.bullpen.project.script.Libraries;
import dev.bullpen.project.script.Library;
import dev.bullpen.project.script.LibraryException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** The project's jars, looked at when somebody needs them, and at most once a second. */
final class LibrarySight {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** Who replaces a jar and calls at once gets the old one for so long. */
  private static final long LOOKS_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

  private final Libraries libraries;
  private final AtomicReference<Optional<Seen>> last = new AtomicReference<>(Optional.empty());

  LibrarySight(Libraries libraries) {
    this.libraries = libraries;
  }

  /**
   * What was seen.
   *
   * @param at on the clock of {@link System#nanoTime}
   */
  record Seen(long at, List<Library> all, Optional<LibraryException> objection) {}

  Seen now(long now) {
    Optional<Seen> seen = last.get();
    if (seen.isPresent() && now - seen.get().at() < LOOKS_EVERY_NANOS) {
      return seen.get();
    }
    Seen fresh = look(now);
    if (fresh.objection().isPresent() && isNews(fresh.objection().get(), seen)) {
      LOG.log(Level.WARNING, fresh.objection().get().detail());
    }
    last.set(Optional.of(fresh));
    return fresh;
  }

  private Seen look(long now) {
    try {
      return new Seen(now, libraries.all(), Optional.empty());
    } catch (LibraryException e) {
      return new Seen(now, List.of(), Optional.of(e));
    }
  }

  private static boolean isNews(LibraryException objection, Optional<Seen> seen) {
    return seen.flatMap(Seen::objection)
        .filter(earlier -> earlier.detail().equals(objection.detail()))
        .isEmpty();
  }
}
