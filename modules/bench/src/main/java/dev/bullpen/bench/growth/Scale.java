package dev.bullpen.bench.growth;

import java.util.ArrayList;
import java.util.List;

/**
 * A logarithmic axis. Its ends and its marks are 1, 2 and 5 times powers of ten, or powers alone
 * where that would be too many.
 *
 * @param low above zero
 * @param high above that
 */
record Scale(double low, double high) {
  private static final double[] STEPS = {1, 2, 5};

  /** More of them run into each other. */
  private static final int MOST_MARKS = 8;

  /** Of a power of ten that a double cannot hold exactly. */
  private static final double ROUNDING = 1e-9;

  /** The shortest that holds both. */
  static Scale around(double least, double most) {
    if (!(least > 0) || most < least) {
      throw new IllegalArgumentException("no logarithmic axis from " + least + " to " + most);
    }
    double low = power(least);
    double high = 10 * power(most);
    for (double step : STEPS) {
      low = step * power(least) <= least * (1 + ROUNDING) ? step * power(least) : low;
    }
    for (int i = STEPS.length - 1; i >= 0; i--) {
      high = STEPS[i] * power(most) >= most * (1 - ROUNDING) ? STEPS[i] * power(most) : high;
    }
    return high > low ? new Scale(low, high) : new Scale(low, 10 * low);
  }

  /** The power of ten at or below a value. */
  private static double power(double value) {
    return Math.pow(10, Math.floor(Math.log10(value) + ROUNDING));
  }

  /** Where a value lies between the ends, 0 to 1; beyond them less or more. */
  double place(double value) {
    return Math.log(value / low) / Math.log(high / low);
  }

  List<Double> marks() {
    List<Double> fine = marks(STEPS);
    return fine.size() <= MOST_MARKS ? fine : marks(new double[] {1});
  }

  private List<Double> marks(double[] steps) {
    List<Double> marks = new ArrayList<>();
    for (double power = power(low); power <= high * (1 + ROUNDING); power *= 10) {
      for (double step : steps) {
        double mark = step * power;
        if (mark >= low * (1 - ROUNDING) && mark <= high * (1 + ROUNDING)) {
          marks.add(mark);
        }
      }
    }
    return marks;
  }
}
