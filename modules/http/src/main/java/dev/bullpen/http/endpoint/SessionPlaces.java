package dev.bullpen.http.endpoint;

import dev.bullpen.server.client.SharedBudget;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The places for sessions, which principals share. */
final class SessionPlaces {
  /** How long a session must be idle before a new one of its principal may replace it. */
  private static final Duration IDLE = Duration.ofMinutes(1);

  private final int most;
  private final SharedBudget taken;

  /** A session with a place. */
  interface Session {
    String principal();

    /** Zero while it is in use. */
    Duration idleFor();
  }

  /**
   * @param most sessions of all principals
   */
  SessionPlaces(int most) {
    this.most = most;
    this.taken = new SharedBudget(most);
  }

  boolean take(String principal) {
    return taken.take(principal, 1);
  }

  void giveBack(String principal) {
    taken.giveBack(principal, 1);
  }

  /** Pass a session's place on. */
  void pass(Session session, String principal) {
    taken.pass(session.principal(), principal, 1);
  }

  /**
   * The session to be ended for a new one of a principal that got no place. A principal with its
   * equal part of the places, or more, loses an idle session of its own. For any other one, the
   * principal with the most sessions loses one that is not in use.
   */
  <S extends Session> Optional<S> replaceable(Collection<S> sessions, String principal) {
    Map<String, List<S>> byPrincipal =
        sessions.stream().collect(Collectors.groupingBy(Session::principal));
    List<S> own = byPrincipal.getOrDefault(principal, List.of());
    boolean hasItsPart = own.size() >= most / Math.max(1, byPrincipal.size());
    List<S> from =
        hasItsPart
            ? own
            : byPrincipal.values().stream()
                .max(Comparator.comparingInt(List::size))
                .orElse(List.of());
    Duration idle = from.equals(own) ? IDLE : Duration.ZERO;
    return from.stream()
        .max(Comparator.comparing(Session::idleFor))
        .filter(longest -> longest.idleFor().compareTo(idle) > 0);
  }
}
