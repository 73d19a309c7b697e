package dev.bullpen.faults.end;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.fixture.Sh;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Cgroups of version 2 as somebody outside sees them. */
final class Cgroups {

  private static final Duration GONE_WITHIN = Duration.ofSeconds(20);

  private Cgroups() {}

  /** Where all of them are; empty if nobody may make any there that can be killed. */
  static Optional<Path> mount() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/mounts"))) {
        String[] words = line.split(" ");
        if (words[2].equals("cgroup2") && canBeMadeIn(below(Path.of(words[1]), "self"))) {
          return Optional.of(Path.of(words[1]));
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static boolean canBeMadeIn(Path folder) {
    return Sh.succeeds(
        "mkdir \"$1\" || exit; test -e \"$1/cgroup.kill\"; r=$?; rmdir \"$1\"; exit $r",
        folder.resolve("bullpen-faults-" + ProcessHandle.current().pid()).toString());
  }

  /** The folder of a process's own. */
  static Path of(long pid) {
    try {
      return below(mount().orElseThrow(), Long.toString(pid));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path below(Path mount, String process) throws IOException {
    String line =
        Files.readAllLines(Path.of("/proc", process, "cgroup")).stream()
            .filter(each -> each.startsWith("0::"))
            .findFirst()
            .orElseThrow(() -> new IOException("no cgroup of version 2"));
    return mount.resolve(line.substring("0::/".length()));
  }

  /** Whether a folder goes, in its own time. */
  static boolean goes(Path folder) {
    return Poll.until(Deadline.in(GONE_WITHIN), () -> !Files.exists(folder));
  }
}
