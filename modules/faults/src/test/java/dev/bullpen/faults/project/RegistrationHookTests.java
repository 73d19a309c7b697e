package dev.bullpen.faults.project;

import static dev.bullpen.faults.fixture.Notices.SESSION;
import static dev.bullpen.faults.fixture.Notices.TOOLS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.fixture.Editor;
import dev.bullpen.faults.fixture.Listed;
import dev.bullpen.faults.fixture.Needs;
import dev.bullpen.faults.fixture.Notices;
import dev.bullpen.faults.prompt.PromptGetTests;
import dev.bullpen.faults.resource.ResourceReadTests;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A script of the project says what there is, if the operator lets it: server.d/register.sh. */
@Needs("bash")
class RegistrationHookTests {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final String HOOK = "server.d/register.sh";

  private static final String FIRST = "#!/usr/bin/env bash\n";

  /** Says at the gate that it runs. */
  private static final String RUNS = "echo \"hook runs\" >\"$MCP_TEST_GATE\"\n";

  private static String tool(String name) {
    return "mcp_register_tool '{\"name\":\""
        + name
        + "\",\"description\":\"Registered\",\"path\":\"hello/tool.sh\"}'\n";
  }

  private static final String EVERYTHING =
      RUNS
          + tool("registered")
          + "mcp_register_prompt '{\"name\":\"said\",\"description\":\"Said\",\"path\":\"bare.txt\"}'\n"
          + "mcp_register_resource '{\"name\":\"spoken\",\"description\":\"Spoken\",\"uri\":"
          + "\"echo://spoken\"}'\n"
          + "mcp_resources_templates_register_manual '{\"name\":\"page\",\"uriTemplate\":"
          + "\"page://{x}\"}'\n";

  private static void project(ProjectFixture project, String hook) {
    project
        .unregistered()
        .tool("hello", ToolScripts.HELLO)
        .file("prompts/bare.txt", "Bare.\n")
        .file("resources/note.txt", "one\n")
        .script(HOOK, FIRST + hook);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "false", "0", "no", "maybe"})
  void without_the_operators_word_it_never_runs(String allowed) {
    try (Rig rig = start(Revision.V2025_11_25, EVERYTHING, allowed).settled()) {
      assertEquals(List.of("hello"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      assertEquals(List.of("note"), Listed.RESOURCES.names(Listed.RESOURCES.first(rig.client())));
      assertEquals(List.of(), rig.gate().await("hook", 1, Notices.quiet()));
      rig.assertCalm();
    }
  }

  @ParameterizedTest
  @EnumSource
  void with_it_what_it_registers_is_what_there_is(Revision revision) {
    try (Rig rig = start(revision, EVERYTHING, "true")) {
      McpClient client = rig.client();
      assertEquals(List.of("registered"), Listed.TOOLS.names(Listed.TOOLS.first(client)));
      assertEquals(List.of("said"), Listed.PROMPTS.names(Listed.PROMPTS.first(client)));
      assertEquals(List.of("spoken"), Listed.RESOURCES.names(Listed.RESOURCES.first(client)));
      assertEquals(List.of("page"), Listed.TEMPLATES.names(Listed.TEMPLATES.first(client)));
      assertEquals("hello\n", client.callTool("registered", "{}").text());
      assertEquals(
          "Bare.",
          PromptGetTests.text(client.call("prompts/get", Messages.json("{'name':'said'}")))
              .stripTrailing());
      assertEquals(
          "spoken",
          ResourceReadTests.only(
                  client.call("resources/read", Messages.json("{'uri':'echo://spoken'}")))
              .get("text")
              .stringValue());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "yes", "on"})
  void the_word_may_be_another(String allowed) {
    try (Rig rig = start(Revision.V2025_11_25, tool("registered"), allowed)) {
      assertEquals(List.of("registered"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
    }
  }

  @Test
  void a_kind_it_does_not_speak_of_is_discovered() {
    try (Rig rig = start(Revision.V2025_11_25, tool("registered"), "true").settled()) {
      assertEquals(List.of("registered"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      assertEquals(List.of("note"), Listed.RESOURCES.names(Listed.RESOURCES.first(rig.client())));
      rig.assertCalm();
    }
  }

  @Test
  void it_may_print_a_registration_instead() {
    String prints =
        "cat <<'END'\n{\"tools\":[{\"name\":\"printed\",\"description\":\"d\",\"path\":"
            + "\"hello/tool.sh\"}]}\nEND\n";
    try (Rig rig = start(Revision.V2025_11_25, prints, "true")) {
      assertEquals(List.of("printed"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      // What it leaves out is empty then, not discovered.
      assertEquals(List.of(), Listed.RESOURCES.items(Listed.RESOURCES.first(rig.client())));
    }
  }

  @Test
  void a_registration_in_json_comes_before_it() {
    try (Rig rig =
        Rig.start(
            project ->
                project
                    .tool("hello", ToolScripts.HELLO)
                    .script(HOOK, FIRST + RUNS + tool("registered")),
            launcher -> allowed(launcher, "true"))) {
      assertEquals(List.of("hello"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      assertEquals(List.of(), rig.gate().await("hook", 1, Notices.quiet()));
    }
  }

  @Test
  void whatever_it_does_to_its_shell_the_server_goes_on() {
    String rude = tool("registered") + "cd /\nset -euo pipefail\nexit 0\n";
    try (Rig rig = start(Revision.V2025_11_25, rude, "true").settled()) {
      assertEquals(List.of("registered"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      assertEquals("hello\n", rig.client().callTool("registered", "{}").text());
      rig.assertCalm();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"exit 7\n", "kill -9 $$\n", "echo '{\"tools\":7}'\n", "echo 'no registration'\n"})
  void one_that_fails_is_told_and_half_of_it_is_not_served(String end) {
    try (Rig rig =
        start(
            Revision.V2025_11_25,
            end.startsWith("echo") ? end : tool("registered") + end,
            "true")) {
      Answer answer = Listed.TOOLS.first(rig.client());
      assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
      assertFalse(answer.message().toString().contains("/project"), "EC-04: " + answer.message());
      rig.process().stderr().assertSays("register.sh");
      assertFalse(rig.client().ping().failed());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {HOOK, "server.d"})
  void one_that_others_may_write_registers_nothing_and_nothing_is_found_in_its_place(String path) {
    try (Rig rig =
        Rig.start(
            project -> {
              project(project, EVERYTHING);
              openToAll(project.root().resolve(path));
            },
            launcher -> allowed(launcher, "true"))) {
      assertEquals(List.of(), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      assertEquals(List.of(), rig.gate().await("hook", 1, Notices.quiet()));
      rig.process().stderr().assertSays("register.sh");
    }
  }

  private static void openToAll(Path path) {
    try {
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be opened to all", e);
    }
  }

  @Test
  void one_that_hangs_holds_up_no_ping_and_is_gone_with_the_server() {
    String hangs =
        "echo 'hanging now' >\"$MCP_TEST_GATE\"\nsleep " + Scripts.SLEEP_SECONDS + " &\nwait\n";
    AtomicReference<Editor> editor = new AtomicReference<>();
    // Not from the first reading on: a rig may take longer to start than a hook may hang.
    try (Rig rig =
        Rig.start(
                project -> {
                  project(project, tool("registered"));
                  editor.set(new Editor(project.root()));
                },
                launcher -> allowed(launcher, "true"))
            .settled()) {
      assertEquals(List.of("registered"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      editor.get().put(HOOK, project -> project.script(HOOK, FIRST + hangs));
      assertEquals(1, rig.gate().await("hanging", 1, Deadline.in(PATIENCE)).size());
      Mark.atMost("a ping beside it", rig.client().ping().took(), Duration.ofMillis(200));
      List<Proc> family = rig.family();
      rig.process().closeStdin();
      rig.assertNothing(family, PATIENCE);
    }
  }

  @Test
  void an_edit_of_it_is_noticed() {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Rig rig =
        Rig.start(
            project -> {
              project(project, tool("registered"));
              editor.set(new Editor(project.root()));
            },
            launcher -> allowed(launcher, "true"))) {
      assertEquals(List.of("registered"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      Notices notices = new Notices(rig.process());
      long now = editor.get().put(HOOK, project -> project.script(HOOK, FIRST + tool("another")));
      notices.reach(now, TOOLS, SESSION);
      notices.assertNoMore();
      assertEquals(List.of("another"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
    }
  }

  @Test
  void what_it_starts_and_leaves_behind_is_ended() {
    String leaves = "sleep " + Scripts.SLEEP_SECONDS + " >/dev/null 2>&1 &\n" + tool("registered");
    try (Rig rig = start(Revision.V2025_11_25, leaves, "true").settled()) {
      assertEquals(List.of("registered"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      assertTrue(
          Poll.until(
              Deadline.in(PATIENCE),
              () -> rig.family().stream().noneMatch(process -> process.name().equals("sleep"))),
          () -> rig.family().toString());
      List<Proc> family = rig.family();
      rig.process().closeStdin();
      rig.assertNothing(family, PATIENCE);
    }
  }

  private static Launcher allowed(Launcher launcher, String allowed) {
    return launcher.workers(2, 2).environment("MCPBASH_ALLOW_PROJECT_HOOKS", allowed);
  }

  private static Rig start(Revision revision, String hook, String allowed) {
    return Rig.start(
        revision, project -> project(project, hook), launcher -> allowed(launcher, allowed));
  }
}
