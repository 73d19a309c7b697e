package dev.bullpen.bench.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTests {
  @Test
  void a_point_is_the_median_of_its_size() {
    Samples samples = new Samples();
    samples.add(10, 5);
    samples.add(1, 9);
    samples.add(1, 1);
    samples.add(1, 2);
    assertEquals(
        List.of(new Point(1, 2, 1, 9, 3), new Point(10, 5, 5, 5, 1)),
        samples.series("any").points());
  }

  @Test
  void of_an_even_number_it_lies_between_the_two_in_the_middle() {
    assertEquals(2.5, Samples.median(List.of(4.0, 1.0, 2.0, 3.0)));
  }
}
