package dev.bullpen.posix.proc;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.Ran;
import dev.bullpen.posix.libc.LibC;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessGroupTests {
  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 1})
  void numbers_that_would_reach_everybody_cannot_be_built(int id) {
    assertThrows(IllegalArgumentException.class, () -> new ProcessGroup(id));
  }

  @Test
  void our_own_group_cannot_be_built() {
    assertThrows(IllegalArgumentException.class, () -> new ProcessGroup(LibC.getpgrp()));
  }

  @Test
  void a_signal_reaches_every_process_of_the_group() throws IOException {
    try (Pipe pipe = Pipe.open()) {
      // the pipe ends when the last process that holds it has ended
      int pid =
          Spawn.spawn(
              Ran.request(
                  Map.of(1, pipe.writing().number()),
                  "/bin/sh",
                  "-c",
                  "sleep 60 & sleep 60 & echo ready; wait"));
      pipe.writing().close();
      DescriptorInput output = new DescriptorInput(pipe.reading());
      assertEquals("ready\n", new String(output.readNBytes(6)));
      ProcessGroup group = new ProcessGroup(pid);
      assertTrue(group.has(pid));
      assertFalse(group.has(Self.pid()));
      assertFalse(group.has(Integer.MAX_VALUE));
      assertTrue(group.signal(Signal.KILL));
      assertEquals(-1, output.read());
      assertEquals(new ExitStatus.Signalled(9), Child.await(pid));
      await().atMost(Duration.ofSeconds(10)).until(() -> isGone(group));
      assertFalse(group.signal(Signal.KILL));
    }
  }

  @Test
  void a_session_leader_leads_its_group_too() throws IOException {
    int pid =
        Spawn.spawn(
            new SpawnRequest(
                List.of("/bin/sh", "-c", "sleep 60"),
                EnvironmentBlock.of(Map.of("PATH", "/usr/bin:/bin")),
                Optional.empty(),
                Map.of(),
                SpawnRequest.Placement.SESSION));
    assertTrue(new ProcessGroup(pid).signal(Signal.KILL));
    assertEquals(new ExitStatus.Signalled(9), Child.await(pid));
  }

  /**
   * The dead count until their parent has waited for them: init, or this process if it is a
   * sub-reaper.
   */
  private static boolean isGone(ProcessGroup group) throws IOException {
    for (int adopted : Self.children()) {
      Child.poll(adopted);
    }
    return !group.signal(Signal.KILL);
  }
}
