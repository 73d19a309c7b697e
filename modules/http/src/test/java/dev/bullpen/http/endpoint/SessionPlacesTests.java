package dev.bullpen.http.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SessionPlacesTests {
  private static final int MOST = 30;
  private static final Duration LONG = Duration.ofMinutes(20);
  private static final Duration SHORT = Duration.ofSeconds(10);

  private final SessionPlaces places = new SessionPlaces(MOST);
  private final List<Idle> sessions = new ArrayList<>();

  private record Idle(String principal, Duration idleFor) implements SessionPlaces.Session {}

  private boolean begins(String principal, Duration idleFor) {
    boolean hasPlace = places.take(principal);
    if (!hasPlace) {
      Optional<Idle> replaced = places.replaceable(sessions, principal);
      hasPlace = replaced.filter(sessions::remove).isPresent();
      replaced.ifPresent(one -> places.pass(one, principal));
    }
    if (hasPlace) {
      sessions.add(new Idle(principal, idleFor));
    }
    return hasPlace;
  }

  private long count(String principal) {
    return sessions.stream().filter(one -> one.principal().equals(principal)).count();
  }

  @Test
  void a_principal_that_begins_sessions_without_end_ends_none_of_another() {
    assertTrue(begins("bob", LONG));
    for (int i = 0; i < 2 * MOST; i++) {
      begins("alice", SHORT);
    }
    assertEquals(1, count("bob"), "idle for long");
    assertFalse(begins("alice", SHORT));
    assertTrue(begins("bob", LONG));
    assertTrue(begins("carol", LONG));
  }

  @Test
  void beyond_its_part_a_principal_replaces_an_idle_session_of_its_own() {
    for (int i = 0; i < MOST; i++) {
      begins("alice", SHORT);
    }
    long most = count("alice");
    assertEquals(2 * MOST / 3, most);
    sessions.set(7, new Idle("alice", LONG));
    assertTrue(begins("alice", SHORT));
    assertEquals(most, count("alice"));
    assertTrue(sessions.stream().noneMatch(one -> one.idleFor().equals(LONG)));
  }

  @Test
  void where_no_place_is_left_one_more_gets_one_of_the_largest_holder() {
    for (String principal : List.of("a", "b", "c", "d", "e", "f", "g")) {
      for (int i = 0; i < MOST; i++) {
        begins(principal, SHORT);
      }
    }
    assertFalse(places.take("z"), "nothing is left");
    int all = sessions.size();
    assertTrue(begins("z", SHORT));
    assertEquals(1, count("z"));
    assertEquals(all, sessions.size());
  }

  @Test
  void a_session_in_use_is_not_replaced() {
    while (begins("alice", Duration.ZERO)) {}
    assertEquals(Optional.empty(), places.replaceable(sessions, "alice"));
    assertEquals(Optional.empty(), places.replaceable(sessions, "bob"));
  }

  @Test
  void a_place_that_is_given_back_can_be_taken_again() {
    while (places.take("alice")) {}
    places.giveBack("alice");
    assertTrue(places.take("alice"));
    assertFalse(places.take("alice"));
  }
}
