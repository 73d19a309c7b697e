package dev.bullpen.server.program;

import dev.bullpen.posix.PrivateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Where the classes of one version of one program are kept, with its source: {@code
 * source/NAME.java}, {@code classes/}, and {@code provider}, the name of the class to run.
 */
record ClassFolder(Path path) {
  private static final String PROVIDER = "provider";

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
      String name = Files.readString(path.resolve(PROVIDER)).strip();
      return isClassName(name) ? Optional.of(name) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  void provider(String name) throws IOException {
    Files.writeString(path.resolve(PROVIDER), name + "\n");
  }

  static boolean isClassName(String name) {
    return !name.isEmpty() && name.chars().allMatch(ClassFolder::isOfName);
  }

  private static boolean isOfName(int c) {
    return Character.isJavaIdentifierPart(c) || c == '.';
  }

  /** Whether it is still there, and whole. */
  boolean isThere() {
    return Files.exists(path.resolve(PROVIDER));
  }

  /** Whether it is still there; if so, it counts as used today. */
  boolean use(Instant now) {
    try {
      Instant used = Files.getLastModifiedTime(path.resolve(PROVIDER)).toInstant();
      if (used.plus(USED).isBefore(now)) {
        Files.setLastModifiedTime(path.resolve(PROVIDER), FileTime.from(now));
      }
      return true;
    } catch (IOException e) {
      return isThere();
    }
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

  void remove() throws IOException {
    new PrivateFolder(path).remove();
  }
}
