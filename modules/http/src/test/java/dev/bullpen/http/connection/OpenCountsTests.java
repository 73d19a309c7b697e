package dev.bullpen.http.connection;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class OpenCountsTests {
  private static final Optional<String> ONE = Optional.of("192.0.2.1");
  private static final Optional<String> OTHER = Optional.of("192.0.2.2");

  @Test
  void oneSourceHasItsNumber() {
    OpenCounts counts = new OpenCounts(100, 2);
    assertTrue(counts.add(ONE));
    assertTrue(counts.add(ONE));
    assertFalse(counts.add(ONE));
    assertTrue(counts.add(OTHER));
    counts.remove(ONE);
    assertTrue(counts.add(ONE));
    assertFalse(counts.add(ONE));
  }

  @Test
  void allTogetherHaveTheirNumber() {
    OpenCounts counts = new OpenCounts(3, 2);
    assertTrue(counts.add(ONE));
    assertTrue(counts.add(OTHER));
    assertTrue(counts.add(Optional.empty()));
    assertFalse(counts.add(ONE));
    assertFalse(counts.add(Optional.empty()));
    counts.remove(OTHER);
    assertTrue(counts.add(ONE));
  }

  @Test
  void withoutASourceOnlyTheNumberInAllCounts() {
    OpenCounts counts = new OpenCounts(3, 1);
    for (int i = 0; i < 3; i++) {
      assertTrue(counts.add(Optional.empty()));
    }
    assertFalse(counts.add(Optional.empty()));
  }
}
