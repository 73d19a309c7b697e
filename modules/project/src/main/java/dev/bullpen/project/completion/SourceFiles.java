package dev.bullpen.project.completion;

import dev.bullpen.json.ByteOrderMark;
import dev.bullpen.posix.FileStatus;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.completion.CompletionSource.Names;
import dev.bullpen.project.file.ContainedFile;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.Roots.FallbackRoots;
import dev.bullpen.project.script.Roots.Root;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads sources in files: the lines of a file, or the names below a folder. */
final class SourceFiles {
  /** The most bytes of a file. Larger lists need a script. */
  static final int MAX_BYTES = 8_388_608;

  /** The most lines that are not empty. */
  static final int MAX_VALUES = 262_144;

  /** The most bytes of a line; a longer text is not chosen from a list. */
  static final int MAX_LINE = 1_024;

  /** The most bytes of all lines in memory: a quarter of the server's. */
  private static final int MAX_PREPARED = 67_108_864;

  /** The most names: as many as a project may publish, which are listed in a second. */
  private static final int MAX_NAMES = FolderListing.MAX_FILES;

  /**
   * The age at which a change is certain to have another time than a later one: file systems use a
   * clock that ticks every 1 to 10 ms.
   */
  private static final Duration SETTLED = Duration.ofMillis(100);

  private final Folder root;
  private final FallbackRoots roots;

  SourceFiles(Folder root, FallbackRoots roots) {
    this.root = root;
    this.roots = roots;
  }

  /**
   * The values of a source at one moment.
   *
   * @param places the real paths of the source
   * @param stamps of every file or folder that was read; a new or removed name changes its folder
   * @param isSettled false if something changed during the reading, or so shortly before it that a
   *     further change could have the same time
   * @param problem a sentence about what was left out
   */
  record Reading(
      MatchIndex index,
      List<Path> places,
      Map<Path, String> stamps,
      boolean isSettled,
      Optional<String> problem) {}

  Reading read(CompletionSource source) throws RefusedException {
    long began = System.currentTimeMillis();
    List<Path> places = places(source);
    Reading reading =
        source instanceof Names names
            ? names(names, places)
            : lines(((CompletionSource.Lines) source).path(), places.get(0));
    boolean isSettled =
        reading.stamps().keySet().stream()
            .allMatch(path -> isOlderThan(began - SETTLED.toMillis(), path));
    return new Reading(reading.index(), places, reading.stamps(), isSettled, reading.problem());
  }

  private static boolean isOlderThan(long time, Path path) {
    try {
      return Files.getLastModifiedTime(path).toMillis() < time;
    } catch (IOException e) {
      return false; // gone meanwhile
    }
  }

  /** Whether reading a source again would give the same values. */
  boolean isUnchanged(CompletionSource source, Reading before) {
    try {
      return before.isSettled()
          && before.places().equals(places(source))
          && before.stamps().entrySet().stream()
              .allMatch(one -> FileStatus.stamp(one.getKey()).equals(one.getValue()));
    } catch (RefusedException e) {
      return false; // the following reading reports why
    }
  }

  private List<Path> places(CompletionSource source) throws RefusedException {
    if (source instanceof CompletionSource.Lines lines) {
      Path real = real(lines.path(), "Create it or correct \"file\"");
      if (!root.containsReal(real)) {
        throw unusable(lines.path(), "it leads out of the project", "Put a real file in its place");
      }
      return List.of(real);
    }
    Optional<String> base = ((Names) source).base();
    if (base.isEmpty()) {
      return roots.read().all().stream().map(Root::path).filter(Files::isDirectory).toList();
    }
    String nextStep = "Create it or correct \"base\"";
    Path real = real(base.get(), nextStep);
    if (!root.containsReal(real) || !Files.isDirectory(real)) {
      throw unusable(base.get(), "it is not a folder of the project", nextStep);
    }
    return List.of(real);
  }

  private Path real(String path, String nextStep) throws RefusedException {
    try {
      return root.path().resolve(path).toRealPath();
    } catch (IOException e) {
      throw unusable(path, Cause.of(e), nextStep);
    }
  }

  private RefusedException unusable(String path, String reason, String nextStep) {
    return RefusedException.failed(
        "The values cannot be read; the server's error output says how to mend it",
        "%s: %s. %s.".formatted(root.path().resolve(path), reason, nextStep));
  }

  /**
   * The lines of a file: UTF-8, with or without a byte order mark, with the line breaks of any
   * system. Empty lines are left out. Lines that are not text or too long are left out with a
   * warning.
   */
  private Reading lines(String path, Path real) throws RefusedException {
    Map<Path, String> stamps = Map.of(real, FileStatus.stamp(real));
    byte[] bytes;
    try {
      bytes =
          ContainedFile.read(root.path().toRealPath(), real, MAX_BYTES)
              .orElseThrow(() -> tooMuch(path, "%d bytes".formatted(MAX_BYTES)));
    } catch (IOException e) {
      throw unusable(path, Cause.of(e), "Make it a regular file that can be read");
    }
    CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    MatchIndex.Builder values = new MatchIndex.Builder(MAX_PREPARED);
    int leftOut = 0;
    int from = ByteOrderMark.isBefore(bytes) ? ByteOrderMark.BYTES : 0;
    while (from < bytes.length) {
      int end = from;
      while (end < bytes.length && bytes[end] != '\n' && bytes[end] != '\r') {
        end++;
      }
      if (end > from && !add(values, utf8, ByteBuffer.wrap(bytes, from, end - from))) {
        leftOut++;
      }
      if (values.size() > MAX_VALUES) {
        throw tooMuch(path, "%d values".formatted(MAX_VALUES));
      }
      from = end + 1;
    }
    String problem =
        "%s: %d lines are ignored: they are not UTF-8, or longer than %d bytes. Correct them."
            .formatted(root.path().resolve(path), leftOut, MAX_LINE);
    return reading(values.build(), stamps, leftOut > 0, problem);
  }

  private static Reading reading(
      MatchIndex index, Map<Path, String> stamps, boolean isPart, String problem) {
    return new Reading(
        index, List.of(), stamps, true, isPart ? Optional.of(problem) : Optional.empty());
  }

  private static boolean add(MatchIndex.Builder values, CharsetDecoder utf8, ByteBuffer line) {
    try {
      return line.remaining() <= MAX_LINE && values.add(utf8.decode(line).toString());
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private RefusedException tooMuch(String path, String most) {
    return unusable(path, "it has more than " + most, "Make it smaller");
  }

  /**
   * The names of files and folders below some folders, relative to each. Hidden ones, those with a
   * {@linkplain FolderListing#isForeign foreign name}, and symbolic links are left out, so that
   * nothing leads out of the project.
   */
  private Reading names(Names source, List<Path> tops) {
    Map<Path, String> stamps = new LinkedHashMap<>();
    List<String> names = new ArrayList<>();
    boolean isPart = false;
    for (Path top : tops) {
      FolderListing below =
          FolderListing.ofEntries(new Folder(top, top), source.depth(), MAX_NAMES + 1);
      isPart |= below.size() > MAX_NAMES;
      stamps.put(top, FileStatus.stamp(top));
      below
          .folders()
          .forEach(name -> stamps.put(top.resolve(name), FileStatus.stamp(top.resolve(name))));
      if (source.kind() != Names.Kind.FILES) {
        names.addAll(below.folders());
      }
      if (source.kind() != Names.Kind.DIRECTORIES) {
        below.files().forEach(file -> names.add(file.path()));
      }
    }
    isPart |= names.size() > MAX_NAMES;
    String problem =
        "%s: it has more than %d names; the rest is not suggested. Name a smaller folder, or less depth."
            .formatted(root.path().resolve(source.base().orElse("")), MAX_NAMES);
    List<String> sorted = names.stream().limit(MAX_NAMES).sorted().toList();
    return reading(MatchIndex.of(sorted), stamps, isPart, problem);
  }
}
