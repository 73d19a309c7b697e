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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code launcher try} as it is shipped: in a terminal, and from a pipe. */
@Timeout(180)
class PackagedTryTests extends PackagedCommand {
  private static final String NO_TMUX =
      "tmux is not installed, so that there is no terminal to try in";

  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** For the tests that try a server at a URL, which each add a tool of another name. */
  @TempDir static Path shared;

  private static String served;
  private static Site site;

  @TempDir Path temporary;
  private Path folder;

  @BeforeAll
  static void serve_a_project_at_a_url() throws IOException {
    served = copy("tools-elicitation", shared);
    Ran copied =
        Ran.of(
            shared,
            environment(),
            List.of("cp", "-R", example("tools-progress/tools/countdown"), served + "/tools"));
    assertEquals(0, copied.exitCode(), copied.toString());
    site = Site.of(shared, served);
  }

  @AfterAll
  static void end_the_server() {
    site.close();
  }

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

  private Pane paneAtUrl(String url) throws IOException {
    return pane(80, 24, quiet(), "--url", url, "--token-from", site.token().toString());
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

  @Test
  void words_and_the_servers_completions_are_completed_as_one_types() throws IOException {
    try (Pane pane = pane(80, 24, quiet(), "--project", EXAMPLE)) {
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
      assertTrue(styledMenu(pane).contains("\033["), "the control of NO_COLOR");
      leave(pane);
    }
  }

  /** The screen with its colours, while the words that may follow "list" are below it. */
  private static String styledMenu(Pane pane) {
    pane.type("li").press("Tab").awaitScreen("> list$");
    pane.press("Tab").awaitScreen("templates");
    String styled = pane.styled();
    pane.press("C-c");
    return styled;
  }

  @Test
  void a_call_has_a_bar_and_ctrl_c_cancels_it_and_lists_what_was_killed() throws IOException {
    Path go = temporary.toRealPath().resolve("go");
    ScratchProject project = countdownWithTwoThatHang(go);
    try (Pane pane = pane(120, 40, quiet(), "--project", project.root().toString())) {
      pane.awaitScreen("tools-progress>$");
      assertIsCompletedByItsSchemaAndHasABar(pane, go);
      assertIsCancelledAtOnceAfterItsProgress(pane);
      assertIsCancelledWithAllItHasStarted(pane, project);

      pane.type("family --json-args '{}'").press("C-c"); // a line is given up, the prompt stays
      pane.type("list tools").press("Enter");
      pane.awaitScreen("tools: 3\n  countdown[^>]*\n  family\n[^>]*\ntools-progress>$");
      leave(pane);
    }
  }

  private static void assertIsCompletedByItsSchemaAndHasABar(Pane pane, Path go)
      throws IOException {
    pane.type("cou").press("Tab").awaitScreen("> countdown");
    pane.type("--st").press("Tab").awaitScreen("--steps");
    pane.type("2").press("Enter");

    pane.awaitScreen("\n\\[#{12}\\.{12}\\]  50% step 1 of 2$");
    Files.createFile(go);
    pane.awaitScreen("\n2 steps done\ntools-progress>$");
    assertFalse(pane.screen().contains("%"), pane.screen());
  }

  private static void assertIsCancelledAtOnceAfterItsProgress(Pane pane) {
    pane.type("half").press("Enter").awaitScreen("50% half$");
    pane.press("C-c").awaitScreen("cancelled after[^>]*\ntools-progress>$");
  }

  private static void assertIsCancelledWithAllItHasStarted(Pane pane, ScratchProject project)
      throws IOException {
    pane.type("family").press("Enter");
    await("the script runs")
        .atMost(LIMIT)
        .until(() -> Files.exists(project.root().resolve("pid")) && project.runs("pid"));
    assertTrue(project.runs("child") && project.runs("daemon"));
    pane.press("C-c");

    String screen =
        pane.awaitScreen("family\n[^>]*cancelled after[^>]*\n *\\d+  sleep 300\ntools-progress>$");
    assertTrue(
        screen.matches("(?s).*; 3 processes were killed, and gone after \\d+ ms:\n.*"), screen);
    assertFalse(project.runs("pid") || project.runs("child") || project.runs("daemon"));
  }

  /** Copies the example, whose further steps wait until the test has made a file. */
  private ScratchProject countdownWithTwoThatHang(Path go) throws IOException {
    ScratchProject project =
        new ScratchProject(Path.of(copy("tools-progress", temporary.toRealPath())));
    Path script = project.root().resolve("tools/countdown/tool.sh");
    String sleeps = "sleep \"$seconds\"";
    String text = Files.readString(script);
    assertTrue(text.contains(sleeps), text);
    String waits = "until ((step == 1)) || [[ -e '%s' ]]; do sleep 0.05; done".formatted(go);
    Files.writeString(script, text.replace(sleeps, waits));
    project.write("tools/half/tool.meta.json", "{\"name\":\"half\"}");
    project.script(
        "tools/half/tool.sh",
        "echo '{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
            + "{\"progress\":50,\"total\":100,\"message\":\"half\"}}' 1<>\"$MCP_PROGRESS_STREAM\"\n"
            + "exec sleep 300");
    project.write("tools/family/tool.meta.json", "{\"name\":\"family\"}");
    project.script(
        "tools/family/tool.sh",
        "sleep 300 & echo $! > \"$MCPBASH_PROJECT_ROOT/child\"\n"
            + "setsid sleep 300 & echo $! > \"$MCPBASH_PROJECT_ROOT/daemon\"\n"
            + "echo $$ > \"$MCPBASH_PROJECT_ROOT/new\"\n"
            + "mv \"$MCPBASH_PROJECT_ROOT/new\" \"$MCPBASH_PROJECT_ROOT/pid\"; wait");
    return project;
  }

  @Test
  void a_tools_questions_are_put_to_the_person_again_until_the_answers_fit() throws IOException {
    try (Pane pane = pane(80, 24, quiet(), "--project", example("tools-elicitation"))) {
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
  void the_history_is_its_owners_and_has_no_secrets_and_no_color_is_respected() throws IOException {
    Map<String, String> plain = quiet();
    plain.put("NO_COLOR", "1");
    try (Pane pane = pane(80, 24, plain, "--project", example("tools-hello"))) {
      pane.awaitScreen("tools-hello>$");
      String menu = styledMenu(pane);
      assertFalse(menu.contains("\033["), menu);
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

  @Test
  void from_a_pipe_each_line_is_a_command_and_one_failure_is_the_exit_code() {
    Ran ran =
        tried(
            folder,
            quiet(),
            "# a comment\n\nlist tools\nmeasur\nmeasure --text 'a\nmeasure --text 'one three'\n"
                + "log warning",
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
        ran.out());
    assertEquals(
        """
        launcher: there is no command and no tool "measur". Did you mean measure? help shows the commands, list tools the tools.
        launcher: a quote in this line is not closed. Close it.
        """,
        ran.err());
    assertEquals(1, ran.exitCode());
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
      serve.addAll(List.of("--workers", "1"));
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
  void a_server_at_a_url_is_tried_with_its_token() {
    Ran ran =
        tried(
            folder,
            quiet(),
            "countdown --steps 2 --seconds 0.1\nlist prompts",
            "--url",
            site.url(),
            "--token-from",
            site.token().toString());
    assertEquals(
        new Ran(0, "2 steps done\nprompts: none\n", "50% step 1 of 2\n100% step 2 of 2\n"), ran);
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
  private static String copy(String example, Path into) throws IOException {
    Path copy = into.toRealPath().resolve("copy");
    Ran copied =
        Ran.of(into, environment(), List.of("cp", "-R", example(example), copy.toString()));
    assertEquals(0, copied.exitCode(), copied.toString());
    return copy.toString();
  }

  private static void addTool(String name) throws IOException {
    Path tool = Files.createDirectories(Path.of(served, "tools", name));
    Files.writeString(tool.resolve("tool.meta.json"), "{\"name\":\"%s\"}".formatted(name));
    Path script = Files.writeString(tool.resolve("tool.sh"), "#!/bin/sh\necho it runs\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The line is begun before the tool is there, and what the server lists is kept for a line. */
  private static void assertCompletesANewTool(Pane pane, String begun, String name)
      throws IOException {
    pane.type(begun).press("Tab");
    pane.awaitScreen("> " + begun + "$");
    addTool(name);
    await("the new tool is completed")
        .atMost(LIMIT)
        .until(
            () -> {
              pane.press("Tab");
              return pane.screen().endsWith("> " + name);
            });
    pane.press("Enter").awaitScreen("\nit runs\n[^\n]*>$");
  }

  @Test
  void at_a_url_a_tool_that_comes_while_a_line_is_typed_is_completed_and_ctrl_c_cancels()
      throws IOException {
    try (Pane pane = paneAtUrl(site.url())) {
      pane.awaitScreen("tools-elicitation>$");
      assertCompletesANewTool(pane, "added", "added-tool");

      pane.type("countdown --steps 100 --seconds 1").press("Enter").awaitScreen("1%");
      assertTrue(site.runs("countdown/tool.sh"));
      pane.press("C-c").awaitScreen("cancelled after .* s; the server got the cancellation[^>]*>$");

      await("the script has ended, though it is not a process of the prompt")
          .atMost(LIMIT)
          .until(() -> !site.runs("countdown/tool.sh"));
      pane.press("C-d");
      assertEquals(0, pane.awaitExit());
    }
  }

  @Test
  void a_server_without_sessions_asks_and_tells_of_changes_too() throws IOException {
    try (LoneRequests lone = new LoneRequests(site.url());
        Pane pane = paneAtUrl(lone.url())) {
      pane.awaitScreen("tools-elicitation>$");
      pane.type("reserve --restaurant Noma").press("Enter").awaitScreen("Guests \\[2\\]:$");
      pane.type("3").press("Enter").awaitScreen("\\[false\\]:$");
      pane.press("Enter").awaitScreen("Reserve \\(y/n\\):$");
      pane.type("yes").press("Enter");
      pane.awaitScreen("Reserved at Noma for 3\ntools-elicitation>$");
      assertCompletesANewTool(pane, "later", "later-tool");
      pane.press("C-d");
      assertEquals(0, pane.awaitExit());
    }
  }
}
