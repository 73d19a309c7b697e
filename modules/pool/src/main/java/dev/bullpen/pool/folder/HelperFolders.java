package dev.bullpen.pool.folder;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What one helper has on the disk, for itself alone.
 *
 * @param desk where its jobs exchange files with their scripts
 * @param room where it keeps the folder for temporary files of its jobs; empty if they share the
 *     server's
 */
public record HelperFolders(Path desk, Optional<Path> room) {
  /** What the helper calls it, too: each job finds it empty, under the same path. */
  private static final String OF_JOB = "job";

  /** What a job is told in {@code TMPDIR}. */
  public Optional<Path> temporary() {
    return room.map(path -> path.resolve(OF_JOB));
  }
}
