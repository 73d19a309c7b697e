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

/**
 * Where the classes of one version of one program are kept, with its source: {@code
 * source/NAME.java}, {@code classes/}, and {@code provider}, the name of the class to run and the
 * {@link ClassInventory} of the classes.
 */
record ClassFolder(Path path) {
  private static final String PROVIDER = "provider";

  /** More than the classes of most sources. */
  private static final int PROBE_BYTES = 64 * 1024;

  /** Its time says on which day it was used last; more exactly need nobody know. */
  private static final Duration USED = Duration.ofDays(1);

  Path source(String name) {
    return path.resolve("source").resolve(name);
  }

  Path classes() {
    return path.resolve("classes");
  }

  /** A new one, empty but for its folders. */
  static ClassFolder make(Path path) throws IOException {
    PrivateFolder.make(path);
    PrivateFolder.make(path.resolve("source"));
    PrivateFolder.make(path.resolve("classes"));
    return new ClassFolder(path);
  }

  /** The name of the class to run; empty if this is not there, or not whole. */
  Optional<String> provider() {
    try {
      List<String> told = told();
      boolean whole = inventory(told).equals(ClassInventory.of(classes()));
      return whole ? Optional.of(told.get(0)) : Optional.empty();
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  /** All classes are there. */
  void provider(String name) throws IOException {
    List<String> told = new ArrayList<>(List.of(name));
    told.addAll(ClassInventory.of(classes()));
    Files.write(path.resolve(PROVIDER), told);
  }

  private List<String> told() throws IOException {
    List<String> told = Files.readAllLines(path.resolve(PROVIDER));
    if (told.isEmpty() || !isClassName(told.get(0))) {
      throw new IOException("not whole");
    }
    return told;
  }

  private static List<String> inventory(List<String> told) {
    return told.subList(1, told.size());
  }

  static boolean isClassName(String name) {
    return !name.isEmpty() && name.codePoints().allMatch(ClassFolder::isOfName);
  }

  private static boolean isOfName(int c) {
    return Character.isJavaIdentifierPart(c) || c == '.';
  }

  /** Whether it is still there, and as far as can be told by a look, whole. */
  boolean isThere() {
    try {
      return ClassInventory.hasLengthsOf(inventory(told()), classes());
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  /** Whether it is still there; if so, it counts as used today. */
  boolean use(Instant now) {
    try {
      Instant used = Files.getLastModifiedTime(path.resolve(PROVIDER)).toInstant();
      if (used.plus(USED).isBefore(now)) {
        Files.setLastModifiedTime(path.resolve(PROVIDER), FileTime.from(now));
      }
    } catch (IOException e) {
      // Then it may go sooner than others.
    }
    return isThere();
  }

  /** When it was used last, to the day; when it was made, if it is not whole. */
  Instant used() {
    try {
      Path told = path.resolve(PROVIDER);
      return Files.getLastModifiedTime(Files.exists(told) ? told : path).toInstant();
    } catch (IOException e) {
      return Instant.EPOCH; // somebody else has removed it
    }
  }

  /**
   * See whether more can be written here.
   *
   * @throws IOException if not; what was written stays until this is removed
   */
  void probe() throws IOException {
    Files.write(path.resolve("probe"), new byte[PROBE_BYTES]);
  }

  void remove() throws IOException {
    new PrivateFolder(path).remove();
  }
}
