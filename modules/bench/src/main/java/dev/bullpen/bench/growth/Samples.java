package dev.bullpen.bench.growth;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What something cost whenever it was measured. */
final class Samples {
  private final SortedMap<Double, List<Double>> costs = new TreeMap<>();

  void add(double size, double cost) {
    costs.computeIfAbsent(size, first -> new ArrayList<>()).add(cost);
  }

  /** Of the product. */
  Series series(String name) {
    return new Series(name, false, points());
  }

  /** Of what it is compared with. */
  Series reference(String name) {
    return new Series(name, true, points());
  }

  private List<Point> points() {
    List<Point> points = new ArrayList<>();
    costs.forEach(
        (size, all) ->
            points.add(
                new Point(
                    size, median(all), Collections.min(all), Collections.max(all), all.size())));
    return points;
  }

  /** Of at least one value; between the two in the middle where there are two. */
  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    return (sorted.get((sorted.size() - 1) / 2) + sorted.get(sorted.size() / 2)) / 2;
  }
}
