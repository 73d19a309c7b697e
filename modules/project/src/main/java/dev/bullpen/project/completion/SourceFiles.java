package dev.bullpen.project.completion;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.project.completion.CompletionSource.CompletionSourceException;
import dev.bullpen.project.completion.CompletionSource.Names.Kind;
import dev.bullpen.project.completion.MatchIndex.MatchIndexBuilder;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.ContainedFile;
import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.ForeignName;
import dev.bullpen.project.script.Roots;
import dev.bullpen.project.script.Roots.Root;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What reads a source that lies in files; for one thread at a time. */
interface SourceFiles {
  /**
   * How old a change must be to be told from a later one by its time: file systems take the time
   * from a clock that ticks every 1 to 10 ms.
   */
  Duration SETTLED = Duration.ofMillis(100);

  /** What tells its state from another. */
  String stamp() throws CompletionSourceException;

  Values read() throws CompletionSourceException;

  /** For how long a check of the stamp holds, in nanoseconds; 0 if it is cheap. */
  long checkedEvery();

  /**
   * The values of a source, as they were.
   *
   * @param stamp tells this state of the files from another one
   * @param settled whether the stamp will do so; not if something has changed so shortly before
   *     that a further change could have the same time
   */
  record Values(MatchIndex index, String stamp, boolean settled) {}

  /**
   * A file of values, one on each line: UTF-8, with or without a byte order mark, line breaks of
   * any system. Empty lines are none. A line that is no text or too long is logged and left out.
   */
  final class Lines implements SourceFiles {
    /** Bytes of the file; a million values and more, and still little of the server's 256 MiB. */
    static final int MAX_BYTES = 33_554_432;

    /** Lines with something in them; more than a million. */
    static final int MAX_VALUES = 1_048_576;

    /** Bytes of a line; a longer text is not chosen from a list. */
    static final int MAX_LINE = 1_024;

    /** Bytes of all of them prepared; texts that grow a lot by folding are no list of values. */
    private static final int MAX_PREPARED = 2 * MAX_BYTES;

    private final Folder root;
    private final Path file;
    private final Consumer<String> warnings;

    Lines(Folder root, CompletionSource.Lines lines, Consumer<String> warnings) {
      this.root = root;
      this.file = root.path().resolve(lines.path());
      this.warnings = warnings;
    }

    @Override
    public long checkedEvery() {
      return 0;
    }

    @Override
    public String stamp() throws CompletionSourceException {
      Path real = real();
      return real + " " + FileStamp.of(real);
    }

    @Override
    public Values read() throws CompletionSourceException {
      Path real = real();
      String stamp = stamp();
      try {
        boolean settled =
            Files.getLastModifiedTime(real).toMillis()
                < System.currentTimeMillis() - SETTLED.toMillis();
        Optional<byte[]> bytes = ContainedFile.read(root.path().toRealPath(), real, MAX_BYTES);
        if (bytes.isEmpty()) {
          throw unusable("it has more than %d bytes".formatted(MAX_BYTES), "Make it smaller");
        }
        return new Values(index(bytes.get()), stamp, settled);
      } catch (IOException e) {
        throw unusable(Cause.of(e), "Make it a regular file that can be read");
      }
    }

    private Path real() throws CompletionSourceException {
      try {
        Path real = file.toRealPath();
        if (root.containsReal(real)) {
          return real;
        }
      } catch (IOException e) {
        throw unusable(Cause.of(e), "Create it or correct \"file\"");
      }
      throw unusable("it leads out of the project", "Put a real file in its place");
    }

    private MatchIndex index(byte[] bytes) throws CompletionSourceException {
      MatchIndexBuilder values = new MatchIndexBuilder(MAX_PREPARED, bytes.length);
      int leftOut = 0;
      int from = ByteOrderMark.isBefore(bytes) ? ByteOrderMark.BYTES : 0;
      while (from < bytes.length) {
        int end = from;
        while (end < bytes.length && bytes[end] != '\n' && bytes[end] != '\r') {
          end++;
        }
        if (end - from > MAX_LINE || end > from && !values.add(bytes, from, end)) {
          leftOut++;
        }
        if (values.size() > MAX_VALUES) {
          throw unusable("it has more than %d values".formatted(MAX_VALUES), "Make it smaller");
        }
        from = end + 1;
      }
      if (leftOut > 0) {
        warnings.accept(
            "%s: %d lines are ignored: they are not UTF-8, or longer than %d bytes. Mend them."
                .formatted(file, leftOut, MAX_LINE));
      }
      return values.build();
    }

    private CompletionSourceException unusable(String reason, String nextStep) {
      return new CompletionSourceException("%s: %s. %s.".formatted(file, reason, nextStep));
    }
  }

  /**
   * The names of files and folders below a folder of the project, or below its roots, relative to
   * each. Hidden files and folders are left out, those with a {@link ForeignName}, and symbolic
   * links, so that nothing leads out.
   */
  final class Names implements SourceFiles {
    /** Names and folders; as many as a project may publish, and listed in a second. */
    static final int MAX_ENTRIES = FolderListing.MAX_FILES;

    /** The user is typing: what came or went shows up within this time. */
    private static final Duration CHECKED_EVERY = Duration.ofSeconds(1);

    private final Folder root;
    private final CompletionSource.Names source;
    private final Supplier<Roots> roots;
    private final Consumer<String> warnings;

    // Of the last reading.
    private List<Path> tops = List.of();
    private final List<String> names = new ArrayList<>();
    private int entries;
    private long changedAt; // milliseconds since 1970

    /**
     * By folder what tells its state, as it was before its names were read: a name that comes or
     * goes changes its folder, also where a program puts the folder's time back, as archives and
     * mirrors are unpacked.
     */
    private final Map<Path, String> folders = new LinkedHashMap<>();

    Names(
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
    public long checkedEvery() {
      return CHECKED_EVERY.toNanos();
    }

    @Override
    public String stamp() throws CompletionSourceException {
      if (!tops.equals(tops())) {
        return FileStamp.NONE;
      }
      Map<Path, String> now = new LinkedHashMap<>(folders);
      now.replaceAll((folder, seen) -> FileStamp.of(folder));
      return now.toString();
    }

    @Override
    public Values read() throws CompletionSourceException {
      long began = System.currentTimeMillis();
      tops = tops();
      folders.clear();
      names.clear();
      entries = 0;
      changedAt = 0;
      tops.forEach(top -> list(new Folder(top, top), top, source.depth()));
      if (entries > MAX_ENTRIES) {
        warnings.accept(
            "%s: the rest of more than %d names below is not suggested. Name a smaller folder, or less depth."
                .formatted(folder(), MAX_ENTRIES));
      }
      Collections.sort(names);
      return new Values(
          MatchIndex.of(names), folders.toString(), changedAt < began - SETTLED.toMillis());
    }

    private void list(Folder top, Path folder, int depth) {
      folders.put(folder, FileStamp.of(folder));
      try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
        changedAt = Math.max(changedAt, Files.getLastModifiedTime(folder).toMillis());
        for (Path entry : all) {
          boolean isFolder = Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
          if (entry.getFileName().toString().startsWith(".")
              || ForeignName.is(entry)
              || !isFolder && !Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
            continue;
          }
          if (entries > MAX_ENTRIES || ++entries > MAX_ENTRIES) {
            return;
          }
          if (source.kind() != (isFolder ? Kind.FILES : Kind.DIRECTORIES)) {
            names.add(top.relative(entry));
          }
          if (isFolder && depth > 1) {
            list(top, entry, depth - 1);
          }
        }
      } catch (IOException | DirectoryIteratorException e) {
        return; // gone meanwhile, or not to be read: nothing below it is suggested
      }
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
}
