package dev.bullpen.posix.proc;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.Ran;
import dev.bullpen.posix.spawn.Spawn;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ChildTests {
  @Test
  void an_end_is_waited_for_as_long_as_one_wants_and_not_taken() throws IOException {
    int pid = Spawn.spawn(Ran.request(Map.of(), "/bin/sleep", "600"));
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

  @Test
  void a_process_with_the_number_of_a_former_child_is_not_signalled() throws IOException {
    try (Pipe said = Pipe.open()) {
      int parent =
          Spawn.spawn(
              Ran.request(
                  Map.of(1, said.writing().number()),
                  "/bin/sh",
                  "-c",
                  "sleep 600 & echo $!; wait $!; echo $?; exec sleep 600"));
      said.writing().close();
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(new DescriptorInput(said.reading()), US_ASCII));
      int stranger = Integer.parseInt(lines.readLine());
      try {
        assertFalse(Child.signalUnlessTaken(stranger, Signal.KILL));
        assertTrue(Child.signal(stranger, Signal.TERM), "it was ended");
        assertEquals(128 + 15, Integer.parseInt(lines.readLine()), "how it ended");
        assertTrue(Child.signalUnlessTaken(parent, Signal.TERM), "a child is signalled");
        assertEquals(new ExitStatus.Signalled(15), Child.await(parent));
        assertFalse(Child.signalUnlessTaken(parent, Signal.KILL), "no child has its number");
      } finally {
        new ProcessGroup(parent).signal(Signal.KILL);
        Child.awaitEnd(parent);
        Child.reap(parent);
      }
    }
  }
}
