package dev.bullpen.http.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventLogTests {
  private static final int KEPT = 256;
  private static final int KEPT_BYTES = 1024 * 1024;

  private final EventLog log = new EventLog();

  private void add(int events) {
    for (int i = 0; i < events; i++) {
      log.add(("[" + log.next() + "]").getBytes(US_ASCII));
    }
  }

  private Optional<String> after(long number) {
    return log.after(number).map(bytes -> new String(bytes, US_ASCII));
  }

  @Test
  void a_client_gets_what_came_after_the_event_it_names() {
    assertEquals(Optional.of(""), after(0));
    add(3);
    assertEquals(Optional.of("[1][2][3]"), after(0));
    assertEquals(Optional.of("[3]"), after(2));
    assertEquals(Optional.of(""), after(3));
  }

  @Test
  void one_that_has_never_been_is_unknown() {
    add(3);
    assertEquals(Optional.empty(), after(4));
    assertEquals(Optional.empty(), after(-1));
  }

  @Test
  void beyond_the_bounds_the_oldest_are_forgotten_which_is_no_silent_gap() {
    add(KEPT + 2);
    assertEquals(Optional.empty(), after(1));
    assertEquals(
        Optional.of(KEPT + 2L),
        after(2).map(text -> text.chars().filter(c -> c == '[').count() + 2));
    log.add(new byte[2 * KEPT_BYTES]);
    assertEquals(Optional.empty(), after(KEPT + 1));
    assertEquals(Optional.of(2 * KEPT_BYTES), log.after(KEPT + 2).map(bytes -> bytes.length));
  }
}
