package dev.bullpen.bench.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class VerdictTests {
  private static final double EXACT = 1e-9;

  private static Verdict judge(DoubleUnaryOperator cost) {
    List<Point> points = new ArrayList<>();
    for (double size : new double[] {1, 10, 100, 1000, 10_000}) {
      double at = cost.applyAsDouble(size);
      points.add(new Point(size, at, at, at, 1));
    }
    return Verdict.of(points);
  }

  @Test
  void what_does_not_grow_is_no_worse_than_linear() {
    Verdict flat = judge(size -> 3);
    assertEquals(1, flat.times(), EXACT);
    assertEquals(1e-4, flat.perUnit(), EXACT);
    assertEquals("yes", flat.word());
  }

  @Test
  void what_is_linear_is_no_worse() {
    Verdict linear = judge(size -> 2 * size);
    assertEquals(10_000, linear.times(), EXACT);
    assertEquals(1, linear.perUnit(), EXACT);
    assertEquals("yes", linear.word());
    assertEquals("yes", judge(size -> 100 + size).word());
  }

  @Test
  void what_is_within_chance_counts_as_linear() {
    assertEquals("yes", judge(size -> size == 1000 ? 0.99 * Verdict.CHANCE * size : size).word());
    assertEquals(
        "no, from 1 to 1 000",
        judge(size -> size == 1000 ? 1.01 * Verdict.CHANCE * size : size).word());
  }

  @Test
  void what_is_square_is_worse() {
    Verdict square = judge(size -> size * size);
    assertEquals(10_000, square.perUnit(), EXACT);
    assertEquals("no, from 1 to 10 000", square.word());
    assertEquals("no, from 1 to 10 000", judge(size -> size * Math.log(size + 1)).word());
  }

  @Test
  void what_a_constant_hides_at_both_ends_is_found_between() {
    Verdict hidden = judge(size -> 1e6 + size * size);
    assertEquals(101, hidden.times(), 0.1);
    assertEquals("no, from 1 000 to 10 000", hidden.word());
  }

  @Test
  void one_point_does_not_grow() {
    Verdict one = Verdict.of(List.of(new Point(5, 7, 7, 7, 1)));
    assertEquals(1, one.times(), EXACT);
    assertEquals("yes", one.word());
  }
}
