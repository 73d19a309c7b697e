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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  @TempDir Path temporary;
  private Path runtime;
  private ScratchProject project;
  private Map<String, String> environment;

  @BeforeEach
  void a_project_and_a_folder_for_sockets() throws IOException {
    project = ScratchProject.in(temporary);
    runtime = Files.createDirectory(temporary.toRealPath().resolve("run"));
    environment = Map.of("XDG_RUNTIME_DIR", runtime.toString(), "TMPDIR", temporary.toString());
  }

  private interface WithServer {
    void run(Process server) throws Exception;
  }

  private void withServer(WithServer steps) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command("--project", project.root().toString()));
    builder.environment().clear();
    builder.environment().putAll(environment());
    builder.environment().putAll(environment);
    builder
        .redirectOutput(temporary.resolve("answers").toFile())
        .redirectError(temporary.resolve("server.log").toFile());
    Process server = builder.start();
    try {
      server.getOutputStream().write(HELLO.getBytes(StandardCharsets.UTF_8));
      server.getOutputStream().flush();
      Path socket = runtime.resolve("bullpen").resolve(Long.toString(server.pid()));
      await().atMost(SOON).until(() -> Files.exists(socket));
      steps.run(server);
      server.getOutputStream().close();
      assertEquals(0, server.waitFor());
      assertTrue(Files.notExists(socket), "the socket goes with its server");
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  private Ran ran(String... words) {
    return project.run(environment, words);
  }

  /** Of this test's project alone: other tests have servers, too. */
  private Ran own(String... words) {
    return ran(
        Stream.concat(Stream.of(words), Stream.of("--project", project.root().toString()))
            .toArray(String[]::new));
  }

  @Test
  void where_no_server_runs_a_sentence_says_so() throws Exception {
    Ran none = own("status");
    assertEquals(1, none.exitCode(), none.toString());
    assertTrue(none.err().matches("(?s)launcher: no server of .* is running\\. .*"), none.err());
    Ran json = own("status", "--json");
    assertEquals(1, json.exitCode(), json.toString());
    assertEquals("{\"servers\":[]}\n", json.out());
    assertEquals(1, own("logs").exitCode());
  }

  @Test
  void wrong_words_are_reported() {
    for (List<String> wrong :
        List.of(
            List.of("status", "--pid", "x"),
            List.of("logs", "--level", "loud"),
            List.of("logs", "--lines", "501"))) {
      Ran ran = ran(wrong.toArray(String[]::new));
      assertEquals(2, ran.exitCode(), ran.toString());
      assertTrue(ran.err().contains(wrong.get(1)), ran.err());
    }
    Ran nowhere = ran("status", "--project", temporary.resolve("nowhere").toString());
    assertEquals(1, nowhere.exitCode(), nowhere.toString());
  }

  @Test
  void a_running_server_is_shown_for_people_and_for_programs() throws Exception {
    withServer(
        server -> {
          Ran shown = own("status");
          assertEquals(0, shown.exitCode(), shown.toString());
          assertTrue(shown.lines().stream().allMatch(line -> line.length() <= 80), shown.out());
          assertTrue(shown.out().startsWith("server " + server.pid() + "  bullpen "), shown.out());
          for (String part :
              List.of(
                  "project   " + project.root(),
                  "reached   standard input and output",
                  "clients   1: local (editor 7)",
                  "calls     none",
                  "tool missing")) {
            assertTrue(shown.out().contains(part.substring(0, Math.min(70, part.length()))), part);
          }
          JsonNode json = Json.parse(own("status", "--json").out()).path("servers");
          assertEquals(1, json.size());
          assertEquals(project.root().toString(), json.at("/0/project").stringValue());
          assertEquals("2025-11-25", json.at("/0/sessions/0/revision").stringValue());
          assertTrue(json.at("/0/memory/residentBytes").longValue() > 1_000_000, json.toString());

          assertEquals(0, ran("status", "--project", project.root().toString()).exitCode());
          assertEquals(1, ran("status", "--project", EXAMPLE).exitCode());
          assertEquals(1, ran("status", "--pid", "1").exitCode());
        });
  }

  @Test
  void the_last_lines_of_its_log_are_those_of_its_error_output() throws Exception {
    withServer(
        server -> {
          Ran all = own("logs");
          assertEquals(0, all.exitCode(), all.toString());
          String written = Files.readString(temporary.resolve("server.log"));
          String failed =
              written.lines().filter(line -> line.contains("missing")).findFirst().orElseThrow();
          String said = failed.substring(failed.indexOf(" info "));
          assertTrue(all.out().contains(said), all.out());
          Ran last = own("logs", "--lines", "1", "--json");
          assertEquals(1, last.lines().size(), last.out());
          assertEquals("info", Json.parse(last.out()).path("level").stringValue());
          assertEquals("", own("logs", "--level", "error").out());
          assertEquals("", own("logs", "--lines", "0").out());
        });
  }

  @Test
  void a_closed_output_ends_following_a_log_and_is_not_said_to_be_the_servers_end()
      throws Exception {
    withServer(
        server -> {
          Map<String, String> all = new HashMap<>(environment());
          all.putAll(environment);
          Path errors = temporary.resolve("errors");
          Process logs =
              Ran.start(
                  project.root(),
                  all,
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
                      server.getOutputStream().write(FAILING.getBytes(StandardCharsets.UTF_8));
                      server.getOutputStream().flush();
                      return !logs.isAlive();
                    });
          } finally {
            logs.descendants().forEach(ProcessHandle::destroyForcibly);
            logs.destroyForcibly().waitFor();
          }
          String said = Files.readString(errors);
          assertFalse(said.contains("the server has ended"), said);
        });
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

  @ParameterizedTest
  @CsvSource({"80, 24", "120, 40"})
  void watch_repaints_a_terminal_until_ctrl_c(int columns, int rows) throws Exception {
    assumeTrue(Pane.isPossible(), "tmux is needed to see a terminal's screen");
    Map<String, String> all = new HashMap<>(environment());
    all.putAll(environment);
    all.put("LC_ALL", "C.UTF-8");
    Path own = Files.createDirectory(temporary.resolve("pane"));
    try (Pane pane =
        Pane.open(
            own,
            all,
            columns,
            rows,
            command("status", "--watch", "--project", project.root().toString()))) {
      withServer(
          server ->
              assertEquals(
                  WATCHED, steady(pane.awaitScreen("clients   1.*invalid-params"), server)));
      // The same screen: what was there is painted over.
      String empty = pane.awaitScreen("^no server ");
      assertFalse(empty.contains("clients"), empty);
      pane.press("C-c");
      await().atMost(SOON).until(() -> pane.processes().isEmpty());
    }
  }
}
