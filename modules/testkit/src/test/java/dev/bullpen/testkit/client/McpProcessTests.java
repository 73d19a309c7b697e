package dev.bullpen.testkit.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Gate;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.proc.Proc;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpProcessTests {
  private static final Duration LONG = Duration.ofSeconds(20);

  @TempDir Path folder;

  @Test
  void lines_come_back_with_the_time_of_their_arrival() {
    try (McpProcess echo = Launcher.of("cat").start()) {
      long before = System.nanoTime();
      echo.sendLine("{\"a\":1}");
      Line line = echo.transcript().await(any -> true, Deadline.in(LONG)).orElseThrow();
      assertEquals("{\"a\":1}", line.text());
      assertTrue(line.json().isPresent());
      assertTrue(line.nanos() > before && line.nanos() < System.nanoTime());
      assertEquals(
          List.of("→ {\"a\":1}", "← {\"a\":1}"),
          echo.transcript().lines().stream().map(Line::toString).toList());
    }
  }

  @Test
  void the_end_of_its_input_ends_a_server_and_its_last_line_needs_no_newline() {
    try (McpProcess echo = Launcher.of("cat").start()) {
      echo.sendRaw(new byte[] {'x', 'y'});
      assertEquals(OptionalInt.empty(), echo.awaitExit(Deadline.in(Duration.ofMillis(20))));
      echo.closeStdin();
      assertEquals(OptionalInt.of(0), echo.awaitExit(Deadline.in(LONG)));
      assertTrue(echo.transcript().awaitEnd(Deadline.in(LONG)));
      assertEquals("xy", echo.transcript().received().get(0).text());
      assertTrue(echo.transcript().received().get(0).json().isEmpty(), "xy is not JSON");
    }
  }

  @Test
  void a_closed_output_is_felt_by_the_one_who_writes() {
    try (McpProcess writer =
        Launcher.of("sh", "-c", "trap '' PIPE; read go; echo x || exit 7").start()) {
      writer.closeStdout();
      writer.sendLine("go");
      assertEquals(OptionalInt.of(7), writer.awaitExit(Deadline.in(LONG)));
    }
  }

  @Test
  void a_reader_that_pauses_lets_the_pipe_fill() {
    try (Gate gate = Gate.at(folder.resolve("gate"));
        McpProcess writer =
            Launcher.of("sh", "-c", "read go; head -c 1000000 /dev/zero; echo; echo done >$GATE")
                .environment("GATE", gate.path().toString())
                .start()) {
      writer.pauseReading();
      writer.sendLine("go");
      assertEquals(List.of(), gate.await("done", 1, Deadline.in(Duration.ofMillis(200))));
      writer.resumeReading();
      assertEquals(List.of(""), gate.await("done", 1, Deadline.in(LONG)));
    }
  }

  @Test
  void standard_error_is_kept_apart_and_counted() {
    try (McpProcess talker =
        Launcher.of("sh", "-c", "for i in $(seq 1000); do echo $i >&2; done").start()) {
      assertTrue(Poll.until(Deadline.in(LONG), () -> talker.stderr().lines() == 1000));
      assertTrue(talker.stderr().text().endsWith("\n999\n1000"));
      assertTrue(talker.stderr().text().startsWith("801\n"), "the last 200 lines are kept");
      assertEquals(List.of(), talker.transcript().received());
    }
  }

  @Test
  void closing_ends_the_server_and_both_threads() {
    McpProcess sleeper = Launcher.of("sleep", "60").start();
    String prefix = "client " + sleeper.pid() + " ";
    Proc seen = Proc.read(sleeper.pid()).orElseThrow();
    sleeper.close();
    assertTrue(
        Poll.until(
            Deadline.in(LONG),
            () ->
                !seen.stillRuns()
                    && Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith(prefix))));
    assertEquals(OptionalInt.of(137), sleeper.awaitExit(Deadline.in(LONG)));
  }
}
