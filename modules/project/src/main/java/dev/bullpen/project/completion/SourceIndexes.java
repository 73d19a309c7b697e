package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionOutput.CompletionPage;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.Roots.FallbackRoots;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The values of sources in files, kept in memory while there is room. An unchanged file is read
 * once, however often the rest of the project changes.
 */
public final class SourceIndexes {
  /** The most bytes kept. The largest allowed file can be read in addition. */
  static final long MAX_BYTES = 67_108_864;

  /** The most sources; beyond, the least recently used one is dropped. */
  static final int MAX_SOURCES = 256;

  /** The most bytes of values from several sources, which are joined for each request. */
  private static final int MAX_TOGETHER = 16_777_216;

  /** New and removed names show up within this time, because the user is typing. */
  private static final Duration NAMES_CHECKED_EVERY = Duration.ofSeconds(1);

  private final SourceFiles files;
  private final Warnings warnings;

  /** The source used least recently is the first. */
  private final Map<CompletionSource, Seen> held = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param warnings receives a sentence, once, about each part of a source that is left out
   */
  public SourceIndexes(Folder root, FallbackRoots roots, Warnings warnings) {
    this.files = new SourceFiles(root, roots);
    this.warnings = warnings.once();
  }

  /** The current values of a declared completion. */
  public DeclaredValues values(Resolution.Declared declared) {
    return new DeclaredValues(declared, current(declared.source(), System.nanoTime()));
  }

  /** The values of a declared completion, in memory or still to be read from disk. */
  public final class DeclaredValues {
    private final Resolution.Declared declared;
    private final Optional<MatchIndex> current;

    private DeclaredValues(Resolution.Declared declared, Optional<MatchIndex> current) {
      this.declared = declared;
      this.current = current;
    }

    /** Whether they are known without the disk, and so few that a search delays no request. */
    public boolean isQuick() {
      return current.filter(MatchIndex::isQuick).isPresent();
    }

    /**
     * Suggestions from them, best first. Reads files unless {@link #isQuick}.
     *
     * @throws RefusedException if they cannot be read
     */
    public CompletionPage page(
        CompletionRequest request, CompletionBinding binding, CompletionPosition position)
        throws RefusedException {
      MatchIndex values =
          current.isPresent() ? current.get() : read(declared.source(), System.nanoTime());
      MatchIndex.Matches matches =
          values.find(request.value(), declared.match(), position.offset(), request.limit().cut());
      int to = Math.min(position.offset(), matches.total()) + matches.values().size();
      boolean more = to < matches.total();
      CompletionPosition next = new CompletionPosition(to, Optional.empty(), Optional.empty());
      return new CompletionPage(
          matches.values(),
          OptionalInt.of(matches.total()),
          more,
          more ? Optional.of(CompletionCursor.encode(binding, next)) : Optional.empty());
    }
  }

  /**
   * The values of a source, if they are known without the disk. Times are {@link System#nanoTime}.
   */
  Optional<MatchIndex> current(CompletionSource source, long now) {
    if (source instanceof CompletionSource.Values values) {
      return values.values().size() <= MatchIndex.QUICK_VALUES
          ? Optional.of(MatchIndex.of(values.values()))
          : Optional.empty();
    }
    return source instanceof CompletionSource.Names
        ? seen(source)
            .filter(last -> now - last.at() < NAMES_CHECKED_EVERY.toNanos())
            .map(last -> last.reading().index())
        : Optional.empty();
  }

  /** The current values of a source. Its files are read again if they have changed. */
  MatchIndex read(CompletionSource source, long now) throws RefusedException {
    if (source instanceof CompletionSource.Values values) {
      return MatchIndex.of(values.values());
    } else if (source instanceof CompletionSource.AnyOf any) {
      return together(any, now);
    }
    Optional<MatchIndex> current = current(source, now);
    if (current.isPresent()) {
      return current.get();
    }
    Optional<Seen> last = seen(source).filter(one -> files.isUnchanged(source, one.reading()));
    SourceFiles.Reading reading = last.isPresent() ? last.get().reading() : files.read(source);
    reading.problem().ifPresent(warnings::add);
    keep(source, new Seen(reading, now));
    return reading.index();
  }

  private MatchIndex together(CompletionSource.AnyOf any, long now) throws RefusedException {
    MatchIndex.Builder all = new MatchIndex.Builder(MAX_TOGETHER);
    boolean hasRoom = true;
    for (CompletionSource source : any.sources()) {
      MatchIndex part = read(source, now);
      hasRoom = hasRoom && part.values().stream().allMatch(all::add);
    }
    return all.build();
  }

  private Optional<Seen> seen(CompletionSource source) {
    synchronized (held) {
      return Optional.ofNullable(held.get(source));
    }
  }

  /** Keep a reading, and drop those used least recently for which there is no room. */
  private void keep(CompletionSource source, Seen seen) {
    synchronized (held) {
      held.put(source, seen);
      long bytes = held.values().stream().mapToLong(Seen::bytes).sum();
      Iterator<Seen> oldest = held.values().iterator();
      while (held.size() > 1 && (bytes > MAX_BYTES || held.size() > MAX_SOURCES)) {
        bytes -= oldest.next().bytes();
        oldest.remove();
      }
    }
  }

  /** The latest reading of a source, and when it was last compared with the files. */
  private record Seen(SourceFiles.Reading reading, long at) {
    long bytes() {
      return reading.index().bytes();
    }
  }
}
