package dev.bullpen.pool.helper;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The life of a helper, as the pool sees it. */
public enum HelperState {
  /** Spawned; has not said hello. */
  STARTING,
  /** Waits for a job. */
  IDLE,
  /** Runs one. */
  BUSY,
  /** Its job has its answer, or was cancelled; the helper has not said clean yet. */
  CLEANING,
  /** Has been told to end, or was ended, or is found dead; takes no job any more. */
  RETIRING,
  /** Seen gone. */
  DEAD;

  private static final Map<HelperState, Set<HelperState>> NEXT =
      new EnumMap<>(
          Map.of(
              STARTING, EnumSet.of(IDLE, RETIRING),
              IDLE, EnumSet.of(BUSY, RETIRING),
              BUSY, EnumSet.of(CLEANING, IDLE, RETIRING),
              CLEANING, EnumSet.of(IDLE, RETIRING),
              RETIRING, EnumSet.of(DEAD),
              DEAD, EnumSet.noneOf(HelperState.class)));

  /** Whether it has come up, and takes jobs. */
  public boolean isUseful() {
    return this == IDLE || this == BUSY || this == CLEANING;
  }

  /** For people. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The one way from a state to the next. */
  HelperState to(HelperState next) {
    if (!NEXT.get(this).contains(next)) {
      throw new IllegalStateException("a helper does not go from %s to %s".formatted(this, next));
    }
    return next;
  }
}
