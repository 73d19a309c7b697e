package dev.bullpen.pool;

import dev.bullpen.pool.process.HelperCgroups;
import dev.bullpen.pool.process.Marker;
import dev.bullpen.posix.proc.ProcFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds out whether a process belongs to a job, of this server or of another server of the same
 * user. It does if the process or one of its ancestors carries a session's marker, if it is in a
 * helper's cgroup, or if it descends from this server. A script can clear its environment and leave
 * its session, but a process that loses its parent is adopted by the helper.
 */
public final class JobMembership {
  private static final Path SELF = Path.of("/proc/self");
  private static final String STATUS = "status";

  /** More than any chain of parents has. Longer chains are an error. */
  private static final int MOST_PARENTS = 10_000;

  private JobMembership() {}

  /**
   * Why a process may belong to a job, for people; empty if it does not.
   *
   * @param pid of a living process; 0 if unknown
   */
  public static Optional<String> objection(int pid) {
    Optional<Path> folder = pid > 0 ? ProcFolder.of(pid) : Optional.empty();
    if (folder.isEmpty() || ProcFolder.words(folder.get().resolve("environ")).isEmpty()) {
      return Optional.of("/proc does not show whether process %d belongs to a job".formatted(pid));
    }
    try {
      if (HelperCgroups.isNamedBy(read(folder.get().resolve("cgroup")))) {
        return Optional.of("process %d is in the cgroup of a helper".formatted(pid));
      }
      return objectionToParents(folder.get(), SELF.toRealPath());
    } catch (IOException e) {
      return Optional.of("process %d cannot be checked: %s".formatted(pid, e.getMessage()));
    }
  }

  private static Optional<String> objectionToParents(Path process, Path self) throws IOException {
    Path folder = process;
    for (int parents = 0; parents < MOST_PARENTS; parents++) {
      if (folder.equals(self)) {
        return Optional.of("it was started by a script of this server");
      }
      if (Marker.isOfAnySession(folder)) {
        return Optional.of("it belongs to a job, by the marker of process " + folder.getFileName());
      }
      List<Integer> parent = ProcFolder.numbers(folder.resolve(STATUS), "PPid");
      if (parent.isEmpty()) {
        throw new IOException("process %s has ended".formatted(folder.getFileName()));
      }
      if (parent.get(0) == 0) {
        return Optional.empty(); // the first process, or one of another pid namespace
      }
      folder = folder.resolveSibling(parent.get(0).toString());
    }
    throw new IOException("it has too many parents");
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }
}
