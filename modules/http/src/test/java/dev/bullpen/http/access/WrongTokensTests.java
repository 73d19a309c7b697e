package dev.bullpen.http.access;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WrongTokensTests {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final List<String> warnings = new ArrayList<>();
  private final WrongTokens wrong = new WrongTokens(warnings::add);

  private long countAll(String source, int times, long now) {
    long wait = 0;
    for (int i = 0; i < times; i++) {
      wait = wrong.count(source, now);
    }
    return wait;
  }

  @Test
  void ten_a_minute_are_answered_and_the_eleventh_waits_for_the_rest_of_it() {
    assertEquals(0, countAll("a", 10, 0));
    assertEquals(60, wrong.count("a", 0));
    assertEquals(30, wrong.count("a", 30 * SECOND));
    assertEquals(1, wrong.count("a", 60 * SECOND - 1));
    assertEquals(0, countAll("a", 10, 60 * SECOND));
    assertEquals(60, wrong.count("a", 60 * SECOND));
  }

  @Test
  void a_source_is_counted_for_itself() {
    countAll("a", 20, 0);
    assertEquals(0, countAll("b", 10, 0));
  }

  @Test
  void one_line_is_logged_for_each_source_and_minute() {
    countAll("a", 10, 0);
    assertEquals(List.of(), warnings);
    countAll("a", 100, SECOND);
    assertEquals(1, warnings.size(), warnings.toString());
    assertTrue(warnings.get(0).contains("from a within a minute;"), warnings.get(0));
    countAll("a", 100, 61 * SECOND);
    assertEquals(2, warnings.size());
  }

  @Test
  void any_number_of_sources_takes_bounded_room() {
    for (int i = 0; i < 3 * WrongTokens.MAX_SOURCES; i++) {
      wrong.count("source " + i, 0);
    }
    assertEquals(WrongTokens.MAX_SOURCES, wrong.sources());
  }

  @Test
  void a_source_that_goes_on_is_not_forgotten_for_many_others() {
    countAll("a", 11, 0);
    for (int i = 0; i < 3 * WrongTokens.MAX_SOURCES; i++) {
      wrong.count("source " + i, 0);
      wrong.count("a", 0);
    }
    assertEquals(60, wrong.count("a", 0));
  }
}
