package dev.bullpen.launcher.script;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import tools.jackson.databind.JsonNode;

/** {@code launcher status} and {@code launcher logs} as they are shipped. */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class PackagedStatusTests extends PackagedCommand {
  private static final Duration SOON = Duration.ofSeconds(30);

  private static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"editor\",\"version\":"
          + "\"7\"}}}\n"
          + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
          + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":"
          + "\"missing\"}}\n";

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

  @Test
  void where_no_server_runs_a_sentence_says_so() throws Exception {
    Ran none = ran("status");
    assertEquals(1, none.exitCode(), none.toString());
    assertTrue(none.err().startsWith("launcher: no server of this user is running."), none.err());
    Ran json = ran("status", "--json");
    assertEquals(1, json.exitCode(), json.toString());
    assertEquals("{\"servers\":[]}\n", json.out());
    assertEquals(1, ran("logs").exitCode());
  }

  @Test
  void wrong_words_are_said() {
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
          Ran shown = ran("status");
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
          JsonNode json = Json.parse(ran("status", "--json").out()).path("servers");
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
          Ran all = ran("logs");
          assertEquals(0, all.exitCode(), all.toString());
          String written = Files.readString(temporary.resolve("server.log"));
          String failed =
              written.lines().filter(line -> line.contains("missing")).findFirst().orElseThrow();
          String said = failed.substring(failed.indexOf(" info "));
          assertTrue(all.out().contains(said), all.out());
          Ran last = ran("logs", "--lines", "1", "--json");
          assertEquals(1, last.lines().size(), last.out());
          assertEquals("info", Json.parse(last.out()).path("level").stringValue());
          assertEquals("", ran("logs", "--level", "error").out());
          assertEquals("", ran("logs", "--lines", "0").out());
        });
  }

  @Test
  void watch_repaints_a_terminal_until_its_end() throws Exception {
    assumeTrue(
        Stream.of(System.getenv("PATH").split(":"))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "tmux"))),
        "tmux is needed to see a terminal's screen");
    Path control = temporary.toRealPath().resolve("tmux");
    try {
      withServer(
          server -> {
            tmux(
                control,
                "new-session",
                "-d",
                "-x",
                "80",
                "-y",
                "24",
                PRODUCT.resolve("bin/launcher") + " status --watch");
            await().atMost(SOON).until(() -> screen(control).contains("server " + server.pid()));
            List<String> lines = screen(control).lines().toList();
            assertTrue(lines.size() <= 24, lines.toString());
            assertTrue(lines.get(0).startsWith("server " + server.pid()), lines.toString());
            assertTrue(screen(control).contains("clients   1: local (editor 7)"));
          });
      // The same screen: what was there is painted over.
      await().atMost(SOON).until(() -> screen(control).startsWith("no server"));
      assertTrue(!screen(control).contains("clients"), screen(control));
      tmux(control, "send-keys", "C-c");
      await().atMost(SOON).until(() -> tmux(control, "list-sessions").exitCode() != 0);
    } finally {
      tmux(control, "kill-server");
    }
  }

  private String screen(Path control) {
    return tmux(control, "capture-pane", "-p").out();
  }

  private Ran tmux(Path control, String... words) {
    Map<String, String> all = new HashMap<>(environment());
    all.putAll(environment);
    all.put("TERM", "screen");
    all.put("LC_ALL", "C.UTF-8");
    all.put("SHELL", "/bin/sh");
    List<String> command =
        Stream.concat(
                Stream.of("tmux", "-f", "/dev/null", "-S", control.toString()), Stream.of(words))
            .toList();
    return Ran.of(temporary, all, command);
  }
}
