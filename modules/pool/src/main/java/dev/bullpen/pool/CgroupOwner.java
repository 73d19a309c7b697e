package dev.bullpen.pool;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The supervisor that a session's cgroup belongs to, by the cgroup's name: whoever comes later can
 * tell whether it is gone, also if another process has got its pid.
 *
 * @param start when it was started, in clock ticks since boot; see proc(5)
 * @param namespace of its pid: in another one, that number is somebody else's
 */
record CgroupOwner(int pid, long start, long namespace) {
  private static final Path PROC = Path.of("/proc");

  private static final Pattern NAME =
      Pattern.compile("bullpen-([0-9]{1,9})-([0-9]{1,18})-([0-9]{1,18})-[0-9a-f]+");

  /**
   * A field of {@code /proc/PID/stat}, counted from behind the name, which ends with the last ).
   */
  private static final int START = 19;

  /** This process. */
  static CgroupOwner self() throws IOException {
    Path self = PROC.resolve("self");
    String namespace = Files.readSymbolicLink(self.resolve("ns/pid")).toString();
    return new CgroupOwner(
        Integer.parseInt(Files.readSymbolicLink(self).toString()),
        start(self),
        Long.parseLong(namespace.replaceAll("[^0-9]", "")));
  }

  private static long start(Path process) throws IOException {
    String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[START]);
  }

  /** Whose cgroup that is; empty if it is none of a session. */
  static Optional<CgroupOwner> of(String name) {
    Matcher parts = NAME.matcher(name);
    return parts.matches()
        ? Optional.of(
            new CgroupOwner(
                Integer.parseInt(parts.group(1)),
                Long.parseLong(parts.group(2)),
                Long.parseLong(parts.group(3))))
        : Optional.empty();
  }

  /**
   * What to call a cgroup.
   *
   * @param word hexadecimal, and no other session's of this process
   */
  String name(String word) {
    return "bullpen-%d-%d-%d-%s".formatted(pid, start, namespace, word);
  }

  /** Whether it is known to have ended; nobody knows that of another namespace's. */
  boolean isGone(CgroupOwner self) {
    if (namespace != self.namespace) {
      return false;
    }
    try {
      return start(PROC.resolve(Integer.toString(pid))) != start;
    } catch (IOException e) {
      return !Files.exists(PROC.resolve(Integer.toString(pid)));
    }
  }
}
