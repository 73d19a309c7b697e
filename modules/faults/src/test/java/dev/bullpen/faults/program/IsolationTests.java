package dev.bullpen.faults.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.fixture.JavaProviders;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.PromptScripts;
import dev.bullpen.testkit.fixture.ResourceScripts;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a script finds around it, what it can reach, and what is left of its temporary files. */
class IsolationTests {
  private static final Duration GONE = Duration.ofSeconds(20);

  /** What a shell sets for itself. */
  private static final Set<String> OF_THE_SHELL = Set.of("PWD", "OLDPWD", "SHLVL", "_");

  /** What the contract promises to pass on of the server's environment. */
  private static final Set<String> PASSED_ON = Set.of("PATH", "HOME", "TMPDIR", "LANG");

  private static final Set<String> MARKERS = Set.of("BULLPEN_SESSION", "BULLPEN_JOB");

  @TempDir static Path folder;

  private static Path precious;

  private static final String GREETING =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"early\",\"version\":\"1\"}}}";

  /** Where the shared one puts what is temporary. */
  private static Path common;

  /** A server with one helper, for tests that leave it as it was. */
  private static Rig shared;

  /** Where a test's own server does. */
  private Path temporary;

  @BeforeAll
  static void start() throws IOException {
    precious = Files.createDirectory(folder.resolve("precious"));
    Files.writeString(precious.resolve("file"), "precious");
    common = Files.createDirectory(folder.resolve("common"));
    shared = start(1, common, launcher -> launcher);
  }

  @AfterAll
  static void end() {
    shared.close();
  }

  @BeforeEach
  void make() throws IOException {
    temporary = Files.createTempDirectory(folder, "temporary");
  }

  private static void project(ProjectFixture project) {
    String secret = "echo \"${MY_SECRET:-none}\"\n";
    PromptScripts.add(project, "told", secret);
    ResourceScripts.add(project, "asked", secret);
    JavaProviders.add(
        project,
        "makes",
        """
        Path made = Files.createTempFile("made", "");
        Process shell = new ProcessBuilder("/bin/sh", "-c", "echo $TMPDIR").start();
        String told = new String(shell.getInputStream().readAllBytes()).strip();
        String[] names = made.getParent().toFile().list();
        return Suggestions.of(made.toString(), told, "" + names.length);
        """);
    project
        .tool("razes", "rm -rf \"${TMPDIR%/tmp-*}\"\n")
        .tool("looks", "pwd; echo \"$TMPDIR\"; stat -c %a \"$TMPDIR\"; ls -A \"$TMPDIR\"\n")
        .tool(
            "litters",
            "cd \"$TMPDIR\" && mktemp >/dev/null && echo x >.hidden && mkdir -p closed/deep &&\n"
                + "echo x >closed/deep/x && ln -s '%1$s' closed/ && ln -s '%1$s' . &&"
                    .formatted(precious)
                + " ln -s '%s/file' link &&\n".formatted(precious)
                + "mkfifo pipe && chmod 0 closed/deep closed && chmod 500 . && echo \"$TMPDIR\"\n")
        .tool(
            "waits", ToolScripts.READY + ": >\"$TMPDIR/mine\"\nenter \"$TMPDIR\"\nls \"$TMPDIR\"\n")
        .tool("environment", ToolScripts.ENVIRONMENT)
        .provider("secret", "printf '[\"%s\"]\\n' \"${MY_SECRET:-none}\"\n")
        .provider(
            "where",
            "cd /; printf '[\"%s\",\"%s\"]\\n' \"$TMPDIR\" \"$(ls -A \"$TMPDIR\")\"; : >\"$TMPDIR/x\"\n");
  }

  private static Rig start(int workers, Path temporary, UnaryOperator<Launcher> launcher) {
    return Rig.start(
            IsolationTests::project,
            each ->
                launcher.apply(
                    each.workers(workers, workers)
                        .environment("TMPDIR", temporary.toString())
                        .environment("MY_SECRET", "s")))
        .settled();
  }

  private static List<String> call(Rig rig, String tool) {
    Answer answer = rig.client().callTool(tool, "{}");
    assertFalse(answer.failed() || answer.isError(), answer.message().toString());
    return answer.text().lines().toList();
  }

  private static List<Path> list(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  @Test
  void a_script_works_in_the_project_and_has_an_empty_temporary_folder_for_its_user_only() {
    List<String> seen = call(shared, "looks");
    Path project = Path.of(seen.get(0));
    assertTrue(Files.isRegularFile(project.resolve("tools/looks/tool.sh")), seen.toString());
    Path own = Path.of(seen.get(1));
    assertTrue(own.startsWith(common), seen.toString());
    assertNotEquals(common, own);
    assertEquals("700", seen.get(2));
    assertEquals(3, seen.size(), "nothing is in it: " + seen);
  }

  @Test
  void whatever_one_leaves_there_the_next_does_not_find_and_links_are_not_followed()
      throws IOException {
    for (int round = 0; round < 3; round++) {
      Path own = Path.of(call(shared, "litters").get(0));
      List<String> seen = call(shared, "looks");
      assertEquals(own.toString(), seen.get(1));
      assertEquals("700", seen.get(2));
      assertEquals(3, seen.size(), "nothing is in it: " + seen);
      assertTrue(
          Poll.until(Deadline.in(GONE), () -> list(own.getParent()).equals(List.of(own))),
          () -> "more than the folder itself is left: " + list(own.getParent()));
    }
    assertEquals("precious", Files.readString(precious.resolve("file")));
    shared.assertCalm();
  }

  static Stream<Arguments> sharing() {
    return Size.first(1, arguments("shared", true), arguments("sharde", false));
  }

  @ParameterizedTest
  @MethodSource("sharing")
  void control_where_jobs_share_the_servers_folder_what_one_leaves_is_found(
      String whose, boolean isShared) {
    try (Rig rig =
        start(1, temporary, launcher -> launcher.environment("BULLPEN_JOB_TMPDIR", whose))) {
      rig.client().complete("where", "query", "");
      List<String> seen = call(rig, "looks");
      assertEquals(isShared, seen.get(1).equals(temporary.toString()), seen.toString());
      assertEquals(isShared, seen.contains("x"), seen.toString());
    }
  }

  @Test
  void completions_have_one_as_well() {
    List<String> first = shared.client().complete("where", "query", "1").values();
    List<String> second = shared.client().complete("where", "query", "2").values();
    assertTrue(first.get(0).startsWith(common + "/"), first.toString());
    assertEquals(List.of(first.get(0), ""), second);
  }

  @Test
  void two_jobs_at_once_have_different_ones_and_nothing_is_left_when_the_server_is_killed() {
    try (Rig rig =
        start(3, temporary, launcher -> launcher)) { // one of them is kept for shorter jobs
      Job one = rig.beginTool("waits", 1);
      Job other = rig.beginTool("waits", 1);
      assertNotEquals(one.ready(), other.ready());
      for (Job job : List.of(one, other)) {
        rig.letThrough(job);
        assertTrue(rig.await(job).text().endsWith("mine\n"), job.toString());
      }
      litter(rig);
      rig.process().signal(Signal.KILL);
      assertNothingIsLeft(rig);
    }
  }

  /** One job has left much, and another runs. */
  private void litter(Rig rig) {
    Path own = Path.of(call(rig, "litters").get(0));
    assertTrue(own.startsWith(temporary), own.toString());
    rig.beginTool("waits", 1);
  }

  private void assertNothingIsLeft(Rig rig) {
    rig.process().awaitExit(Deadline.in(GONE));
    assertTrue(
        Poll.until(Deadline.in(GONE), () -> list(temporary).isEmpty()),
        () -> "left: " + list(temporary));
  }

  @Test
  void nothing_is_left_of_a_server_that_is_killed_in_the_moment_it_has_a_folder() {
    Path project =
        ProjectFixture.in(folder.resolve("early")).tool("hello", ToolScripts.HELLO).root();
    Launcher launcher =
        Launcher.packaged().project(project).environment("TMPDIR", temporary.toString());
    for (int round = 0; round < Size.repeat(2, 50); round++) {
      try (McpProcess process = launcher.start()) {
        process.sendLine(GREETING);
        Deadline deadline = Deadline.in(GONE);
        while (list(temporary).isEmpty() && !deadline.passed()) {
          Thread.onSpinWait(); // what is not done yet is done in a few milliseconds
        }
        assertFalse(list(temporary).isEmpty(), "it has made no folder");
        process.signal(Signal.KILL);
        assertTrue(
            Poll.until(Deadline.in(GONE), () -> list(temporary).isEmpty()),
            () -> "left: " + list(temporary));
      }
    }
  }

  @Test
  void
      who_removes_the_folders_of_all_costs_helpers_and_nothing_is_left_when_the_server_has_ended() {
    try (Rig rig = start(1, temporary, launcher -> launcher.with("--finish", "0"))) {
      call(rig, "razes");
      rig.process().stderr().assertSays("the exchange folder of a job cannot be put in order");
      rig.process().stderr().assertSays("cannot be used again after job");
      assertTrue(
          Poll.until(Deadline.in(GONE), () -> !rig.client().callTool("looks", "{}").isError()));
      String said = rig.process().stderr().text();
      assertFalse(said.contains("\tat "), said);
      litter(rig);
      rig.process().closeStdin();
      assertNothingIsLeft(rig);
    }
  }

  /** What the guard would have removed is the control of the tests above. */
  @Test
  void the_next_server_removes_what_was_left_by_one_that_was_killed_with_its_guard() {
    Path own = list(common).get(0);
    try (Rig killed = start(1, common, launcher -> launcher.off("guard"))) {
      killed.beginTool("waits", 1);
      killed.process().signal(Signal.KILL);
      killed.process().awaitExit(Deadline.in(GONE));
      assertFalse(
          Poll.until(Deadline.in(Duration.ofSeconds(1)), () -> list(common).equals(List.of(own))),
          "the control shows nothing: all is gone");
    }
    List<Path> left = list(common).stream().filter(folder -> !folder.equals(own)).toList();
    assertEquals(1, left.size(), left.toString());
    try (Rig next = start(1, common, launcher -> launcher)) {
      assertTrue(
          Poll.until(Deadline.in(GONE), () -> !Files.exists(left.get(0))),
          () -> "left: " + list(common));
      assertEquals(3, call(next, "looks").size());
    }
    assertTrue( // the last one's is its guard's to remove, and the first one's server lives
        Poll.until(Deadline.in(GONE), () -> list(common).equals(List.of(own))),
        () -> "left: " + list(common));
    assertEquals(3, call(shared, "looks").size());
  }

  @Test
  void what_a_provider_in_java_makes_lies_there_too_and_is_gone_for_the_next() {
    List<String> first = shared.client().complete("makes", "query", "1").values();
    List<String> second = shared.client().complete("makes", "query", "2").values();
    Path made = Path.of(first.get(0));
    assertTrue(made.startsWith(common) && !made.getParent().equals(common), first.toString());
    assertEquals(List.of(made.getParent().toString(), "1"), first.subList(1, 3));
    assertEquals(first.subList(1, 3), second.subList(1, 3), "and it was alone");
  }

  @Test
  void of_the_servers_environment_only_what_is_listed_reaches_a_script() {
    Set<String> unexpected =
        call(shared, "environment").stream()
            .filter(line -> line.matches("[A-Za-z_][A-Za-z_0-9]*=.*"))
            .map(line -> line.substring(0, line.indexOf('=')))
            .filter(name -> !name.startsWith("MCP_") && !name.startsWith("MCPBASH_"))
            .filter(name -> !OF_THE_SHELL.contains(name) && !PASSED_ON.contains(name))
            .filter(name -> !MARKERS.contains(name))
            .collect(Collectors.toSet());
    assertEquals(Set.of(), unexpected);
  }

  @Test
  void nor_does_more_reach_what_completes_prompts_or_reads() {
    Answer completion = shared.client().complete("secret", "query", "");
    assertEquals(List.of("none"), completion.values(), completion.message().toString());
    Answer prompt = shared.client().call("prompts/get", PromptScripts.get("told", "{}"));
    assertTrue(prompt.message().toString().contains("none"), prompt.message().toString());
    Answer resource = shared.client().call("resources/read", Messages.json("{'uri':'asked://x'}"));
    assertTrue(resource.message().toString().contains("none"), resource.message().toString());
  }

  @Test
  @Needs("setpriv")
  void another_user_can_look_at_no_job_and_at_nothing_of_the_servers() throws IOException {
    assumeTrue(
        Sh.succeeds("setpriv --reuid 65534 --regid 65534 --clear-groups true"),
        "becoming another user is not permitted: run this as root");
    for (Path path : List.of(folder, common)) {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    String asAnother = "setpriv --reuid 65534 --regid 65534 --clear-groups ";
    Job job = shared.beginTool("waits", 1);
    String own = job.ready().get(0);
    String server = "/proc/" + shared.process().pid();
    assertTrue(Sh.succeeds(asAnother + "ls \"$1\"", common.toString()), "the control");
    for (String look :
        List.of(
            "ls '" + own + "'",
            "cat '" + own + "/mine'",
            "cat " + server + "/environ",
            "head -c 1 " + server + "/mem",
            "ls " + server + "/fd/")) {
      assertTrue(Sh.succeeds(look) || look.contains("/mem"), "the control: " + look);
      assertFalse(Sh.succeeds(asAnother + look), look);
    }
    shared.letThrough(job);
    shared.await(job);
  }
}
