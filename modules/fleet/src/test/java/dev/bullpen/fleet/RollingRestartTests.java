package dev.bullpen.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fleet.Load.Request;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.fixture.Needs;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All replicas are restarted, one after the other, and no client notices. */
@Needs({"haproxy", "nginx", "setsid"})
class RollingRestartTests {
  private static final int CLIENTS = 3;

  static Stream<Balancer.Kind> balancers() {
    return Balancer.Kind.tested();
  }

  @ParameterizedTest
  @MethodSource("balancers")
  void no_request_fails(Balancer.Kind kind) {
    try (Fleet fleet = Fleet.start(kind)) {
      for (int round = 0; round < Size.repeat(1, 20); round++) {
        Load load = Load.begin(fleet, CLIENTS);
        for (Replica replica : fleet.replicas().subList(0, Size.repeat(2, 3))) {
          assertEquals(0, replica.end(), replica::log);
          replica.start();
          replica.awaitServing();
          fleet.awaitBalanced(replica);
          load.awaitMore(2 * CLIENTS);
        }
        List<Request> requests = load.end();
        Load.report(kind + ", all restarted, a short call", requests);
        System.out.printf(
            "[measured] %s, all replicas restarted, round %d: %d of %d requests failed%n",
            kind, round, Load.failures(requests).size(), requests.size());
        assertEquals(List.of(), Load.failures(requests), fleet::logs);
      }
    }
  }

  /** The same where no time is left for what runs: the test sees what is lost. */
  @Test
  void control_without_a_drain_requests_fail() {
    try (Fleet fleet = Fleet.start(Balancer.Kind.HAPROXY, "--drain=0", Fleet.SHORT_QUESTIONS)) {
      Load load = Load.begin(fleet, 2 * CLIENTS);
      Replica replica = fleet.replicas().get(0);
      load.awaitMore(2 * CLIENTS);
      assertEquals(0, replica.end(), replica::log);
      load.awaitMore(CLIENTS);
      assertTrue(!Load.failures(load.end()).isEmpty(), "the control shows nothing");
    }
  }
}
