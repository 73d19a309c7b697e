package dev.bullpen.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GateTests {
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path folder;

  @Test
  void lines_of_several_processes_arrive_whole_and_by_token() throws IOException {
    try (Gate gate = Gate.at(folder.resolve("gate"))) {
      shell("for i in 1 2 3; do echo one $i >gate & echo two >gate & done; wait");
      assertEquals(
          List.of("1", "2", "3"),
          gate.await("one", 3, Deadline.in(SOON)).stream().sorted().toList());
      assertEquals(List.of("", "", ""), gate.await("two", 3, Deadline.in(SOON)));
    }
  }

  @Test
  void a_token_is_a_whole_word() throws IOException {
    try (Gate gate = Gate.at(folder.resolve("gate"))) {
      shell("echo tokens no >gate; echo token yes >gate");
      assertEquals(List.of("yes"), gate.await("token", 1, Deadline.in(SOON)));
    }
  }

  @Test
  void who_waits_is_let_through_with_a_word() throws IOException {
    try (Gate gate = Gate.at(folder.resolve("gate"))) {
      Process script =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  "mkfifo gate.one; echo one >gate; read w <gate.one; echo one $w >gate")
              .directory(folder.toFile())
              .start();
      assertEquals(List.of(""), gate.await("one", 1, Deadline.in(SOON)));
      gate.letThrough("one", "now");
      assertEquals(List.of("", "now"), gate.await("one", 2, Deadline.in(SOON)));
      assertEquals(0, script.onExit().join().exitValue());
    }
  }

  private void shell(String script) throws IOException {
    new ProcessBuilder("sh", "-c", script).directory(folder.toFile()).start();
  }
}
