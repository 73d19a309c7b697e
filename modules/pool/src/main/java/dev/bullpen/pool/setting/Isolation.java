package dev.bullpen.pool.setting;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What holds the processes of a helper together, so that they can be ended. */
public enum Isolation {
  /** Cgroups where they can be had, else what works everywhere. */
  AUTO,
  /** Process groups, adoption, markers and the guard. */
  GROUP,
  /** The same, and a cgroup for each helper; one that cannot be given any is not started. */
  CGROUP;

  /** By its name in lower case, as users write it. */
  public static Optional<Isolation> of(String word) {
    return Arrays.stream(values())
        .filter(isolation -> isolation.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst();
  }
}
