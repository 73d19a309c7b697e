package dev.bullpen.server.completion;

import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionRequest;
import dev.bullpen.project.completion.CompletionRequest.CompletionArguments;
import dev.bullpen.project.completion.Resolution.CompletionProvider;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.client.Principal;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Answers of completion scripts, kept in memory while they are fresh. Their number and size are
 * limited, and the least recently used goes first. One that is too old goes when it is found.
 */
public final class CompletionCache {
  /** A day of typing, in a few hundred KiB besides the outputs. */
  static final int MOST_ENTRIES = 1_000;

  /** Of all outputs together: a sixteenth of the server's heap. */
  static final int MOST_BYTES = 16 * 1024 * 1024;

  /** Of one output. A larger one would drive out all that is asked for more often. */
  static final int LARGEST_BYTES = 1024 * 1024;

  private record Kept(byte[] stdout, long since) {}

  private final LongSupplier nanoTime;

  // Guarded by entries.
  private final Map<CompletionKey, Kept> entries = new LinkedHashMap<>(16, 0.75f, true);
  private int bytes;
  private volatile long epoch;

  public CompletionCache(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * The number of the project's state, which is part of each key. A result that began before a
   * change is not kept after it.
   */
  long epoch() {
    return epoch;
  }

  /** The project has changed, so no kept answer is valid any more. */
  void clear() {
    synchronized (entries) {
      epoch++;
      entries.clear();
      bytes = 0;
    }
  }

  /** The kept answer to this, if it is fresh. */
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

  /**
   * All that decides what a script answers: its input, which script it is, and the state of the
   * project. One run answers all requests with the same key.
   *
   * @param argsHash of the reference, the argument, its value and the context
   * @param limit as the script gets it
   * @param offset the offset that the script gets
   * @param scriptCursor the script's own mark for that place
   * @param principal whose request it is
   * @param modern whether it is a request of the stateless era, not of the legacy session
   * @param epoch see {@link CompletionCache#epoch}
   * @param stamp of the script's file; empty if answers are not kept
   */
  record CompletionKey(
      Principal principal,
      String argsHash,
      int limit,
      int offset,
      Optional<String> scriptCursor,
      boolean modern,
      long epoch,
      Optional<String> stamp,
      CompletionProvider provider) {
    /** Reads the stamp of the script's file if the provider's answers are kept. */
    static CompletionKey of(
        Call call,
        CompletionProvider provider,
        CompletionRequest request,
        CompletionArguments arguments,
        CompletionPosition position,
        long epoch) {
      return new CompletionKey(
          call.principal(),
          arguments.hash(),
          request.limit().requested(),
          position.offset(),
          position.scriptCursor(),
          call.isModern(),
          epoch,
          provider.cache().isPresent() ? provider.stamp() : Optional.empty(),
          provider);
    }

    /**
     * Of the members that distinguish nearly all keys, because the provider's environment is long.
     */
    @Override
    public int hashCode() {
      return argsHash.hashCode();
    }

    /** Whether it is for what a user types, and not for a further page. */
    boolean isFirstPage() {
      return offset == 0 && scriptCursor.isEmpty();
    }

    boolean isKept() {
      return stamp.isPresent();
    }
  }
}
