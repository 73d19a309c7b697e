package dev.bullpen.pool.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.proc.Child;
import dev.bullpen.posix.proc.ProcessGroup;
import dev.bullpen.posix.proc.Signal;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.posix.spawn.Spawn;
import dev.bullpen.posix.spawn.SpawnRequest;
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
  void a_process_that_dies_is_not_one_that_is_not_shown() throws IOException {
    int helper = start(List.of("word"));
    try {
      assertFalse(Marker.isDying(helper));
    } finally {
      new ProcessGroup(helper).signal(Signal.KILL);
    }
    Child.awaitEnd(helper);
    assertTrue(Marker.isDying(helper));
    assertEquals(KILLED, Child.await(helper).shellCode());
    assertFalse(Marker.isDying(helper), "it is gone");
  }

  @Test
  void a_process_is_found_by_its_command_line_where_its_environment_is_not_shown()
      throws IOException {
    Marker marker = new Marker();
    List<String> words = marker.wordsOfHelper();
    int stranger = start(new Marker().wordsOfHelper());
    int part = start(List.of("see " + words.get(0)));
    int editor = start(List.of(String.join(" ", words)));
    int search = start(List.of(words.get(0)));
    int before = start(List.of(words.get(0), words.get(1), "file"));
    int helper = start(words);

    List<Integer> left = new ArrayList<>(List.of(stranger, part, editor, search, before, helper));
    try {
      assertTrue(marker.isShownBy(helper));
      assertFalse(marker.isShownBy(stranger));
      assertFalse(marker.isShownBy(before));
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

  /** The last find still has a new process, as it would if others were started all the time. */
  @Test
  void a_sweep_that_gives_up_has_failed() throws IOException {
    Marker marker = new Marker();
    int helper = start(marker.wordsOfHelper());
    try {
      assertThrows(IOException.class, () -> marker.sweep(marker.wordsOfHelper().get(0), 0));
    } finally {
      new ProcessGroup(helper).signal(Signal.KILL);
    }
    assertEquals(KILLED, Child.await(helper).shellCode());
    assertEquals(0, marker.sweep());
  }
}
