package dev.bullpen.pool.setting;

/** How the processes of a helper are kept together, so that they can be ended. */
public enum Isolation {
  /** Cgroups where available, otherwise as {@link #GROUP}. */
  AUTO,
  /** Process groups, adoption, markers and the guard. */
  GROUP,
  /**
   * As {@link #GROUP}, and a cgroup for each helper. A helper that cannot get one is not started.
   */
  CGROUP
}
