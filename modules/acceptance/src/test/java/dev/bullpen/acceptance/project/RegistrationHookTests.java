package dev.bullpen.acceptance.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.acceptance.prompt.PromptGetTests;
import dev.bullpen.acceptance.resource.ResourceReadTests;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Editor;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Notices;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A script of the project says what there is, if the operator lets it: server.d/register.sh. */
@Needs("bash")
class RegistrationHookTests {
  private static final Duration PATIENCE = McpClient.PATIENCE;

  private static final String HOOK = "server.d/register.sh";

  private static final String FIRST = "#!/usr/bin/env bash\n";

  /** Says at the gate that it runs. */
  private static final String RUNS = "echo \"hook runs\" >\"$MCP_TEST_GATE\"\n";

  private static String tool(String name) {
    return "mcp_register_tool '{\"name\":\""
        + name
        + "\",\"description\":\"Registered\",\"path\":\"hello/tool.sh\"}'\n";
  }

  private static final String LEAVES = "sleep " + Scripts.SLEEP_SECONDS + " >/dev/null 2>&1 &\n";

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

  @Test
  void without_the_operators_word_it_never_runs() {
    try (Rig rig = start(Revision.V2025_11_25, EVERYTHING, "maybe").settled()) {
      assertEquals(List.of("hello"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      assertEquals(List.of("note"), Listed.RESOURCES.names(Listed.RESOURCES.first(rig.client())));
      assertEquals(List.of(), rig.gate().await("hook", 1, Notices.quiet()));
      rig.assertCalm();
    }
  }

  static Stream<Revision> revisions() {
    return Size.first(1, Revision.V2026_07_28, Revision.V2025_11_25);
  }

  @ParameterizedTest
  @MethodSource("revisions")
  void with_it_what_it_registers_is_what_there_is_and_what_it_leaves_behind_is_ended(
      Revision revision) {
    try (Rig rig = start(revision, LEAVES + EVERYTHING, "true")) {
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

  @Test
  void one_that_fails_is_told_and_half_of_it_is_not_served() {
    try (Rig rig = start(Revision.V2025_11_25, tool("registered") + "exit 7\n", "true")) {
      Answer answer = Listed.TOOLS.first(rig.client());
      assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
      assertFalse(answer.message().toString().contains("/project"), "EC-04: " + answer.message());
      rig.process().stderr().assertSays("register.sh");
      assertFalse(rig.client().ping().failed());
    }
  }

  @Test
  void one_that_hangs_holds_up_no_ping_and_is_gone_with_the_server() {
    String hangs =
        "echo 'hanging now' >\"$MCP_TEST_GATE\"\nsleep " + Scripts.SLEEP_SECONDS + " &\nwait\n";
    // Not from the first reading on: a rig may take longer to start than a hook may hang.
    try (Rig rig =
        Rig.start(
                project -> project(project, tool("registered")),
                launcher -> allowed(launcher, "true"))
            .settled()) {
      Editor editor = new Editor(rig.project());
      assertEquals(List.of("registered"), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      editor.put(HOOK, project -> project.script(HOOK, FIRST + hangs));
      assertEquals(1, rig.gate().await("hanging", 1, Deadline.in(PATIENCE)).size());
      Mark.atMost("a ping beside it", rig.client().ping().took(), Duration.ofMillis(200));
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
