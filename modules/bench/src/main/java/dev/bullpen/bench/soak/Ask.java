package dev.bullpen.bench.soak;

/**
 * A request on its way.
 *
 * @param id the JSON text of its id
 * @param sentNanos when it was sent; clock of {@link System#nanoTime()}
 * @param cancelNanos when it is to be cancelled if it has no answer by then; {@link #NEVER} for not
 *     at all
 */
record Ask(String id, Kind kind, long sentNanos, long cancelNanos) {
  /** Of requests that are left alone. */
  static final long NEVER = Long.MAX_VALUE;
}
