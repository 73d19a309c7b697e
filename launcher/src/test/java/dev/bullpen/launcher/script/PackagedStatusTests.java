package dev.bullpen.launcher.script;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code launcher status} and {@code launcher logs} as they are shipped. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class PackagedStatusTests extends PackagedCommand {
  private static final Duration SOON = Duration.ofSeconds(30);

  /** A call of which the log has a line. */
  private static final String FAILING =
      "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":"
          + "\"missing\"}}\n";

  private static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"editor\",\"version\":"
          + "\"7\"}}}\n"
          + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
          + FAILING;

  private static final String WATCHED =
      """
      server #  bullpen #, up # s, since #
      project   #
      reached   standard input and output
      clients   1: local (editor 7)
      helpers   #; no job waits
      memory    #
      questions 0 parked
      calls     none
      failures  the last first
        #  tool missing                      error       invalid-params""";

  /** With the folder of the servers' sockets, and a server for those who look at one. */
  @TempDir static Path shared;

  private static Map<String, String> environment;
  private static Running running;

  @TempDir Path temporary;

  @BeforeAll
  static void start_a_server() throws Exception {
    Path runtime = Files.createDirectory(shared.toRealPath().resolve("run"));
    environment = Map.of("XDG_RUNTIME_DIR", runtime.toString(), "TMPDIR", shared.toString());
    running = Running.of(ScratchProject.in(shared), shared);
  }

  @AfterAll
  static void end_the_server() throws Exception {
    running.close();
  }

  /** A server in which a call has failed. */
  private record Running(ScratchProject project, Process process, Path log)
      implements AutoCloseable {
    static Running of(ScratchProject project, Path folder) throws IOException {
      Path log = folder.resolve("server.log");
      ProcessBuilder builder =
          new ProcessBuilder(command("--workers", "1", "--project", project.root().toString()));
      builder.environment().clear();
      builder.environment().putAll(all());
      builder.redirectOutput(folder.resolve("answers").toFile()).redirectError(log.toFile());
      Running running = new Running(project, builder.start(), log);
      try {
        running.say(HELLO);
        await().atMost(SOON).until(() -> Files.exists(running.socket()));
      } catch (RuntimeException | IOException | AssertionError e) {
        running.process.destroyForcibly();
        throw e;
      }
      return running;
    }

    void say(String lines) throws IOException {
      process.getOutputStream().write(lines.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    }

    private Path socket() {
      return Path.of(environment.get("XDG_RUNTIME_DIR"), "bullpen", Long.toString(process.pid()));
    }

    /** Ends it as its client does. */
    @Override
    public void close() throws IOException {
      try {
        process.getOutputStream().close();
        await().atMost(SOON).until(() -> !process.isAlive());
        assertEquals(0, process.exitValue());
        assertTrue(Files.notExists(socket()), "the socket goes with its server");
      } finally {
        process.destroyForcibly();
      }
    }
  }

  private static Map<String, String> all() {
    Map<String, String> all = new HashMap<>(environment());
    all.putAll(environment);
    return all;
  }

  private static Ran ran(String... words) {
    return here(all(), words);
  }

  /** Of the server's project alone: other tests have servers, too. */
  private static Ran own(String... words) {
    return running.project().here(environment, words);
  }

  @Test
  void where_no_server_runs_a_sentence_says_so() throws Exception {
    ScratchProject idle = ScratchProject.in(temporary);
    Ran none = idle.here(environment, "status");
    assertEquals(1, none.exitCode(), none.toString());
    assertTrue(none.err().matches("(?s)launcher: no server of .* is running\\. .*"), none.err());
    Ran json = idle.here(environment, "status", "--json");
    assertEquals(1, json.exitCode(), json.toString());
    assertEquals("{\"servers\":[]}\n", json.out());
    assertEquals(1, idle.here(environment, "logs").exitCode());
  }

  @Test
  void wrong_words_are_reported() {
    for (List<String> wrong :
        List.of(List.of("status", "--pid", "x"), List.of("logs", "--lines", "501"))) {
      Ran ran = ran(wrong.toArray(String[]::new));
      assertEquals(2, ran.exitCode(), ran.toString());
      assertTrue(ran.err().contains(wrong.get(1)), ran.err());
    }
    Ran nowhere = ran("status", "--project", temporary.resolve("nowhere").toString());
    assertEquals(1, nowhere.exitCode(), nowhere.toString());
  }

  @Test
  void a_running_server_is_shown_for_people_and_for_programs() throws Exception {
    Path root = running.project().root();
    Ran shown = running.project().run(environment, "status", "--project", root.toString());
    assertEquals(0, shown.exitCode(), shown.toString());
    assertTrue(shown.lines().stream().allMatch(line -> line.length() <= 80), shown.out());
    long pid = running.process().pid();
    assertTrue(shown.out().startsWith("server " + pid + "  bullpen "), shown.out());
    for (String part :
        List.of(
            "project   " + root,
            "reached   standard input and output",
            "clients   1: local (editor 7)",
            "calls     none",
            "tool missing")) {
      assertTrue(shown.out().contains(part.substring(0, Math.min(70, part.length()))), part);
    }
    JsonNode json = Json.parse(own("status", "--json").out()).path("servers");
    assertEquals(1, json.size());
    assertEquals(root.toString(), json.at("/0/project").stringValue());
    assertEquals("2025-11-25", json.at("/0/sessions/0/revision").stringValue());
    assertTrue(json.at("/0/memory/residentBytes").longValue() > 1_000_000, json.toString());

    assertEquals(1, ran("status", "--project", EXAMPLE).exitCode());
    assertEquals(1, ran("status", "--pid", "1").exitCode());
  }

  @Test
  void the_last_lines_of_its_log_are_those_of_its_error_output() throws Exception {
    Ran all = running.project().run(environment, "logs", "--project", ".");
    assertEquals(0, all.exitCode(), all.toString());
    String written = Files.readString(running.log());
    String failed =
        written
            .lines()
            .filter(line -> line.contains("missing"))
            .reduce((line, later) -> later)
            .orElseThrow();
    String said = failed.substring(failed.indexOf(" info "));
    assertTrue(all.out().contains(said), all.out());
    Ran last = own("logs", "--lines", "1", "--json");
    assertEquals(1, last.lines().size(), last.out());
    assertEquals("info", Json.parse(last.out()).path("level").stringValue());
    assertEquals("", own("logs", "--level", "error").out());
    assertEquals("", own("logs", "--lines", "0").out());
  }

  @Test
  void a_closed_output_ends_following_a_log_and_is_not_said_to_be_the_servers_end()
      throws Exception {
    Path errors = temporary.resolve("errors");
    Process logs =
        Ran.start(
            running.project().root(),
            all(),
            List.of(
                "/bin/sh",
                "-c",
                "\"$0\" logs --follow --project . | head -n 1",
                PRODUCT.resolve("bin/launcher").toString()),
            temporary.resolve("output"),
            errors);
    try {
      await()
          .atMost(SOON)
          .until(
              () -> {
                running.say(FAILING);
                return !logs.isAlive();
              });
    } finally {
      logs.descendants().forEach(ProcessHandle::destroyForcibly);
      logs.destroyForcibly().waitFor();
    }
    String said = Files.readString(errors);
    assertFalse(said.contains("the server has ended"), said);
  }

  /** With what is another thing each time written as #. */
  private static String steady(String screen, Process server) {
    return screen
        .replace("server " + server.pid(), "server #")
        .replaceAll("bullpen \\S+ up \\d+ s, since [-0-9]+ [:0-9]+", "bullpen #, up # s, since #")
        .replaceAll("project   .*", "project   #")
        .replaceAll("helpers   .*; ", "helpers   #; ")
        .replaceAll("memory    .*", "memory    #")
        .replaceAll("(?m)^  [0-9:]{8}  tool", "  #  tool");
  }

  @Test
  void watch_repaints_a_terminal_until_ctrl_c() throws Exception {
    assumeTrue(Pane.isPossible(), "tmux is needed to see a terminal's screen");
    Map<String, String> inTerminal = all();
    inTerminal.put("LC_ALL", "C.UTF-8");
    Path own = Files.createDirectory(temporary.resolve("pane"));
    ScratchProject project = ScratchProject.in(temporary);
    String root = project.root().toString();
    try (Pane pane =
        Pane.open(own, inTerminal, 80, 24, command("status", "--watch", "--project", root))) {
      try (Running server = Running.of(project, temporary)) {
        assertEquals(
            WATCHED, steady(pane.awaitScreen("clients   1.*invalid-params"), server.process()));
      }
      // The same screen: what was there is painted over.
      String empty = pane.awaitScreen("^no server ");
      assertFalse(empty.contains("clients"), empty);
      pane.press("C-c");
      await().atMost(SOON).until(() -> pane.processes().isEmpty());
    }
  }
}
