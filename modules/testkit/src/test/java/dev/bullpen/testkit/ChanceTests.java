package dev.bullpen.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ChanceTests {
  @Test
  void a_seed_brings_the_same_chance_back() {
    System.setProperty("bullpen.seed", "42");
    try {
      assertArrayEquals(Chance.of("first").bytes(100), Chance.of("second").bytes(100));
    } finally {
      System.clearProperty("bullpen.seed");
    }
  }

  @Test
  void a_duration_lies_between_its_bounds() {
    Chance chance = Chance.of("between");
    Duration low = Duration.ofMillis(-5);
    Duration high = Duration.ofMillis(5);
    for (int i = 0; i < 1000; i++) {
      Duration between = chance.between(low, high);
      assertTrue(between.compareTo(low) >= 0 && between.compareTo(high) <= 0, between.toString());
    }
  }

  @Test
  void at_least_as_much_time_passes_as_was_asked_for() {
    long before = System.nanoTime();
    Chance.pass(Duration.ofMillis(3));
    assertTrue(System.nanoTime() - before >= 3_000_000);
  }
}
