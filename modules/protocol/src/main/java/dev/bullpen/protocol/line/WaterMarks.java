package dev.bullpen.protocol.line;

/**
 * How much may wait for a client that reads slowly or not at all.
 *
 * @param highBytes above this the queue is full: droppable lines are dropped, oldest first, and no
 *     new work should start
 * @param lowBytes a full queue has room again when it has been read down to this
 */
public record WaterMarks(long highBytes, long lowBytes) {
  /**
   * Room for about twenty thousand usual answers, which is little of the heap. Half of them must be
   * read before work resumes, so that a slow reader does not cause rapid stops and starts.
   */
  public static final WaterMarks DEFAULT = new WaterMarks(8 * 1024 * 1024, 4 * 1024 * 1024);

  public WaterMarks {
    if (lowBytes < 0 || lowBytes >= highBytes) {
      throw new IllegalArgumentException(
          "low must be from 0 to less than high, not " + lowBytes + " and " + highBytes);
    }
  }
}
