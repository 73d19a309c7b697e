package dev.bullpen.pool.setting;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the processes of a helper are kept together, so that they can be ended. */
public enum Isolation {
  /** Cgroups where available, otherwise as {@link #GROUP}. */
  AUTO,
  /** Process groups, adoption, markers and the guard. */
  GROUP,
  /**
   * As {@link #GROUP}, and a cgroup for each helper. A helper that cannot get one is not started.
   */
  CGROUP;

  /** By its name in lower case, as users write it. */
  public static Optional<Isolation> of(String word) {
    return Arrays.stream(values())
        .filter(isolation -> isolation.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst();
  }
}
