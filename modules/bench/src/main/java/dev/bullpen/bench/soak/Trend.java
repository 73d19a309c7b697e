package dev.bullpen.bench.soak;

import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/**
 * The straight line through a series, by least squares.
 *
 * @param mean of all values
 * @param min the least of them
 * @param max the greatest
 * @param growth how much the line rises from the first sample to the last
 */
record Trend(double mean, long min, long max, double growth) {

  /** Of at least two samples at different times. */
  static Trend of(List<Sample> samples, ToLongFunction<Sample> value) {
    double meanTime = samples.stream().mapToDouble(Sample::seconds).average().orElseThrow();
    double mean = samples.stream().mapToLong(value).average().orElseThrow();
    double product = 0;
    double square = 0;
    for (Sample sample : samples) {
      double time = sample.seconds() - meanTime;
      product += time * (value.applyAsLong(sample) - mean);
      square += time * time;
    }
    double span = samples.get(samples.size() - 1).seconds() - samples.get(0).seconds();
    return new Trend(
        mean,
        samples.stream().mapToLong(value).min().orElseThrow(),
        samples.stream().mapToLong(value).max().orElseThrow(),
        product / square * span);
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "mean %.0f, %d to %d, trend %+.1f", mean, min, max, growth);
  }
}
