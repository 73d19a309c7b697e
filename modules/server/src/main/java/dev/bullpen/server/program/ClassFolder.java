package dev.bullpen.server.program;

import dev.bullpen.posix.PrivateFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The classes of one version of one program, with its source: {@code source/NAME.java}, {@code
 * classes/}, and {@code provider}. The latter names the class to run, then has a line for each file
 * of classes with its length and checksum: a full disk or a power failure may leave other files.
 */
record ClassFolder(Path path) {
  /** More than the classes of most sources. */
  private static final int PROBE_BYTES = 64 * 1024;

  /** The day of the last use is exact enough. */
  private static final Duration USE_NOTED_EVERY = Duration.ofDays(1);

  Path source(String name) {
    return path.resolve("source").resolve(name);
  }

  Path classes() {
    return path.resolve("classes");
  }

  private Path inventory() {
    return path.resolve("provider");
  }

  static ClassFolder make(Path path) throws IOException {
    for (Path folder : List.of(path, path.resolve("source"), path.resolve("classes"))) {
      PrivateFolder.make(folder);
    }
    return new ClassFolder(path);
  }

  static boolean isClassName(String name) {
    return !name.isEmpty()
        && name.codePoints().allMatch(c -> Character.isJavaIdentifierPart(c) || c == '.');
  }

  /** Note that all classes are written, and which to run. */
  void finish(String provider) throws IOException {
    List<String> lines = new ArrayList<>(List.of(provider));
    lines.addAll(found());
    Files.write(inventory(), lines);
  }

  /** The name of the class to run; empty unless all files are there with their checksums. */
  Optional<String> provider() {
    try {
      List<String> lines = Files.readAllLines(inventory());
      boolean isWhole =
          !lines.isEmpty()
              && isClassName(lines.get(0))
              && found().equals(sorted(lines.subList(1, lines.size())));
      return isWhole ? Optional.of(lines.get(0)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether all files are there with their checksums; notes the day if so. */
  boolean use(Instant now) {
    if (provider().isEmpty()) {
      return false;
    }
    try {
      if (used().plus(USE_NOTED_EVERY).isBefore(now)) {
        Files.setLastModifiedTime(inventory(), FileTime.from(now));
      }
    } catch (IOException e) {
      // Then it may be removed sooner than others.
    }
    return true;
  }

  /** A line for each file; without its name, for which a locale may have no letters. */
  private List<String> found() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files()) {
      byte[] content = Files.readAllBytes(file);
      CRC32 checksum = new CRC32();
      checksum.update(content);
      found.add(Integer.toString(content.length) + ' ' + checksum.getValue());
    }
    return sorted(found);
  }

  private static List<String> sorted(List<String> lines) {
    return lines.stream().sorted().toList();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(classes())) {
      return all.filter(Files::isRegularFile).toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** The day of the last use; when it was made, if it is not whole. */
  Instant used() {
    try {
      Path dated = Files.exists(inventory()) ? inventory() : path;
      return Files.getLastModifiedTime(dated).toInstant();
    } catch (IOException e) {
      return Instant.EPOCH; // another server has removed it
    }
  }

  /**
   * Try whether more can be written here; what was written stays until this is removed.
   *
   * @throws IOException if not
   */
  void probe() throws IOException {
    Files.write(path.resolve("probe"), new byte[PROBE_BYTES]);
  }

  void remove() throws IOException {
    new PrivateFolder(path).remove();
  }
}
