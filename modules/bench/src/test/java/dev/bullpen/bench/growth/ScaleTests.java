package dev.bullpen.bench.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTests {
  private static final double EXACT = 1e-9;

  @Test
  void it_ends_at_the_next_one_two_or_five() {
    assertEquals(new Scale(0.5, 20), Scale.around(0.7, 11));
    assertEquals(new Scale(2, 5), Scale.around(2.1, 4.9));
    assertEquals(new Scale(5, 10), Scale.around(5.1, 5.2));
  }

  @Test
  void what_lies_on_a_mark_is_its_end() {
    assertEquals(new Scale(1, 10_000), Scale.around(1, 10_000));
    assertEquals(new Scale(2, 50), Scale.around(2, 50));
  }

  @Test
  void one_value_has_an_axis_too() {
    assertEquals(new Scale(1, 10), Scale.around(1, 1));
    assertEquals(new Scale(5, 50), Scale.around(5, 5));
  }

  @Test
  void equal_factors_are_equally_far_apart() {
    Scale scale = new Scale(1, 10_000);
    assertEquals(0, scale.place(1), EXACT);
    assertEquals(0.25, scale.place(10), EXACT);
    assertEquals(0.75, scale.place(1000), EXACT);
    assertEquals(1, scale.place(10_000), EXACT);
    assertEquals(-0.25, scale.place(0.1), EXACT);
  }

  @Test
  void it_has_fine_marks_as_long_as_they_are_few() {
    assertEquals(List.of(1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0), new Scale(1, 100).marks());
    assertEquals(List.of(1.0, 10.0, 100.0, 1000.0, 10_000.0), new Scale(0.5, 10_000).marks());
  }

  @Test
  void nothing_and_less_have_no_place_on_it() {
    assertThrows(IllegalArgumentException.class, () -> Scale.around(0, 1));
    assertThrows(IllegalArgumentException.class, () -> Scale.around(-1, 1));
    assertThrows(IllegalArgumentException.class, () -> Scale.around(Double.NaN, 1));
    assertThrows(IllegalArgumentException.class, () -> Scale.around(2, 1));
  }
}
