package dev.bullpen.project.completion;

import dev.bullpen.project.completion.SourceIndexes.SourceFiles;
import dev.bullpen.project.completion.SourceIndexes.SourceState;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.ForeignName;
import dev.bullpen.project.script.Root;
import dev.bullpen.project.script.Roots;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  /**
   * The names below some folders, relative to each. Hidden files and folders are left out, those
   * with a {@link ForeignName}, and symbolic links, so that nothing leads out.
   */
  static final class NamesTree {
    /** Names and folders looked at; as many as a project may publish, and listed in a second. */
    static final int MAX_ENTRIES = FolderListing.MAX_FILES;

    private final CompletionSource.Names source;
    private final List<String> names = new ArrayList<>();

    /** By folder what tells its state, which is seen before its names are. */
    private final Map<Path, String> folders = new LinkedHashMap<>();

    private long changedAt;
    private int looked;

    private NamesTree(CompletionSource.Names source) {
      this.source = source;
    }

    /**
     * Look.
     *
     * @param tops real paths
     */
    static NamesTree of(CompletionSource.Names source, List<Path> tops) throws IOException {
      NamesTree tree = new NamesTree(source);
      for (Path top : tops) {
        Files.walkFileTree(
            top, EnumSet.noneOf(FileVisitOption.class), source.depth(), tree.new Visitor(top));
      }
      return tree;
    }

    /** Sorted, none twice in one folder. */
    List<String> names() {
      return names.stream().sorted().toList();
    }

    /** Whether there was more than {@link #MAX_ENTRIES}. */
    boolean isCut() {
      return looked > MAX_ENTRIES;
    }

    /**
     * What tells these names from others: a name that comes or goes changes its folder, also where
     * a program puts the folder's time back, as archives and mirrors are unpacked.
     */
    String stamp() {
      return folders.toString();
    }

    String stampNow() {
      Map<Path, String> now = new LinkedHashMap<>(folders);
      now.replaceAll((folder, seen) -> FileStamp.of(folder));
      return now.toString();
    }

    /** The latest change of a folder, in milliseconds since 1970. */
    long changedAt() {
      return changedAt;
    }

    private final class Visitor extends SimpleFileVisitor<Path> {
      private final Folder top;

      Visitor(Path top) {
        this.top = new Folder(top, top);
      }

      @Override
      public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        if (folder.equals(top.path())) {
          see(folder, attributes);
          return FileVisitResult.CONTINUE;
        }
        if (isLeftOut(folder)) {
          return FileVisitResult.SKIP_SUBTREE;
        }
        see(folder, attributes);
        return take(folder, CompletionSource.Names.Kind.FILES);
      }

      private void see(Path folder, BasicFileAttributes attributes) {
        folders.put(folder, FileStamp.of(folder));
        changedAt = Math.max(changedAt, attributes.lastModifiedTime().toMillis());
      }

      @Override
      public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        if (isLeftOut(file)) {
          return FileVisitResult.CONTINUE;
        }
        if (attributes.isDirectory()) {
          return take(file, CompletionSource.Names.Kind.FILES);
        }
        return attributes.isRegularFile()
            ? take(file, CompletionSource.Names.Kind.DIRECTORIES)
            : FileVisitResult.CONTINUE;
      }

      private FileVisitResult take(Path path, CompletionSource.Names.Kind other) {
        if (++looked > MAX_ENTRIES) {
          return FileVisitResult.TERMINATE;
        }
        if (source.kind() != other) {
          names.add(top.relative(path));
        }
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult visitFileFailed(Path file, IOException e) {
        return FileVisitResult.CONTINUE;
      }

      @Override
      public FileVisitResult postVisitDirectory(Path folder, IOException e) {
        return FileVisitResult.CONTINUE;
      }

      private static boolean isLeftOut(Path path) {
        return path.getFileName().toString().startsWith(".") || ForeignName.is(path);
      }
    }
  }
}
