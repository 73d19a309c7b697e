package dev.bullpen.bench.growth;

import java.util.List;

/**
 * What one thing cost at several sizes.
 *
 * @param name for the table
 * @param isReference whether it is there to compare with, and nothing of the product
 * @param points by rising size, at least one
 */
record Series(String name, boolean isReference, List<Point> points) {
  Point first() {
    return points.get(0);
  }

  Point last() {
    return points.get(points.size() - 1);
  }
}
