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
   * All that decides what a script says: its input, which script it is, and the state of the
   * project. Of two requests with the same key one run answers both.
   *
   * @param argsHash of the reference, the argument, its value and the context
   * @param limit as the script is told it
   * @param offset where the script is told to begin
   * @param scriptCursor its own mark for that
   * @param principal who asks
   * @param modern whether a request of the stateless era asks, or the legacy session
   * @param epoch see {@link CompletionCache#epoch}
   * @param stamp of the script's file; empty where answers are not kept
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
    /** Looks at the script's file if the provider's answers are kept. */
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
          request.limit().told(),
          position.offset(),
          position.scriptCursor(),
          call.isModern(),
          epoch,
          provider.cache().isPresent() ? provider.stamp() : Optional.empty(),
          provider);
    }

    /** Of what tells nearly all apart: the provider's environment is long. */
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
