package dev.bullpen.http.access;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Counts the wrong tokens of each source. Beyond {@value #MAX} a minute, the source's wrong tokens
 * get 429. Right tokens are still let in: clients of one machine, or behind one proxy, share an
 * address, and a client with an old token must not lock out the others.
 */
final class WrongTokens {
  static final int MAX = 10;

  /** With more sources, the one whose last wrong token is oldest is forgotten. */
  static final int MAX_SOURCES = 4096;

  private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Object windowsLock = new Object();

  private final Map<String, Window> windows =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Window> eldest) {
          return size() > MAX_SOURCES;
        }
      };

  private final Consumer<String> warnings;

  /** A minute that starts with a source's first wrong token. */
  private record Window(long begun, int count) {}

  /**
   * @param warnings receives one line for each source and minute
   */
  WrongTokens(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  /**
   * Count a wrong token.
   *
   * @param now on the clock of {@link System#nanoTime}
   * @return for how many seconds further wrong tokens get 429; 0 if they do not
   */
  long count(String source, long now) {
    Window window = add(source, now);
    if (window.count() <= MAX) {
      return 0;
    }
    if (window.count() == MAX + 1) {
      warnings.accept(
          "More than %d wrong tokens from %s within a minute; until the minute is over, its wrong tokens get 429"
              .formatted(MAX, source));
    }
    long left = window.begun() + WINDOW_NANOS - now;
    return Math.max(1, (left + TimeUnit.SECONDS.toNanos(1) - 1) / TimeUnit.SECONDS.toNanos(1));
  }

  private Window add(String source, long now) {
    synchronized (windowsLock) {
      return windows.merge(
          source,
          new Window(now, 1),
          (old, first) ->
              now - old.begun() >= WINDOW_NANOS ? first : new Window(old.begun(), old.count() + 1));
    }
  }

  int sources() {
    synchronized (windowsLock) {
      return windows.size();
    }
  }
}
