package dev.bullpen.bench.growth;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FiguresTests {
  @Test
  void below_a_hundred_three_digits_count() {
    assertEquals("0", Figures.text(0));
    assertEquals("0.000123", Figures.text(0.000123456));
    assertEquals("0.5", Figures.text(0.5));
    assertEquals("1.23", Figures.text(1.2345));
    assertEquals("99.9", Figures.text(99.9));
    assertEquals("100", Figures.text(99.96));
    assertEquals("10", Figures.text(10));
  }

  @Test
  void from_a_hundred_on_it_is_whole_numbers_in_groups() {
    assertEquals("100", Figures.text(100.4));
    assertEquals("1 000", Figures.text(1000));
    assertEquals("10 240", Figures.text(10_240));
    assertEquals("1 234 568", Figures.text(1_234_567.8));
  }
}
