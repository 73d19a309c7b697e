package dev.bullpen.posix.proc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class AdoptionTests {
  @Test
  void a_daemon_that_forks_twice_becomes_our_child_and_the_last_wait_proves_that_none_is_left()
      throws IOException {
    assertTrue(Self.becomeSubReaper());
    assertFalse(Child.any());
    try (Pipe pipe = Pipe.open()) {
      int script =
          Spawn.spawn(
              new SpawnRequest(
                  List.of(
                      "/bin/sh", "-c", "setsid sh -c '(echo $$; exec sleep 60) & exit 0'; exit 0"),
                  EnvironmentBlock.of(Map.of("PATH", "/usr/bin:/bin")),
                  Optional.empty(),
                  Map.of(1, pipe.writing().number()),
                  SpawnRequest.Placement.GROUP));
      pipe.writing().close();
      DescriptorInput output = new DescriptorInput(pipe.reading());
      assertTrue(output.read() > 0);
      assertEquals(new ExitStatus.Exited(0), Child.await(script));
      assertFalse(new ProcessGroup(script).signal(Signal.KILL), "the daemon left the group");

      assertTrue(Child.any());
      List<Integer> adopted = Self.children();
      assertEquals(1, adopted.size());
      int daemon = adopted.get(0);
      assertFalse(Child.hasEnded(daemon));
      assertEquals(Optional.empty(), Child.poll(daemon));
      try (PidFd reference = PidFd.open(daemon).orElseThrow()) {
        assertTrue(Child.signal(daemon, Signal.KILL));
        Poll poll = new Poll(1);
        poll.set(0, reference.descriptor());
        assertTrue(poll.await(Duration.ofSeconds(10)));
        assertTrue(poll.isReady(0));
        assertTrue(Child.hasEnded(daemon));
        assertEquals(new ExitStatus.Signalled(9), Child.await(daemon));
        assertFalse(reference.signal(Signal.KILL), "a signal after the end reaches no process");
      }
      assertFalse(Child.any());
      assertEquals(List.of(), Self.children());
    }
  }
}
