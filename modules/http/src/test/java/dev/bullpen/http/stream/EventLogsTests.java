package dev.bullpen.http.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.RequestId;
import dev.bullpen.server.client.SharedBudget;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventLogsTests {
  private static final int KEPT = 256;
  private static final int KEPT_BYTES = 1024 * 1024;
  private static final int BUDGET = 3 * KEPT_BYTES;

  private final SharedBudget budget = new SharedBudget(BUDGET);
  private final EventLogs logs = new EventLogs(budget);
  private final EventLogs.Log log = logs.log("alice");

  private void add(int events) {
    for (int i = 0; i < events; i++) {
      log.add(("[" + (log.last() + 1) + "]").getBytes(US_ASCII), Optional.empty(), log.last());
    }
  }

  private Optional<String> after(long number) {
    return log.after(number).map(bytes -> new String(bytes, US_ASCII));
  }

  /** The log of a stream with one event. */
  private EventLogs.Log logOf(String principal, int bytes) {
    EventLogs.Log other = logs.log(principal);
    other.add(new byte[bytes], Optional.empty(), 0);
    return other;
  }

  private static boolean isKept(EventLogs.Log one) {
    return one.after(0).isPresent();
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
    log.add(new byte[2 * KEPT_BYTES], Optional.empty(), log.last());
    assertEquals(Optional.empty(), after(KEPT + 1));
    assertEquals(Optional.of(2 * KEPT_BYTES), log.after(KEPT + 2).map(bytes -> bytes.length));
  }

  @Test
  void what_was_not_sent_yet_is_kept_beyond_the_bounds() {
    for (int i = 0; i < 2 * KEPT; i++) {
      assertEquals(i >= KEPT, log.isFullAfter(0), i + " events");
      log.add(new byte[1], Optional.empty(), 0);
    }
    assertEquals(2 * KEPT, log.keptAfter(0).length);
    log.add(new byte[1], Optional.empty(), KEPT);
    assertEquals(KEPT + 1, log.keptAfter(0).length);
    assertTrue(log.isFullAfter(KEPT));
  }

  @Test
  void an_event_is_found_by_its_data() {
    log.add("id: 1\ndata: {}\n\n".getBytes(US_ASCII), Optional.empty(), 0);
    assertTrue(log.hasAfter(0, "{}\n".getBytes(US_ASCII)));
    assertFalse(log.hasAfter(1, "{}\n".getBytes(US_ASCII)), "not after it");
    assertFalse(log.hasAfter(0, "{1}\n".getBytes(US_ASCII)));
  }

  @Test
  void what_was_completed_first_makes_room() {
    EventLogs.Log open = logOf("alice", 1);
    EventLogs.Log first = logOf("alice", KEPT_BYTES / 2);
    EventLogs.Log second = logOf("alice", KEPT_BYTES / 2);
    second.complete();
    first.complete();
    logOf("alice", KEPT_BYTES / 2).complete();
    assertTrue(isKept(first) && isKept(second));
    logOf("alice", KEPT_BYTES - 10).complete();
    assertFalse(isKept(second), "completed first");
    assertTrue(isKept(first));
    assertTrue(isKept(open), "not complete");
    for (int i = 0; i < 40; i++) {
      logOf("alice", KEPT_BYTES).complete();
      assertTrue(budget.held() <= 2 * BUDGET / 3, budget.held() + " bytes");
    }
    assertFalse(isKept(first));
  }

  @Test
  void a_principal_makes_no_room_at_the_cost_of_another() {
    EventLogs.Log of = logOf("bob", KEPT_BYTES / 2);
    of.complete();
    for (int i = 0; i < 40; i++) {
      logOf("alice", KEPT_BYTES).complete();
    }
    assertTrue(isKept(of));
    assertTrue(isKept(logOf("carol", KEPT_BYTES / 4)), "something is left");
  }

  @Test
  void an_event_without_room_leaves_no_gap() {
    EventLogs.Log open = logOf("alice", 2 * BUDGET / 3);
    add(3);
    assertEquals(Optional.empty(), after(2));
    assertEquals(Optional.of(""), after(3));
    assertTrue(isKept(open));
    open.close();
    add(1);
    assertEquals(Optional.of("[4]"), after(3));
  }

  @Test
  void a_closed_log_gives_everything_back_and_keeps_nothing() {
    add(3);
    log.complete();
    log.close();
    assertEquals(0, budget.held());
    add(1);
    assertEquals(0, budget.held());
    assertEquals(Optional.empty(), after(0));
  }

  @Test
  void the_events_of_a_request_are_withdrawn_and_nothing_is_missing() {
    Optional<RequestId> one = Optional.of(new RequestId.Number(1));
    log.add("[1]".getBytes(US_ASCII), one, 1);
    log.add("[2]".getBytes(US_ASCII), Optional.empty(), 1);
    log.add("[3]".getBytes(US_ASCII), Optional.of(new RequestId.Number(2)), 1);
    log.add("[4]".getBytes(US_ASCII), one, 1);
    log.withdraw(one.get());
    assertEquals(Optional.of("[2][3]"), after(0));
    assertEquals(Optional.of("[3]"), after(2));
    assertEquals(Optional.of(""), after(4));
    assertEquals(6, budget.held());
    log.withdraw(new RequestId.Number(2));
    log.add("[5]".getBytes(US_ASCII), Optional.empty(), 1);
    assertEquals(Optional.of("[2][5]"), after(1));
    assertEquals(Optional.of("[5]"), after(4));
  }

  @Test
  void a_log_whose_events_were_all_withdrawn_has_what_came_after_each() {
    Optional<RequestId> one = Optional.of(new RequestId.Number(1));
    log.add("[1]".getBytes(US_ASCII), one, 1);
    log.add("[2]".getBytes(US_ASCII), one, 1);
    log.withdraw(one.get());
    assertEquals(0, budget.held());
    assertEquals(Optional.of(""), after(1));
    assertEquals(Optional.empty(), after(3));
  }
}
