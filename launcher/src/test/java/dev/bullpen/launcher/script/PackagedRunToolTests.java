package dev.bullpen.launcher.script;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Ran;
import dev.bullpen.launcher.ask.FakeServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code launcher run-tool} as it is shipped. */
@Timeout(60)
class PackagedRunToolTests extends PackagedCommand {
  private static final Duration SOON = Duration.ofSeconds(30);

  @TempDir Path temporary;
  private ScratchProject project;

  @BeforeEach
  void a_project() throws IOException {
    project = ScratchProject.in(temporary);
  }

  /** A server that has one tool, "echo", and whose call has this outcome. */
  private FakeServer fake(String outcome) throws IOException {
    return FakeServer.answering(
        Files.createDirectories(temporary.resolve("fake")),
        "\"result\":{\"tools\":[{\"name\":\"echo\"}]}",
        outcome);
  }

  private FakeServer fake() throws IOException {
    return fake("\"result\":{\"content\":[]}");
  }

  private Ran ranAt(FakeServer server, Map<String, String> environment, String... options) {
    List<String> words = new ArrayList<>(List.of("run-tool", "echo"));
    words.addAll(List.of(options));
    return project.here(server.folder(), environment, words.toArray(String[]::new));
  }

  private static String text(Ran ran) throws Exception {
    return Json.parse(ran.out()).at("/content/0/text").stringValue("");
  }

  @Test
  void the_result_is_one_line_of_json() throws Exception {
    Ran ran = project.run("run-tool", "echo", "--allow-self", "--args", "{\"a\":1}");

    assertEquals(0, ran.exitCode(), ran.toString());
    assertEquals(1, ran.lines().size(), ran.toString());
    assertEquals("none {\"a\":1}", text(ran));
  }

  @Test
  void nothing_is_allowed_by_itself_and_the_refusal_says_how() throws Exception {
    Ran ran = project.run("run-tool", "echo");

    assertEquals(1, ran.exitCode(), ran.toString());
    JsonNode error = Json.parse(ran.out());
    assertTrue(error.path("_mcpToolError").booleanValue(), ran.toString());
    assertEquals(-32602, error.path("code").intValue());
    assertTrue(error.path("message").stringValue().contains("blocked by policy"), ran.toString());
    assertTrue(ran.err().contains("--allow-self"), ran.err());
  }

  @Test
  void the_allow_list_of_the_server_is_that_of_the_words_else_the_operators() throws Exception {
    FakeServer server = fake();
    String always = "--workers 1 --project " + project.root();

    assertEquals(0, ranAt(server, Map.of(), "--allow-self").exitCode());
    assertEquals(always + " --allow echo", server.arguments());
    ranAt(server, Map.of(), "--allow", "other", "--allow", "more");
    assertEquals(always + " --allow other,more", server.arguments());
    ranAt(server, Map.of(), "--allow-all", "--allow", "other");
    assertEquals(always + " --allow *", server.arguments());
    assertEquals(0, ranAt(server, Map.of("MCPBASH_TOOL_ALLOWLIST", "*")).exitCode());
    assertEquals(always, server.arguments());
    assertEquals(Optional.of("*"), server.variable("MCPBASH_TOOL_ALLOWLIST"));
  }

  @Test
  void a_tool_that_fails_has_a_result_all_the_same() throws Exception {
    FakeServer server = fake("\"result\":{\"content\":[],\"isError\":true}");

    Ran ran = ranAt(server, Map.of(), "--allow-all");

    assertEquals(new Ran(0, "{\"content\":[],\"isError\":true}\n", ""), ran);
  }

  @Test
  void variables_come_from_the_projects_file_only_where_they_are_asked_for() throws Exception {
    project.write("server.d/env.sh", "export MCPBASH_WORD='of the server'");
    project.write("more.sh", "export MCPBASH_WORD=\"$MCPBASH_WORD and more\"");

    FakeServer server = fake();
    ranAt(server, Map.of("MCPBASH_WORD", "of the caller"), "--allow-self");
    assertEquals(Optional.of("of the caller"), server.variable("MCPBASH_WORD"));
    assertEquals(
        "of the server and more {}",
        text(
            project.run(
                Map.of("MCPBASH_RUN_TOOL_SOURCE_SERVER_ENV", "Yes"),
                "run-tool",
                "echo",
                "--allow-self",
                "--source",
                "more.sh")));
    Ran missing = project.here("run-tool", "echo", "--allow-self", "--source", "no.sh");
    assertEquals(1, missing.exitCode(), missing.toString());
    assertTrue(missing.err().contains("env file not found"), missing.err());
  }

  @Test
  void a_variable_that_a_file_unsets_is_unset() throws Exception {
    project.write("server.d/env.sh", "unset MCPBASH_WORD");
    Map<String, String> environment = Map.of("MCPBASH_WORD", "of the caller");

    assertEquals(
        "none {}",
        text(project.run(environment, "run-tool", "echo", "--allow-self", "--with-server-env")));
  }

  @Test
  void what_a_file_of_variables_starts_is_not_left() throws Exception {
    project.write("server.d/env.sh", "setsid sleep 1000 & echo $! > pid\nkill -0 $!");

    Ran ran = project.run("run-tool", "echo", "--allow-self", "--with-server-env");

    assertEquals(0, ran.exitCode(), ran.toString());
    assertFalse(project.runs("pid"));
  }

  /** {@code PackagedBundleTests} shows that the next server removes a folder of this name. */
  @Test
  void a_signal_while_variables_are_read_leaves_a_folder_for_the_next_server() throws Exception {
    project.write("server.d/env.sh", "echo $$ > pid; sleep 1000");
    Path pid = project.root().resolve("pid");
    Path left = Files.createDirectory(temporary.resolve("left"));
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("TMPDIR", left.toString());
    Process call =
        Ran.start(
            project.root(),
            environment,
            command("run-tool", "echo", "--allow-self", "--with-server-env"),
            temporary.resolve("output"),
            temporary.resolve("errors"));
    try {
      await().atMost(SOON).until(() -> Files.exists(pid) && Files.size(pid) > 0);
    } finally {
      call.destroy();
      assertTrue(call.waitFor(10, TimeUnit.SECONDS));
    }
    await().atMost(SOON).until(() -> !project.runs("pid"));
    try (Stream<Path> all = Files.list(left)) {
      List<String> names = all.map(path -> path.getFileName().toString()).toList();
      assertEquals(1, names.size(), names.toString());
      assertTrue(names.get(0).matches("bullpen-[0-9a-f]{32}"), names.toString());
    }
  }

  @Test
  void a_file_of_variables_that_fails_stops_the_call() throws Exception {
    project.write("server.d/env.sh", "echo no luck >&2\nfalse");

    Ran ran = project.run("run-tool", "echo", "--allow-self", "--with-server-env");

    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.err().contains("exit code 1: no luck"), ran.err());
    assertEquals("", ran.out());
  }

  @Test
  void a_file_of_variables_that_ends_the_shell_stops_the_call() throws Exception {
    Path file = project.write("server.d/env.sh", "export MCPBASH_WORD=lost\nexit 0");

    Ran ran = project.run("run-tool", "echo", "--allow-self", "--with-server-env");

    assertEquals(
        new Ran(
            1,
            "",
            "launcher: reading %s ended before its end (exit). Let it set variables only.\n"
                .formatted(file)),
        ran);
  }

  @Test
  void a_file_of_variables_that_others_may_write_is_not_read() throws Exception {
    Path file = project.write("server.d/env.sh", "touch ran");
    assertTrue(file.toFile().setWritable(true, false));

    Ran ran = project.here("run-tool", "echo", "--allow-self", "--with-server-env");

    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.err().contains("chmod go-w"), ran.err());
    assertTrue(Files.notExists(project.root().resolve("ran")));
  }

  @Test
  void a_dry_run_and_the_environment_are_lines() throws Exception {
    FakeServer server = fake();
    assertEquals(
        """
        Tool: echo
        Args: 7 bytes
        Roots: 1
        Timeout: 7
        Status: Ready to execute (re-run without --dry-run to run)
        """,
        ranAt(
                server,
                Map.of(),
                "--dry-run",
                "--roots",
                project.root().toString(),
                "--timeout",
                "7",
                "--args",
                "{\"a\":1}")
            .out());
    assertTrue(server.request().contains("\"tools/list\""), server.request());
    assertEquals("Timeout: 30", ranAt(server, Map.of(), "--dry-run").lines().get(3));
    Map<String, String> limits =
        Map.of("MCPBASH_DEFAULT_TOOL_TIMEOUT", "4", "MCPBASH_MAX_TIMEOUT_SECS", "5");
    assertEquals("Timeout: 5", ranAt(server, limits, "--dry-run", "--timeout", "7").lines().get(3));
    Ran printed = project.here("run-tool", "echo", "--print-env");
    assertTrue(printed.lines().contains("MCPBASH_PROJECT_ROOT=" + project.root()));
    assertTrue(printed.lines().contains("ROOTS=none"), printed.toString());
  }

  @Test
  void what_is_wrong_is_named() throws Exception {
    Ran unwritten = project.here("run-tool", "echo", "--no-refresh", "--allow-all");
    assertEquals(1, unwritten.exitCode(), unwritten.toString());
    assertTrue(unwritten.err().contains("registry refresh"), unwritten.err());
    Ran misspelt = project.here(fake().folder(), Map.of(), "run-tool", "ehco", "--allow-all");
    assertEquals(new Ran(1, "", "launcher: tool not found: ehco. Did you mean echo?\n"), misspelt);
    assertEquals(1, project.here("run-tool", "echo", "--roots", "/nowhere").exitCode());
    Ran list = project.here("run-tool", "echo", "--args", "[]");
    assertEquals(2, list.exitCode(), list.toString());
    assertTrue(list.err().startsWith("launcher: --args is no JSON object. "), list.err());
  }
}
