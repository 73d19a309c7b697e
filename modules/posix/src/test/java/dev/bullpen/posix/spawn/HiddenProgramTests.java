package dev.bullpen.posix.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.Ran;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import dev.bullpen.posix.proc.Self;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Shows from outside, by a user's own server, that no other process can inspect such a process. */
@EnabledOnOs(OS.LINUX)
class HiddenProgramTests {
  private static final int COPY = 3;

  @Test
  void a_copy_does_what_the_program_does_and_may_only_be_run() throws IOException {
    try (Pipe pipe = Pipe.open();
        Descriptor copy = HiddenProgram.copy(Path.of("/bin/sh"))) {
      int pid =
          Spawn.spawn(
              HiddenProgram.path(COPY),
              new SpawnRequest(
                  List.of("/bin/sh", "-c", "stat -L -c %a /proc/$$/exe; echo \"$0 $1\"", "a", "b"),
                  EnvironmentBlock.of(Map.of("PATH", "/usr/bin:/bin")),
                  Optional.empty(),
                  Map.of(1, pipe.writing().number(), 2, 2, COPY, copy.number()),
                  SpawnRequest.Placement.GROUP));
      pipe.writing().close();
      String output = Ran.read(pipe.reading());
      assertEquals(new ExitStatus.Exited(0), Child.await(pid));
      // An ordinary user's shell cannot read its own program either.
      assertTrue(output.endsWith("a b\n"), output);
      assertTrue(!Self.isRoot() || output.startsWith("111\n"), output);
    }
  }
}
