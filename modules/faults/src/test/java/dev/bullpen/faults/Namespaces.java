package dev.bullpen.faults;

import java.util.List;
import java.util.Optional;

/** What puts a command into namespaces of its own, where somebody may do that. */
final class Namespaces {
  private static final Optional<String> MOUNTS = first("unshare -m", "unshare -Urm");

  private static final Optional<String> PIDS =
      first("unshare --pid --fork --mount-proc", "unshare -Ur --pid --fork --mount-proc");

  private static final String MOUNTS_PROC = " --mount-proc";

  private Namespaces() {}

  /** Words before a command that give it mounts of its own; empty if nobody may mount here. */
  static Optional<String> mounts() {
    return MOUNTS;
  }

  /** Words before a command that make it pid 1; the process that runs them waits for it. */
  static Optional<String> pids() {
    return PIDS;
  }

  /** The same, but that /proc shows all by the numbers of the namespace around it. */
  static Optional<String> pidsOnly() {
    return PIDS.map(starter -> starter.replace(MOUNTS_PROC, ""));
  }

  /**
   * Whether a pid namespace has a limit of its own for its numbers: to set it would change the
   * host's otherwise. Linux 6.14.
   */
  static boolean areLimitsOfPidsTheirOwn() {
    String[] version = System.getProperty("os.version").split("[^0-9]+");
    int major = Integer.parseInt(version[0]);
    int minor = Integer.parseInt(version[1]);
    return major > 6 || major == 6 && minor >= 14;
  }

  private static Optional<String> first(String... starters) {
    return List.of(starters).stream()
        .filter(starter -> Sh.succeeds(starter + " /bin/sh -c 'mount -t tmpfs tmpfs /tmp'"))
        .findFirst();
  }
}
