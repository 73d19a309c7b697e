package dev.bullpen.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The memory limit of the container, and whether the helpers fit in it. The kernel kills helpers
 * that do not fit, again and again.
 *
 * @param root where {@code proc} and {@code sys} are
 */
record ContainerMemory(Path root) {
  private static final long MEBIBYTE = 1024 * 1024;

  private static final long SERVER_MEBIBYTES = 64;

  private static final long HELPER_MEBIBYTES = 30;

  /** Version 1 shows no limit as a number of this size. */
  private static final long NONE = 1L << 60;

  static ContainerMemory ofThisProcess() {
    return new ContainerMemory(Path.of("/"));
  }

  /** Why that many warm helpers do not fit, and what to do. */
  Optional<String> objection(int workers) {
    if (workers <= Setting.WORKERS.standard) {
      return Optional.empty();
    }
    long needed = SERVER_MEBIBYTES + workers * HELPER_MEBIBYTES;
    return limit()
        .map(bytes -> bytes / MEBIBYTE)
        .filter(mebibytes -> mebibytes < needed)
        .map(
            mebibytes ->
                "%d workers need about %d MiB of memory, and the container has %d MiB, so the kernel will kill some. Give it more, or ask for --workers %d."
                    .formatted(
                        workers,
                        needed,
                        mebibytes,
                        Math.max(1, (mebibytes - SERVER_MEBIBYTES) / HELPER_MEBIBYTES)));
  }

  /** In bytes; the least of all cgroups around this process. */
  private Optional<Long> limit() {
    long least = NONE;
    try {
      String cgroups =
          Files.readString(root.resolve("proc/self/cgroup"), StandardCharsets.ISO_8859_1);
      for (String line : cgroups.split("\n")) {
        String[] fields = line.split(":", 3);
        boolean isVersion1 = fields.length == 3 && fields[1].equals("memory");
        if (isVersion1 || fields.length == 3 && fields[1].isEmpty()) {
          String mount = isVersion1 ? "sys/fs/cgroup/memory" : "sys/fs/cgroup";
          String file = isVersion1 ? "memory.limit_in_bytes" : "memory.max";
          least = Math.min(least, least(mount, fields[2], file));
        }
      }
    } catch (IOException e) {
      return Optional.empty(); // no cgroups
    }
    return least < NONE ? Optional.of(least) : Optional.empty();
  }

  /** The least limit from a cgroup up to the root of its hierarchy, as far as it is visible. */
  private long least(String mount, String cgroup, String file) {
    Path top = root.resolve(mount);
    long least = NONE;
    for (Path at = top.resolve(cgroup.substring(1)); at.startsWith(top); at = at.getParent()) {
      least = Math.min(least, number(at.resolve(file)));
    }
    return least;
  }

  private static long number(Path file) {
    try {
      return Long.parseLong(Files.readString(file, StandardCharsets.ISO_8859_1).strip());
    } catch (IOException | NumberFormatException e) {
      return NONE; // not there, or "max"
    }
  }
}
