package dev.bullpen.server.completion;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * What completion scripts have said, to be said again while it is fresh. In memory, and never more
 * than so much: what has not been asked for longest goes first. What is too old goes when it is
 * found.
 */
public final class CompletionCache {
  /** A day of typing, in a few hundred KiB besides the outputs. */
  static final int MOST_ENTRIES = 1_000;

  /** Of all outputs together: a sixteenth of the server's heap. */
  static final int MOST_BYTES = 16 * 1024 * 1024;

  /** Of one output; a larger one would drive out everything that is asked for more often. */
  static final int LARGEST_BYTES = 1024 * 1024;

  private record Kept(byte[] stdout, long since) {}

  private final LongSupplier nanoTime;

  // Guarded by entries.
  private final Map<CompletionKey, Kept> entries = new LinkedHashMap<>(16, 0.75f, true);
  private int bytes;
  private volatile long epoch;

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  public CompletionCache(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * The number of the project's state, which is part of each key: what began before a change is not
   * kept after it.
   */
  long epoch() {
    return epoch;
  }

  /** The project has changed: nothing that was said is true any more. */
  void clear() {
    synchronized (entries) {
      epoch++;
      entries.clear();
      bytes = 0;
    }
  }

  /** What the script has said to this, if that is not too long ago. */
  Optional<byte[]> find(CompletionKey key) {
    Optional<Duration> life = key.provider().cache();
    if (!key.isKept() || life.isEmpty()) {
      return Optional.empty();
    }
    synchronized (entries) {
      Kept kept = entries.get(key);
      if (kept == null) {
        return Optional.empty();
      }
      if (nanoTime.getAsLong() - kept.since() >= life.get().toNanos()) {
        remove(key);
        return Optional.empty();
      }
      return Optional.of(kept.stdout());
    }
  }

  /** Keep what a script has said, from now on. */
  void keep(CompletionKey key, byte[] stdout) {
    if (!key.isKept() || stdout.length > LARGEST_BYTES) {
      return;
    }
    synchronized (entries) {
      if (key.epoch() != epoch) {
        return;
      }
      remove(key);
      entries.put(key, new Kept(stdout, nanoTime.getAsLong()));
      bytes += stdout.length;
      Iterator<Kept> oldest = entries.values().iterator();
      while (entries.size() > MOST_ENTRIES || bytes > MOST_BYTES) {
        bytes -= oldest.next().stdout().length;
        oldest.remove();
      }
    }
  }

  private void remove(CompletionKey key) {
    assert Thread.holdsLock(entries);
    Kept kept = entries.remove(key);
    if (kept != null) {
      bytes -= kept.stdout().length;
    }
  }
}
