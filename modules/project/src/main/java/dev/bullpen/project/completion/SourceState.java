package dev.bullpen.project.completion;

/**
 * The values of a source, as they were.
 *
 * @param stamp tells this state of the files from another one
 * @param settled whether the stamp will do so; not if something has changed so shortly before that
 *     a further change could have the same time
 * @param looked when the stamp was last seen, on the clock of {@link System#nanoTime}
 */
record SourceState(MatchIndex index, String stamp, boolean settled, long looked) {
  /**
   * How old a change must be to be told from a later one by its time, in milliseconds: file systems
   * take the time from a clock that ticks every 1 to 10 of them.
   */
  static final long SETTLED_MILLIS = 100;

  SourceState seenAt(long now) {
    return new SourceState(index, stamp, settled, now);
  }
}
