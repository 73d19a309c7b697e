package dev.bullpen.posix.spawn;

import java.util.Map;

/**
 * Which descriptors a child gets: its number → ours. 0, 1 and 2 are /dev/null unless given, what
 * lies above has no gaps, and nothing else is open in it.
 */
public final class ChildDescriptors {
  static final int STANDARD_STREAMS = 3;

  static final int NONE = -1;

  private static final int STDOUT = 1;
  private static final int STDERR = 2;

  // By the child's number.
  private final int[] ours;

  private ChildDescriptors(int[] ours) {
    this.ours = ours;
  }

  /**
   * Any.
   *
   * @throws IllegalArgumentException if there is a gap
   */
  public static ChildDescriptors of(Map<Integer, Integer> given) {
    int last = STANDARD_STREAMS - 1;
    for (int number : given.keySet()) {
      last = Math.max(last, number);
    }
    int[] ours = new int[last + 1];
    for (int number = 0; number <= last; number++) {
      ours[number] = given.getOrDefault(number, NONE);
      if (number >= STANDARD_STREAMS && ours[number] == NONE) {
        throw new IllegalArgumentException("descriptor " + number + " would be left to chance");
      }
    }
    return new ChildDescriptors(ours);
  }

  /** The two outputs only, as nearly every child has it. */
  public static ChildDescriptors outputs(int stdout, int stderr) {
    int[] ours = new int[STANDARD_STREAMS];
    ours[0] = NONE;
    ours[STDOUT] = stdout;
    ours[STDERR] = stderr;
    return new ChildDescriptors(ours);
  }

  int count() {
    return ours.length;
  }

  /** Ours for the child's, or {@link #NONE}. */
  int ours(int number) {
    return ours[number];
  }
}
