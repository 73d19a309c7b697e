package dev.bullpen.launcher.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks for the processes of one server's jobs, which carry the server's mark in their environment
 * wherever they go.
 */
final class Lookout {
  /** Carried by helpers and by all that jobs start; its value is a server's own. */
  private static final String SERVERS = "BULLPEN_SESSION";

  /** Carried besides by all that jobs start, and by nobody else. */
  private static final String JOBS = "BULLPEN_JOB";

  /**
   * Fine enough for what is measured in tens of milliseconds, coarse enough to leave the processor
   * to others.
   */
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(1);

  /** A script that has started nobody new for so long has started all it will. */
  private static final Duration STEADY = Duration.ofMillis(100);

  private final String mark;

  private Lookout(String mark) {
    this.mark = mark;
  }

  /**
   * For the server with the pid {@code server}; empty while none of its children carries a mark.
   */
  static Optional<Lookout> ofServer(long server) {
    return Sighting.all().stream()
        .filter(one -> one.parent() == server)
        .flatMap(one -> one.variable(SERVERS).stream())
        .findFirst()
        .map(Lookout::new);
  }

  /** The processes of all jobs, in the order of their pids. */
  List<Sighting> jobs() {
    return Sighting.all().stream()
        .filter(one -> one.variable(SERVERS).filter(mark::equals).isPresent())
        .filter(one -> one.variable(JOBS).isPresent())
        .toList();
  }

  /**
   * Looks until there are {@code least} and the same ones for a while; returns the last look in any
   * case.
   */
  List<Sighting> awaitSteadyJobs(int least, Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    List<Sighting> seen = List.of();
    long since = System.nanoTime();
    while (System.nanoTime() < deadline) {
      List<Sighting> now = jobs();
      if (!now.equals(seen)) {
        seen = now;
        since = System.nanoTime();
      } else if (seen.size() >= least && System.nanoTime() - since > STEADY.toNanos()) {
        return seen;
      }
      Thread.sleep(BETWEEN_LOOKS.toMillis());
    }
    return seen;
  }

  /** The server with the pid {@code server}, its children, their children, and so on. */
  static List<Sighting> family(long server) {
    List<Sighting> all = Sighting.all();
    List<Sighting> family =
        new ArrayList<>(all.stream().filter(one -> one.pid() == server).toList());
    for (int i = 0; i < family.size(); i++) {
      long parent = family.get(i).pid();
      all.stream().filter(one -> one.parent() == parent).forEach(family::add);
    }
    return family;
  }

  /** Looks until none of {@code these} is there; returns who still is after {@code limit}. */
  static List<Sighting> awaitEnd(List<Sighting> these, Duration limit) throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    List<Sighting> left = these.stream().filter(Sighting::isThere).toList();
    while (!left.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(BETWEEN_LOOKS.toMillis());
      left = left.stream().filter(Sighting::isThere).toList();
    }
    return left;
  }
}
