package dev.bullpen.server.program;

import dev.bullpen.project.file.FileStamp;
import dev.bullpen.project.script.Library;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What has been found out about one program, and for which state of its files that holds. */
final class KnownProgram {
  /** Somebody may empty the cache; nobody does it all the time. */
  private static final long LOOKS_EVERY_NANOS = Duration.ofSeconds(1).toNanos();

  /** The cache keeps what has been used in the last days. */
  private static final long USES_EVERY_NANOS = Duration.ofHours(12).toNanos();

  private final String stamp;
  private final List<Library> libraries;
  private final ProgramResult result;
  private final Optional<ClassFolder> folder;
  private volatile long lookedAt;
  private volatile long usedAt;

  /**
   * @param stamp of the program's file
   * @param folder where its classes are; they have just been used
   * @param now on the clock of {@link System#nanoTime}
   */
  KnownProgram(
      String stamp,
      List<Library> libraries,
      ProgramResult result,
      Optional<ClassFolder> folder,
      long now) {
    this.stamp = stamp;
    this.libraries = libraries;
    this.result = result;
    this.folder = folder;
    this.lookedAt = now;
    this.usedAt = now;
  }

  ProgramResult result() {
    return result;
  }

  /**
   * Whether it still holds, at the cost of one look at the file.
   *
   * @param current the project's libraries
   * @param now on the clock of {@link System#nanoTime}
   */
  boolean holds(Path file, List<Library> current, long now) {
    return (current == libraries || current.equals(libraries))
        && stamp.equals(FileStamp.ofTarget(file))
        && look(now);
  }

  private boolean look(long now) {
    if (folder.isEmpty() || now - lookedAt < LOOKS_EVERY_NANOS) {
      return true;
    }
    boolean there;
    if (now - usedAt < USES_EVERY_NANOS) {
      there = folder.get().isThere();
    } else {
      there = folder.get().use(Instant.now());
      usedAt = now;
    }
    if (there) {
      lookedAt = now;
    }
    return there;
  }
}
