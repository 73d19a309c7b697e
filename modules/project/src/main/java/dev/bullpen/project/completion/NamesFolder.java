package dev.bullpen.project.completion;

import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.script.Root;
import dev.bullpen.project.script.Roots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Reads the names of files and folders below a folder of the project, or below its roots. */
final class NamesFolder implements SourceFiles {
  /** Somebody is typing: what came or went shows up within this time. */
  private static final Duration LOOKS_EVERY = Duration.ofSeconds(1);

  private final Folder root;
  private final CompletionSource.Names source;
  private final Supplier<Roots> roots;
  private final Consumer<String> warnings;

  /** Of the last reading. */
  private List<Path> tops = List.of();

  private NamesTree tree;

  NamesFolder(
      Folder root,
      CompletionSource.Names source,
      Supplier<Roots> roots,
      Consumer<String> warnings) {
    this.root = root;
    this.source = source;
    this.roots = roots;
    this.warnings = warnings;
  }

  @Override
  public long looksEvery() {
    return LOOKS_EVERY.toNanos();
  }

  @Override
  public String stamp() throws CompletionSourceException {
    return tree != null && tops.equals(tops()) ? tree.stampNow() : FileStamp.NONE;
  }

  @Override
  public SourceState read(long now) throws CompletionSourceException {
    long began = System.currentTimeMillis();
    List<Path> current = tops();
    try {
      tree = NamesTree.of(source, current);
    } catch (IOException e) {
      throw unusable(Cause.of(e));
    }
    tops = current;
    if (tree.isCut()) {
      warnings.accept(
          "%s: the rest of more than %d names below is not suggested. Name a smaller folder, or less depth."
              .formatted(folder(), NamesTree.MAX_ENTRIES));
    }
    return new SourceState(
        MatchIndex.of(tree.names()),
        tree.stamp(),
        tree.changedAt() < began - SourceState.SETTLED_MILLIS,
        now);
  }

  private List<Path> tops() throws CompletionSourceException {
    if (source.base().isEmpty()) {
      return roots.get().all().stream().map(Root::path).filter(Files::isDirectory).toList();
    }
    try {
      Path real = folder().toRealPath();
      if (root.containsReal(real) && Files.isDirectory(real)) {
        return List.of(real);
      }
    } catch (IOException e) {
      throw unusable(Cause.of(e));
    }
    throw unusable("it is no folder of the project");
  }

  private Path folder() {
    return root.path().resolve(source.base().orElse(""));
  }

  private CompletionSourceException unusable(String reason) {
    return new CompletionSourceException(
        "%s: %s. Create it or correct \"base\".".formatted(folder(), reason));
  }
}
