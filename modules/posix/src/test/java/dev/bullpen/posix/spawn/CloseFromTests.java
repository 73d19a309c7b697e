package dev.bullpen.posix.spawn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.posix.Pipe;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.Ran;
import dev.bullpen.posix.libc.LinuxC;
import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ExitStatus;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever C library and kernel are below us, a child has what it was given. */
@EnabledOnOs(OS.LINUX)
class CloseFromTests {
  private static final int INHERITED = 0;

  @ParameterizedTest
  @EnumSource(names = {"FILE_ACTION", "EACH"})
  void a_child_has_only_what_it_was_given_also_where_numbers_cross(Spawn.CloseFrom way)
      throws IOException {
    try (Pipe ours = Pipe.open();
        Pipe output = Pipe.open();
        Pipe other = Pipe.open()) {
      LinuxC.fcntl(ours.writing().number(), LinuxC.F_SETFD, INHERITED);
      // The number of the output is what the child calls the other by.
      int crossing = output.writing().number();
      Map<Integer, Integer> given = new HashMap<>();
      for (int number = 3; number <= crossing; number++) {
        given.put(number, other.writing().number());
      }
      given.put(1, crossing);
      int pid = spawn(given, way);
      output.writing().close();
      StringBuilder all = new StringBuilder();
      // What comes after them is the folder that ls itself reads.
      for (int number = 0; number <= crossing + 1; number++) {
        all.append(number).append('\n');
      }
      assertEquals(all.toString(), Ran.read(output.reading()));
      assertEquals(new ExitStatus.Exited(0), Child.await(pid));
    }
  }

  private static int spawn(Map<Integer, Integer> given, Spawn.CloseFrom way) throws PosixException {
    try {
      return Spawn.spawn(
          new SpawnRequest(
              List.of("/bin/sh", "-c", "ls /proc/self/fd | sort -n"),
              EnvironmentBlock.of(Map.of("PATH", "/usr/bin:/bin")),
              Optional.empty(),
              given,
              SpawnRequest.Placement.GROUP),
          way);
    } catch (UnsatisfiedLinkError | PosixException e) {
      assumeTrue(way == Spawn.CloseFrom.EACH, way + " is not to be had here");
      throw e;
    }
  }
}
