package dev.bullpen.protocol.line;

/**
 * How much may wait for a client that reads slowly or not at all.
 *
 * @param highBytes beyond this the queue is full: lines that may be dropped are, oldest first, and
 *     no new work should be begun
 * @param lowBytes down to this a full queue must be read before it has room again
 */
public record WaterMarks(long highBytes, long lowBytes) {
  /**
   * Some twenty thousand answers of usual size, and little beside the heap; half of them gone
   * before work begins again, so that a slow reader does not make it stutter.
   */
  public static final WaterMarks DEFAULT = new WaterMarks(8 * 1024 * 1024, 4 * 1024 * 1024);

  public WaterMarks {
    if (lowBytes < 0 || lowBytes >= highBytes) {
      throw new IllegalArgumentException(
          "low must be from 0 to less than high, not " + lowBytes + " and " + highBytes);
    }
  }
}
