package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionSource.CompletionSourceException;
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
 * The values of all sources that lie in files, as long as there is room: a file that does not
 * change is read once, however often the rest of the project changes.
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
  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  private final Map<CompletionSource, SourceIndex> held = new LinkedHashMap<>(16, 0.75f, true);

  public SourceIndexes(Folder root, Supplier<Roots> roots, Consumer<String> warnings) {
    this.root = root;
    this.roots = roots;
    this.warnings = warnings;
  }

  /** The values of a source, if they are in memory. Times are those of {@link System#nanoTime}. */
  Optional<MatchIndex> current(CompletionSource source, long now) {
    if (source instanceof CompletionSource.Values values) {
      return Optional.of(values.index());
    }
    return source instanceof CompletionSource.AnyOf ? Optional.empty() : index(source).current(now);
  }

  MatchIndex read(CompletionSource source, long now) throws CompletionSourceException {
    if (source instanceof CompletionSource.Values values) {
      return values.index();
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
        ? new SourceFiles.Lines(root, lines, this::warnOnce)
        : new SourceFiles.Names(root, (CompletionSource.Names) source, roots, this::warnOnce);
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

  private void warnOnce(String warning) {
    if (warned.add(warning)) {
      warnings.accept(warning);
    }
  }

  /** The values of one source that lies in files, read again when the files are others. */
  private static final class SourceIndex {
    private final Object readingLock = new Object();
    private final SourceFiles files;
    private volatile Seen seen; // null before the first reading

    /** What was read last, and when its stamp was last checked. */
    private record Seen(SourceFiles.Values values, long at) {}

    SourceIndex(SourceFiles files) {
      this.files = files;
    }

    /** What was read last, if a quick check says that it is current. Never waits for a reading. */
    Optional<MatchIndex> current(long now) {
      Seen last = seen;
      boolean isCurrent =
          last != null
              && (files.checkedEvery() > 0
                  ? now - last.at() < files.checkedEvery()
                  : isUnchanged(last));
      return isCurrent ? Optional.of(last.values().index()) : Optional.empty();
    }

    /** As it is now; one thread reads, others wait for it. */
    MatchIndex read(long now) throws CompletionSourceException {
      synchronized (readingLock) {
        Optional<MatchIndex> current = current(now);
        if (current.isPresent()) {
          return current.get();
        }
        Seen last = seen;
        boolean isSame = last != null && isUnchanged(last);
        Seen newest = new Seen(isSame ? last.values() : files.read(), now);
        seen = newest;
        return newest.values().index();
      }
    }

    private boolean isUnchanged(Seen last) {
      try {
        return last.values().settled() && last.values().stamp().equals(files.stamp());
      } catch (CompletionSourceException e) {
        return false; // the reading that follows says why
      }
    }

    long bytes() {
      Seen last = seen;
      return last == null ? 0 : last.values().index().bytes();
    }
  }
}
