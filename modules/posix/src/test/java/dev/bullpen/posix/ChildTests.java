package dev.bullpen.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChildTests {
  @Test
  void an_end_is_waited_for_as_long_as_one_wants_and_not_taken() throws IOException {
    int pid =
        Spawn.spawn(
            new SpawnRequest(
                List.of("/bin/sleep", "600"),
                EnvironmentBlock.of(Map.of()),
                Optional.empty(),
                Map.of(),
                SpawnRequest.Placement.GROUP));
    try {
      assertFalse(Child.awaitEnd(pid, Duration.ofMillis(20)), "it lives");
      assertFalse(Child.awaitEnd(pid, Duration.ZERO), "it lives");
      Child.signal(pid, Signal.KILL);
      assertTrue(Child.awaitEnd(pid, Duration.ofSeconds(30)));
      assertTrue(Child.awaitEnd(pid, Duration.ZERO), "it has not been waited for");
    } finally {
      Child.signal(pid, Signal.KILL);
      assertEquals(new ExitStatus.Signalled(9), Child.await(pid));
    }
  }
}
