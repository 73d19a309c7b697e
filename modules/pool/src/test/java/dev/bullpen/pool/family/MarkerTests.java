package dev.bullpen.pool.family;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.posix.Child;
import dev.bullpen.posix.EnvironmentBlock;
import dev.bullpen.posix.ProcessGroup;
import dev.bullpen.posix.Signal;
import dev.bullpen.posix.Spawn;
import dev.bullpen.posix.SpawnRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A helper that hides shows no environment: here it has none. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class MarkerTests {
  private static final int KILLED = 128 + 9;

  private static int start(List<String> words) throws IOException {
    List<String> argv = new ArrayList<>(List.of("/bin/sh", "-c", "kill -STOP $$"));
    argv.add("helper");
    argv.addAll(words);
    int pid =
        Spawn.spawn(
            new SpawnRequest(
                argv,
                EnvironmentBlock.of(Map.of()),
                Optional.empty(),
                Map.of(),
                SpawnRequest.Placement.SESSION));
    // A program that is only just beginning has no command line yet.
    Path commandLine = Path.of("/proc", Integer.toString(pid), "cmdline");
    await().until(() -> Files.readAllBytes(commandLine).length > 0);
    return pid;
  }

  @Test
  void a_process_is_found_by_its_command_line_where_its_environment_is_not_shown()
      throws IOException {
    Marker marker = new Marker();
    int stranger = start(new Marker().wordsOfHelper());
    int part = start(List.of("see " + marker.wordsOfHelper().get(0)));
    int helper = start(marker.wordsOfHelper());

    List<Integer> left = new ArrayList<>(List.of(stranger, part, helper));
    try {
      assertEquals(1, marker.sweep());
      assertEquals(KILLED, Child.await(helper).shellCode());
      left.remove(Integer.valueOf(helper));
      for (int other : left) {
        assertEquals(Optional.empty(), Child.poll(other));
      }
    } finally {
      for (int pid : left) {
        new ProcessGroup(pid).signal(Signal.KILL);
        Child.await(pid);
      }
    }
  }
}
