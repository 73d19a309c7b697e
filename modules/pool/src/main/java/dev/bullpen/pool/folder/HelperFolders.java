package dev.bullpen.pool.folder;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What one helper has on the disk, for itself alone.
 *
 * @param desk where its jobs exchange files with their scripts
 * @param room where it keeps the folder for temporary files of its jobs; empty if they share the
 *     server's
 * @param temporary that folder, which a job is told in {@code TMPDIR}
 */
public record HelperFolders(Path desk, Optional<Path> room, Optional<Path> temporary) {
  /** What the helper calls it, too: each job finds it empty, under the same path. */
  private static final String OF_JOB = "job";

  static HelperFolders of(Path desk, Optional<Path> room) {
    return new HelperFolders(desk, room, room.map(HelperFolders::temporaryIn));
  }

  /** The folder for temporary files in such a room. */
  static Path temporaryIn(Path room) {
    return room.resolve(OF_JOB);
  }
}
