package dev.bullpen.project.completion;

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

  /** The values of a source, read if need be. */
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
}
