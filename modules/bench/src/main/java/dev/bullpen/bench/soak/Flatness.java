package dev.bullpen.bench.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Whether what a process holds under constant load does not grow. */
final class Flatness {
  /** A heap breathes, and the collector gives nothing back; so much is no leak. */
  private static final double MEMORY_KIB = 12 * 1024;

  /** Jobs come and go by chance, and with them what they hold. */
  private static final double HOLDINGS = 8;

  private final List<Sample> samples;

  /**
   * @param samples taken after the warm-up
   */
  Flatness(List<Sample> samples) {
    this.samples = samples;
  }

  /** What grows, a sentence each; prints all trends. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    check("PSS, KiB", Sample::pssKib, MEMORY_KIB, faults);
    check("RSS, KiB", Sample::rssKib, MEMORY_KIB, faults);
    print("helpers", Trend.of(samples, Sample::helpers));
    check("threads", Sample::threads, HOLDINGS, faults);
    check("descriptors", Sample::descriptors, HOLDINGS, faults);
    return faults;
  }

  private void check(String what, ToLongFunction<Sample> value, double most, List<String> faults) {
    Trend trend = Trend.of(samples, value);
    System.out.printf("[measured] supervisor's %s, %d samples: %s%n", what, samples.size(), trend);
    if (trend.growth() > most) {
      faults.add("the supervisor's %s grew: %s; at most %.0f".formatted(what, trend, most));
    }
  }

  private void print(String what, Trend trend) {
    System.out.printf("[measured] supervisor's %s, %d samples: %s%n", what, samples.size(), trend);
  }
}
