package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionSource.CompletionSourceException;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.script.Roots.FallbackRoots;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The values of all sources that lie in files, as long as there is room: a file that does not
 * change is read once, however often the rest of the project changes.
 */
public final class SourceIndexes {
  /** Bytes; of the server's 256 MiB, with room to read the largest file beside. */
  static final long MAX_BYTES = 67_108_864;

  /** Sources; one that is asked for no more goes when so many others have been. */
  static final int MAX_SOURCES = 256;

  /** Characters of values from several sources together, which are prepared for each request. */
  private static final int MAX_TOGETHER = 8_388_608;

  /** The user is typing: names that came or went show up within this time. */
  private static final Duration NAMES_CHECKED_EVERY = Duration.ofSeconds(1);

  private final SourceFiles files;
  private final Map<CompletionSource, SourceIndex> held = new LinkedHashMap<>(16, 0.75f, true);

  public SourceIndexes(Folder root, FallbackRoots roots, Warnings warnings) {
    Set<String> warned = ConcurrentHashMap.newKeySet();
    this.files =
        new SourceFiles(
            root,
            roots,
            warning -> {
              if (warned.add(warning)) {
                warnings.add(warning);
              }
            });
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
    MatchIndex.Builder all = new MatchIndex.Builder(MAX_TOGETHER);
    boolean hasRoom = true;
    for (CompletionSource source : any.sources()) {
      MatchIndex part = read(source, now);
      hasRoom = hasRoom && part.values().stream().allMatch(all::add);
    }
    return all.build();
  }

  private SourceIndex index(CompletionSource source) {
    synchronized (held) {
      return held.computeIfAbsent(source, SourceIndex::new);
    }
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

  /** The values of one source that lies in files, read again when the files are others. */
  private final class SourceIndex {
    private final Object readingLock = new Object();
    private final CompletionSource source;
    private volatile @Nullable Seen seen; // null before the first reading

    /** What was read last, and when it was last compared with the files. */
    private record Seen(SourceFiles.Reading reading, long at) {}

    SourceIndex(CompletionSource source) {
      this.source = source;
    }

    /** What was read last, if a quick check says that it is current. Never waits for a reading. */
    Optional<MatchIndex> current(long now) {
      Seen last = seen;
      if (last == null) {
        return Optional.empty();
      }
      boolean isCurrent =
          source instanceof CompletionSource.Names
              ? now - last.at() < NAMES_CHECKED_EVERY.toNanos()
              : files.isUnchanged(source, last.reading());
      return isCurrent ? Optional.of(last.reading().index()) : Optional.empty();
    }

    /** As it is now; one thread reads, others wait for it. */
    MatchIndex read(long now) throws CompletionSourceException {
      synchronized (readingLock) {
        Optional<MatchIndex> current = current(now);
        if (current.isPresent()) {
          return current.get();
        }
        Seen last = seen;
        SourceFiles.Reading reading =
            last != null && files.isUnchanged(source, last.reading())
                ? last.reading()
                : files.read(source);
        seen = new Seen(reading, now);
        return reading.index();
      }
    }

    long bytes() {
      Seen last = seen;
      return last == null ? 0 : last.reading().index().bytes();
    }
  }
}
