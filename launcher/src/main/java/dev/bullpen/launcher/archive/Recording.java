package dev.bullpen.launcher.archive;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The options that make a JVM note its classes, and those that turn the note into an archive. File
 * names are relative: the JVM runs in the archive's folder, so that no option has to carry a path
 * with a space.
 *
 * @param folder where the archive is to be
 * @param role whose classes: supervisor or helper
 * @param feature the JDK's version
 */
record Recording(Path folder, String role, int feature) {
  /** The first JDK with an ahead-of-time cache (JEP 483). */
  private static final int FIRST_WITH_CACHE = 24;

  /** Has it load what it comes to last, too; see {@code dev.bullpen.wire.OwnClasses}. */
  private static final String RECORDED = "-Dbullpen.training=true";

  /** Whatever the umask is. */
  private static final Set<PosixFilePermission> FOR_ALL_TO_READ =
      PosixFilePermissions.fromString("rw-r--r--");

  Path archive() {
    return folder.resolve(role + (hasCache() ? ".aot" : ".jsa"));
  }

  List<String> noting() {
    return hasCache()
        ? List.of(RECORDED, "-XX:AOTMode=record", "-XX:AOTConfiguration=" + note())
        : List.of(RECORDED, "-XX:ArchiveClassesAtExit=" + unfinished());
  }

  /** For a second JVM, which does no work; empty where the first has written the archive. */
  Optional<List<String>> assembling() {
    return hasCache()
        ? Optional.of(
            List.of(
                "-XX:AOTMode=create",
                "-XX:AOTConfiguration=" + note(),
                "-XX:AOTCache=" + unfinished()))
        : Optional.empty();
  }

  /** Removes what an earlier one left half done; a whole archive stays until there is another. */
  void begin() throws IOException {
    Files.deleteIfExists(folder.resolve(note()));
    Files.deleteIfExists(folder.resolve(unfinished()));
  }

  boolean isMade() {
    return Files.isRegularFile(folder.resolve(unfinished()));
  }

  /** Gives the archive its name, at once and whole: JDK 17 crashes on one that was cut off. */
  void finish() throws IOException {
    Files.deleteIfExists(folder.resolve(note()));
    try (FileChannel written = FileChannel.open(folder.resolve(unfinished()))) {
      written.force(true);
    }
    Files.setPosixFilePermissions(folder.resolve(unfinished()), FOR_ALL_TO_READ);
    Files.move(folder.resolve(unfinished()), archive(), StandardCopyOption.ATOMIC_MOVE);
  }

  private boolean hasCache() {
    return feature >= FIRST_WITH_CACHE;
  }

  private String note() {
    return role + ".note";
  }

  private String unfinished() {
    return role + ".unfinished";
  }
}
