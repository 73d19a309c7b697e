package dev.bullpen.project.completion;

import dev.bullpen.project.completion.MatchIndex.MatchIndexBuilder;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.script.Roots;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The values of all sources that lie in files, as long as there is room: a file that nobody touches
 * is read once, however often the rest of the project changes.
 */
public final class SourceIndexes {
  /** Bytes; of the server's 256 MiB, with room to read the largest file beside. */
  static final long MAX_BYTES = 67_108_864;

  /** Sources; one that is asked for no more goes when so many others have been. */
  static final int MAX_SOURCES = 256;

  /** Bytes of values from several sources together, which are prepared for each request. */
  private static final int MAX_TOGETHER = 8_388_608;

  private final Folder root;
  private final Supplier<Roots> roots;
  private final Consumer<String> warnings;
  private final Set<String> said = ConcurrentHashMap.newKeySet();

  /** Least lately used first. */
  private final Map<CompletionSource, SourceIndex> held = new LinkedHashMap<>(16, 0.75f, true);

  public SourceIndexes(Folder root, Supplier<Roots> roots, Consumer<String> warnings) {
    this.root = root;
    this.roots = roots;
    this.warnings = warnings;
  }

  /**
   * The values of a source, if they are at hand.
   *
   * @param now on the clock of {@link System#nanoTime}
   */
  Optional<MatchIndex> current(CompletionSource source, long now) {
    if (source instanceof CompletionSource.Values values) {
      return Optional.of(values.list().index());
    }
    return source instanceof CompletionSource.AnyOf ? Optional.empty() : index(source).current(now);
  }

  MatchIndex read(CompletionSource source, long now) throws CompletionSourceException {
    if (source instanceof CompletionSource.Values values) {
      return values.list().index();
    } else if (source instanceof CompletionSource.AnyOf any) {
      return together(any, now);
    }
    MatchIndex index = index(source).read(now);
    makeRoom(source);
    return index;
  }

  /** Made anew each time: few ask before they know what it depends on. */
  private MatchIndex together(CompletionSource.AnyOf any, long now)
      throws CompletionSourceException {
    List<MatchIndex> parts = new ArrayList<>();
    for (CompletionSource source : any.sources()) {
      parts.add(read(source, now));
    }
    MatchIndexBuilder all = new MatchIndexBuilder(MAX_TOGETHER, 0);
    for (MatchIndex part : parts) {
      if (!all.addAll(part)) {
        break;
      }
    }
    return all.build();
  }

  private SourceIndex index(CompletionSource source) {
    synchronized (held) {
      return held.computeIfAbsent(source, missing -> new SourceIndex(files(missing)));
    }
  }

  private SourceFiles files(CompletionSource source) {
    return source instanceof CompletionSource.Lines lines
        ? new LinesFile(root, lines, this::say)
        : new NamesFolder(root, (CompletionSource.Names) source, roots, this::say);
  }

  private void makeRoom(CompletionSource kept) {
    synchronized (held) {
      long bytes = held.values().stream().mapToLong(SourceIndex::bytes).sum();
      Iterator<Map.Entry<CompletionSource, SourceIndex>> oldest = held.entrySet().iterator();
      while (oldest.hasNext() && (bytes > MAX_BYTES || held.size() > MAX_SOURCES)) {
        Map.Entry<CompletionSource, SourceIndex> entry = oldest.next();
        if (!entry.getKey().equals(kept)) {
          bytes -= entry.getValue().bytes();
          oldest.remove();
        }
      }
    }
  }

  private void say(String warning) {
    if (said.add(warning)) {
      warnings.accept(warning);
    }
  }

  /** The values of one source that lies in files, read again when the files are others. */
  static final class SourceIndex {

    private final Object readingLock = new Object();

    private final SourceFiles files;
    private volatile SourceState state;

    SourceIndex(SourceFiles files) {
      this.files = files;
    }

    /**
     * What was read last, if that is known to be how it is without a long look. Never waits for
     * another thread.
     *
     * @param now on the clock of {@link System#nanoTime}
     */
    Optional<MatchIndex> current(long now) {
      SourceState held = state;
      if (held == null) {
        return Optional.empty();
      }
      if (files.looksEvery() > 0) {
        return now - held.looked() < files.looksEvery()
            ? Optional.of(held.index())
            : Optional.empty();
      }
      return isAsSeen(held) ? Optional.of(held.index()) : Optional.empty();
    }

    /** As it is now; one thread reads, others wait for it. */
    MatchIndex read(long now) throws CompletionSourceException {
      synchronized (readingLock) {
        Optional<MatchIndex> current = current(now);
        if (current.isPresent()) {
          return current.get();
        }
        SourceState held = state;
        if (held != null && isAsSeen(held)) {
          state = held.seenAt(now);
        } else {
          state = files.read(now);
        }
        return state.index();
      }
    }

    private boolean isAsSeen(SourceState held) {
      try {
        return held.settled() && held.stamp().equals(files.stamp());
      } catch (CompletionSourceException e) {
        return false; // which reading it will say
      }
    }

    long bytes() {
      SourceState held = state;
      return held == null ? 0 : held.index().bytes();
    }
  }

  /**
   * The values of a source, as they were.
   *
   * @param stamp tells this state of the files from another one
   * @param settled whether the stamp will do so; not if something has changed so shortly before
   *     that a further change could have the same time
   * @param looked when the stamp was last seen, on the clock of {@link System#nanoTime}
   */
  record SourceState(MatchIndex index, String stamp, boolean settled, long looked) {
    /**
     * How old a change must be to be told from a later one by its time, in milliseconds: file
     * systems take the time from a clock that ticks every 1 to 10 of them.
     */
    static final long SETTLED_MILLIS = 100;

    SourceState seenAt(long now) {
      return new SourceState(index, stamp, settled, now);
    }
  }

  /** What reads a source that lies in files; for one thread at a time. */
  interface SourceFiles {
    /**
     * What tells its state from another.
     *
     * @throws CompletionSourceException if it cannot be read
     */
    String stamp() throws CompletionSourceException;

    /**
     * Read it.
     *
     * @param now on the clock of {@link System#nanoTime}
     */
    SourceState read(long now) throws CompletionSourceException;

    /** For how long a look at the stamp holds, in nanoseconds. */
    long looksEvery();
  }
}
