package dev.bullpen.bench.growth;

import java.io.IOException;
import java.time.Duration;

/**
 * Everything is measured in rounds, each of which has every size once, so that a minute in which
 * the machine is busy with something else makes no size look worse than the others.
 */
final class Rounds {
  /** One of them. */
  interface Round {
    void measure() throws IOException;
  }

  private Rounds() {}

  /**
   * At least one, and further ones as long as another like the longest fits.
   *
   * @param most rounds
   * @param time for all of them
   */
  static void run(String question, int most, Duration time, Round round) throws IOException {
    long begun = System.nanoTime();
    long longest = 0;
    for (int i = 1; i <= most; i++) {
      long start = System.nanoTime();
      round.measure();
      long end = System.nanoTime();
      longest = Math.max(longest, end - start);
      System.out.printf(
          "[growth] %s: round %d took %d ms%n",
          question, i, Duration.ofNanos(end - start).toMillis());
      if (end - begun + longest > time.toNanos()) {
        return;
      }
    }
  }
}
