package dev.bullpen.bench.growth;

import java.util.List;
import java.util.Optional;

/**
 * How a cost grows with the size.
 *
 * @param times the cost at the largest size over that at the smallest
 * @param perUnit the same over how many times larger it is: 1 is linear growth, less is better
 * @param worst between which two sizes it grows faster than they do, where that is most; empty if
 *     it nowhere does
 */
record Verdict(double times, double perUnit, Optional<Stretch> worst) {
  /**
   * What is put down to chance: medians of the same differ by so much from minute to minute on a
   * machine that is shared.
   */
  static final double CHANCE = 1.3;

  /** From one size to another. */
  record Stretch(double from, double to) {}

  /**
   * Looks at every two points, since a cost that does not depend on the size hides at both ends
   * what grows between.
   *
   * @param points by rising size, with costs above zero
   */
  static Verdict of(List<Point> points) {
    double worst = CHANCE;
    Optional<Stretch> where = Optional.empty();
    for (int i = 0; i < points.size(); i++) {
      for (int j = i + 1; j < points.size(); j++) {
        double perUnit = perUnit(points.get(i), points.get(j));
        if (perUnit > worst) {
          worst = perUnit;
          where = Optional.of(new Stretch(points.get(i).size(), points.get(j).size()));
        }
      }
    }
    Point first = points.get(0);
    Point last = points.get(points.size() - 1);
    return new Verdict(last.cost() / first.cost(), perUnit(first, last), where);
  }

  private static double perUnit(Point from, Point to) {
    return (to.cost() / from.cost()) / (to.size() / from.size());
  }

  /** In a word, for the table. */
  String word() {
    return worst
        .map(
            stretch ->
                "no, from %s to %s"
                    .formatted(Figures.text(stretch.from()), Figures.text(stretch.to())))
        .orElse("yes");
  }
}
