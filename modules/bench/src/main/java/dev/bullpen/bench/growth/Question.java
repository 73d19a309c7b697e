package dev.bullpen.bench.growth;

import java.io.IOException;
import java.time.Duration;

/** With what a cost may grow. */
interface Question {
  /**
   * Measure it.
   *
   * @param rounds at most
   * @param time for all of them, preparations excluded
   */
  Chart ask(Site site, int rounds, Duration time) throws IOException;
}
