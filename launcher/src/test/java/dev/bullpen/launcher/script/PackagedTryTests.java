package dev.bullpen.launcher.script;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code launcher try} as it is shipped: in a terminal, and from a pipe. */
@Timeout(180)
class PackagedTryTests extends PackagedCommand {
  private static final String NO_TMUX =
      "tmux is not installed, so that there is no terminal to try in";

  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void make_a_folder_with_a_short_name_for_sockets() throws IOException {
    folder = Files.createDirectory(temporary.toRealPath().resolve("t"));
  }

  private Map<String, String> quiet() {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("BULLPEN_LOG_LEVEL", "error"); // the tests may run as root
    environment.put("XDG_STATE_HOME", temporary.resolve("state").toString());
    return environment;
  }

  /** In a terminal of that size; skipped without one. */
  private Pane pane(int columns, int lines, Map<String, String> environment, String... words)
      throws IOException {
    assumeTrue(Pane.isPossible(), NO_TMUX);
    List<String> command = new ArrayList<>(List.of("try"));
    command.addAll(List.of(words));
    return Pane.open(folder, environment, columns, lines, command(command.toArray(String[]::new)));
  }

  private Pane pane(String example) throws IOException {
    return pane(80, 24, quiet(), "--project", example(example));
  }

  private static String example(String name) {
    return PRODUCT.resolve("examples").resolve(name).toString();
  }

  /** Leaves by Ctrl-D; nothing that ran in the pane may be left. */
  private static void leave(Pane pane) throws IOException {
    List<ProcessHandle> all = pane.processes();
    assertTrue(all.size() > 2, all.toString()); // the prompt, its server and what that has
    pane.press("C-d");

    assertEquals(0, pane.awaitExit());
    await("nothing is left")
        .atMost(LIMIT)
        .until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
  }

  @ParameterizedTest
  @CsvSource({"80, 24", "120, 40"})
  void words_and_the_servers_completions_are_completed_as_one_types(int columns, int lines)
      throws IOException {
    try (Pane pane = pane(columns, lines, quiet(), "--project", EXAMPLE)) {
      pane.awaitScreen("completion-examples>$");
      pane.type("pro").press("Tab").awaitScreen("> prompt");
      pane.type("plan").press("Tab").awaitScreen("plan-meeting");
      pane.type("--c").press("Tab").awaitScreen("--city");
      pane.type("Lis").press("Tab").awaitScreen("Lisbon"); // by a script of the project
      pane.press("Enter").awaitScreen("it is there.\ncompletion-examples>$");
      pane.type("read ha").press("Tab").awaitScreen("handbook://");

      assertEquals(
          """
          completion-examples 1.0.0 has 0 tools, 7 prompts, 0 resources, 1 template.
          TAB completes, Ctrl-C cancels what runs, help shows the commands, Ctrl-D leaves.
          completion-examples> prompt plan-meeting --city Lisbon
          user:
          Suggest an hour that suits both Lisbon and here, and say what time it is there.
          completion-examples> read handbook://""",
          pane.screen());
      pane.press("C-c");
      leave(pane);
    }
  }

  @Test
  void a_tool_is_completed_by_its_schema_and_its_progress_is_a_bar_on_one_line()
      throws IOException {
    Path go = temporary.toRealPath().resolve("go");
    try (Pane pane = pane(80, 24, quiet(), "--project", waitingAfterItsFirstStep(go))) {
      pane.awaitScreen("tools-progress>$");
      pane.type("cou").press("Tab").awaitScreen("> countdown");
      pane.type("--st").press("Tab").awaitScreen("--steps");
      pane.type("2").press("Enter");

      pane.awaitScreen("\n\\[#{12}\\.{12}\\]  50% step 1 of 2$");
      Files.createFile(go);
      pane.awaitScreen("\n2 steps done\ntools-progress>$");
      assertFalse(pane.screen().contains("%"), pane.screen());
      leave(pane);
    }
  }

  @Test
  void ctrl_c_cancels_a_tool_that_has_reported_progress_at_once() throws IOException {
    ScratchProject project = ScratchProject.in(temporary);
    project.script(
        "tools/echo/tool.sh",
        "echo '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
            + "{\"progress\":50,\"total\":100,\"message\":\"half\"}}' 1<>\"$MCP_PROGRESS_STREAM\"\n"
            + "exec sleep 300");
    try (Pane pane = pane(80, 24, quiet(), "--project", project.root().toString())) {
      pane.awaitScreen("scratch>$");
      pane.type("echo").press("Enter").awaitScreen("50% half$");
      pane.press("C-c").awaitScreen("cancelled after[^>]*\nscratch>$");
      leave(pane);
    }
  }

  /** Copies the example, whose further steps wait until the test has made a file. */
  private String waitingAfterItsFirstStep(Path go) throws IOException {
    String copy = copy("tools-progress");
    Path script = Path.of(copy, "tools/countdown/tool.sh");
    String sleeps = "sleep \"$seconds\"";
    String text = Files.readString(script);
    assertTrue(text.contains(sleeps), text);
    String waits = "until ((step == 1)) || [[ -e '%s' ]]; do sleep 0.05; done".formatted(go);
    Files.writeString(script, text.replace(sleeps, waits));
    return copy;
  }

  @Test
  void ctrl_c_cancels_lists_what_was_killed_and_leaves_nothing() throws IOException {
    ScratchProject project = ScratchProject.in(temporary);
    project.script(
        "tools/echo/tool.sh",
        "sleep 300 & echo $! > \"$MCPBASH_PROJECT_ROOT/child\"\n"
            + "setsid sleep 300 & echo $! > \"$MCPBASH_PROJECT_ROOT/daemon\"\n"
            + "echo $$ > \"$MCPBASH_PROJECT_ROOT/new\"\n"
            + "mv \"$MCPBASH_PROJECT_ROOT/new\" \"$MCPBASH_PROJECT_ROOT/pid\"; wait");
    try (Pane pane = pane(120, 40, quiet(), "--project", project.root().toString())) {
      pane.awaitScreen("scratch>$");
      pane.type("echo").press("Enter");
      await("the script runs")
          .atMost(LIMIT)
          .until(() -> Files.exists(project.root().resolve("pid")) && project.runs("pid"));
      assertTrue(project.runs("child") && project.runs("daemon"));
      pane.press("C-c");

      String screen = pane.awaitScreen("cancelled after[^$]*\n *\\d+  sleep 300\nscratch>$");
      assertTrue(
          screen.matches("(?s).*; 3 processes were killed, and gone after \\d+ ms:\n.*"), screen);
      assertFalse(project.runs("pid") || project.runs("child") || project.runs("daemon"));

      pane.type("echo --json-args '{}'").press("C-c"); // a line is given up, the prompt stays
      pane.type("list tools").press("Enter");
      pane.awaitScreen("tools: 1\n  echo\n      Echoes\nscratch>$");
      leave(pane);
    }
  }

  @Test
  void a_tools_questions_are_put_to_the_person_again_until_the_answers_fit() throws IOException {
    try (Pane pane = pane("tools-elicitation")) {
      pane.awaitScreen("tools-elicitation>$");
      pane.type("reserve --restaurant Noma").press("Enter").awaitScreen("Guests \\[2\\]:$");
      pane.type("99").press("Enter").awaitScreen("at most 12.\n  Guests \\[2\\]:$");
      pane.type("3").press("Enter").awaitScreen("\\[false\\]:$");
      pane.press("Enter").awaitScreen("Reserve \\(y/n\\):$");
      pane.type("y").press("Tab").awaitScreen("yes");
      pane.press("Enter").awaitScreen("Reserved at Noma for 3\ntools-elicitation>$");

      assertEquals(
          """
          tools-elicitation> reserve --restaurant Noma
          ? Who comes to Noma?
            (Ctrl-D declines, Ctrl-C leaves the question unanswered)
            Guests [2]: 99
            It is at most 12.
            Guests [2]: 3
            Vegetarian menu (y/n) [false]:
          ? A table for 3 at Noma?
            (Ctrl-D declines, Ctrl-C leaves the question unanswered)
            Reserve (y/n): yes
          Reserved at Noma for 3
          tools-elicitation>""",
          pane.screen().lines().skip(2).reduce((all, line) -> all + "\n" + line).orElse(""));
      pane.type("reserve --restaurant Noma").press("Enter").awaitScreen("Guests \\[2\\]:$");
      pane.press("C-d").awaitScreen("Nothing was reserved\ntools-elicitation>$");
      leave(pane);
    }
  }

  @Test
  void the_history_is_its_owners_and_has_no_secrets() throws IOException {
    try (Pane pane = pane("tools-hello")) {
      pane.awaitScreen("tools-hello>$");
      pane.type("hello --token abc").press("Enter").awaitScreen("launcher: [^>]*\ntools-hello>$");
      pane.type(" list prompts").press("Enter").awaitScreen("prompts: none\ntools-hello>$");
      pane.type("list tools").press("Enter").awaitScreen("tools: 1[^>]*\ntools-hello>$");
      leave(pane);
    }
    Path history = temporary.resolve("state/bullpen/try-history");
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(history)));
    assertTrue(Files.readString(history).endsWith(":list tools\n"), Files.readString(history));
    assertEquals(1, Files.readAllLines(history).size());
  }

  @Test
  void no_color_is_respected() throws IOException {
    Map<String, String> plain = quiet();
    plain.put("NO_COLOR", "1");
    for (Map<String, String> environment : List.of(quiet(), plain)) {
      try (Pane pane = pane(80, 24, environment, "--project", example("tools-hello"))) {
        pane.awaitScreen("tools-hello>$");
        pane.type("li").press("Tab").awaitScreen("> list$");
        pane.press("Tab").awaitScreen("templates");

        assertEquals(environment != plain, pane.styled().contains("\033["), pane.styled());
        pane.press("C-c");
        leave(pane);
      }
    }
  }

  @Test
  void a_dumb_terminal_gets_lines_instead_of_a_bar() throws IOException {
    assumeTrue(Pane.isPossible(), NO_TMUX);
    List<String> command = new ArrayList<>(List.of("/usr/bin/env", "TERM=dumb"));
    command.addAll(command("try", "--project", example("tools-progress")));
    try (Pane pane = Pane.open(folder, quiet(), 80, 24, command)) {
      pane.awaitScreen("tools-progress>$");
      pane.type("countdown --steps 2 --seconds 0.5").press("Enter");
      pane.awaitScreen("\n50% step 1 of 2\n100% step 2 of 2\n2 steps done\ntools-progress>$");
      assertFalse(pane.styled().contains("\033["), pane.styled());
      leave(pane);
    }
  }

  /** Runs the prompt with these lines as its input. */
  private Ran pipe(Map<String, String> environment, String lines, String... words) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "/bin/sh",
                "-c",
                "lines=$1; shift; printf '%s\\n' \"$lines\" | \"$0\" try \"$@\"",
                PRODUCT.resolve("bin/launcher").toString(),
                lines));
    command.addAll(List.of(words));
    return Ran.of(folder, environment, command);
  }

  @Test
  void from_a_pipe_each_line_is_a_command_and_one_failure_is_the_exit_code() {
    Ran fine =
        pipe(
            quiet(),
            "# a comment\n\nlist tools\nmeasure --text 'one three'\nlog warning",
            "--project",
            example("tools-structured"));
    assertEquals(
        """
        tools: 1
          measure --text STRING
              How many words a text has, and which word is the longest
        {
          "words": 2,
          "longest": "three"
        }
        """,
        fine.out());
    assertEquals(new Ran(0, fine.out(), ""), fine);

    Ran failed =
        pipe(
            quiet(),
            "measur\nmeasure --text 'a\nlist tools",
            "--project",
            example("tools-structured"));
    assertEquals(1, failed.exitCode(), failed.toString());
    assertTrue(failed.out().startsWith("tools: 1\n"), failed.toString());
    assertEquals(
        """
        launcher: there is no command and no tool "measur". Did you mean measure? help shows the commands, list tools the tools.
        launcher: a quote in this line is not closed. Close it.
        """,
        failed.err());
  }

  /** A server for HTTP with a token of its own. */
  private record Site(Process process, String url, Path token) implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/mcp");
    private static final Pattern TOKEN = Pattern.compile("Bearer ([\\w-]+)");

    static Site of(Path folder, String project) throws IOException {
      return of(folder, project, 0, TOKEN);
    }

    /** One that lets every client in. */
    static Site open(Path folder, String project, int port) throws IOException {
      return of(folder, project, port, ADDRESS, "--anonymous");
    }

    private static Site of(
        Path folder, String project, int port, Pattern awaited, String... settings)
        throws IOException {
      Path said = folder.resolve("said-" + port);
      List<String> serve =
          new ArrayList<>(
              command(
                  "serve", "--http", "127.0.0.1:" + port, "--allow", "*", "--project", project));
      serve.addAll(List.of(settings));
      Process process = Ran.start(folder, environment(), serve, folder.resolve("out"), said);
      try {
        await("the server listens")
            .atMost(LIMIT)
            .until(
                () ->
                    Files.readString(said).contains(" serving http")
                        && awaited.matcher(Files.readString(said)).find());
        String token = found(awaited, said).replace("Bearer ", "");
        return new Site(
            process,
            found(ADDRESS, said),
            Files.writeString(folder.resolve("token"), token + "\n"));
      } catch (RuntimeException | IOException | AssertionError e) {
        process.destroy();
        throw e;
      }
    }

    private static String found(Pattern pattern, Path said) throws IOException {
      Matcher matcher = pattern.matcher(Files.readString(said));
      assertTrue(matcher.find());
      return matcher.group();
    }

    boolean runs(String program) {
      return process
          .descendants()
          .anyMatch(one -> one.info().commandLine().orElse("").contains(program));
    }

    /** Ends it, with all that it has started. */
    @Override
    public void close() {
      List<ProcessHandle> all = process.descendants().toList();
      process.destroy();
      await("the server and its processes have ended")
          .atMost(LIMIT)
          .until(() -> !process.isAlive() && all.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  @Test
  void a_server_at_a_url_is_tried_with_its_token_and_refuses_another() throws IOException {
    try (Site site = Site.of(folder, example("tools-progress"))) {
      Ran ran =
          pipe(
              quiet(),
              "countdown --steps 2 --seconds 0.1\nlist prompts",
              "--url",
              site.url(),
              "--token-from",
              site.token().toString());
      assertEquals(
          new Ran(0, "2 steps done\nprompts: none\n", "50% step 1 of 2\n100% step 2 of 2\n"), ran);

      Ran refused = pipe(quiet(), "list", "--url", site.url());
      assertEquals(1, refused.exitCode(), refused.toString());
      assertEquals("", refused.out());
      assertTrue(
          refused
              .err()
              .contains(" wants a token (HTTP 401). Put it into a file of its own, and name that"),
          refused.err());

      Ran misnamed = pipe(quiet(), "list", "--url", site.url(), "--token-from", "none");
      assertEquals(2, misnamed.exitCode(), misnamed.toString());
      assertTrue(misnamed.err().contains("none cannot be read: there is no"), misnamed.err());
    }
  }

  @Test
  void a_server_that_was_started_again_gets_a_new_session() throws IOException {
    String project = example("tools-progress");
    Site first = Site.open(folder, project, 0);
    try (first;
        Pane pane = pane(120, 40, quiet(), "--url", first.url())) {
      pane.awaitScreen("tools-progress>$");
      pane.type("log warning").press("Enter").awaitScreen("log warning\ntools-progress>$");
      first.close();
      pane.type("list prompts")
          .press("Enter")
          .awaitScreen("nothing listens there.*tools-progress>$");
      try (Site second = Site.open(folder, project, URI.create(first.url()).getPort())) {
        pane.type("countdown --steps 2 --seconds 0.1").press("Enter");
        pane.awaitScreen("2 steps done\ntools-progress>$");
        String screen = pane.screen();
        String renewed = "the server has ended the session; a new one has begun\n";
        assertEquals(screen.indexOf(renewed), screen.lastIndexOf(renewed), screen);
        assertTrue(screen.contains(renewed), screen);
        pane.press("C-d");
        assertEquals(0, pane.awaitExit());
        assertTrue(second.process().isAlive());
      }
    }
  }

  /** Copies an example, so that a test can change it. */
  private String copy(String example) throws IOException {
    Path copy = temporary.toRealPath().resolve("copy");
    Ran copied =
        Ran.of(folder, environment(), List.of("cp", "-R", example(example), copy.toString()));
    assertEquals(0, copied.exitCode(), copied.toString());
    return copy.toString();
  }

  private static void addTool(String project, String name) throws IOException {
    Path tool = Files.createDirectories(Path.of(project, "tools", name));
    Files.writeString(tool.resolve("tool.meta.json"), "{\"name\":\"%s\"}".formatted(name));
    Path script = Files.writeString(tool.resolve("tool.sh"), "#!/bin/sh\necho added\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The line is begun before the tool is there, and what the server lists is kept for a line. */
  private static void assertCompletesANewTool(Pane pane, String project) throws IOException {
    pane.type("added").press("Tab");
    pane.awaitScreen("> added$");
    addTool(project, "added-tool");
    await("the new tool is completed")
        .atMost(LIMIT)
        .until(
            () -> {
              pane.press("Tab");
              return pane.screen().endsWith("> added-tool");
            });
    pane.press("Enter").awaitScreen("\nadded\n[^\n]*>$");
  }

  @Test
  void a_tool_that_comes_while_a_line_is_typed_is_completed_at_a_url() throws IOException {
    String project = copy("tools-elicitation");
    try (Site site = Site.of(folder, project);
        Pane pane =
            pane(80, 24, quiet(), "--url", site.url(), "--token-from", site.token().toString())) {
      pane.awaitScreen("tools-elicitation>$");
      assertCompletesANewTool(pane, project);
      pane.press("C-d");
      assertEquals(0, pane.awaitExit());
    }
  }

  @Test
  void a_server_without_sessions_asks_and_tells_of_changes_too() throws IOException {
    String project = copy("tools-elicitation");
    try (Site site = Site.of(folder, project);
        LoneRequests lone = new LoneRequests(site.url());
        Pane pane =
            pane(80, 24, quiet(), "--url", lone.url(), "--token-from", site.token().toString())) {
      pane.awaitScreen("tools-elicitation>$");
      pane.type("reserve --restaurant Noma").press("Enter").awaitScreen("Guests \\[2\\]:$");
      pane.type("3").press("Enter").awaitScreen("\\[false\\]:$");
      pane.press("Enter").awaitScreen("Reserve \\(y/n\\):$");
      pane.type("yes").press("Enter");
      pane.awaitScreen("Reserved at Noma for 3\ntools-elicitation>$");
      assertCompletesANewTool(pane, project);
      pane.press("C-d");
      assertEquals(0, pane.awaitExit());
    }
  }

  @Test
  void ctrl_c_cancels_at_a_url_too_though_the_processes_are_elsewhere() throws IOException {
    try (Site site = Site.of(folder, example("tools-progress"));
        Pane pane =
            pane(80, 24, quiet(), "--url", site.url(), "--token-from", site.token().toString())) {
      pane.awaitScreen("tools-progress>$");
      pane.type("countdown --steps 100 --seconds 1").press("Enter").awaitScreen("1%");
      assertTrue(site.runs("countdown/tool.sh"));
      pane.press("C-c").awaitScreen("cancelled after .* s; the server got the cancellation[^>]*>$");

      await("the script has ended").atMost(LIMIT).until(() -> !site.runs("countdown/tool.sh"));
      pane.press("C-d");
      assertEquals(0, pane.awaitExit());
    }
  }
}
