package dev.bullpen.project.file;

/**
 * One number for many facts, in whatever order they come: when a fact is another, so is the number,
 * but for one case in 2<sup>64</sup> that nobody has arranged. For telling states of a folder from
 * each other, where nobody gains by a trick.
 */
public final class FactSum {
  // Odd and without a pattern, from SplittableRandom (Steele, Lea, Flood 2014).
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  private long sum;

  public FactSum() {}

  /** Add what belongs together, in that order; the first says whose the others are. */
  public void add(long... facts) {
    long mixed = 0;
    for (long fact : facts) {
      mixed = (mixed ^ fact) * GOLDEN;
      mixed ^= mixed >>> 32;
    }
    sum += mixed;
  }

  public long value() {
    return sum;
  }
}
