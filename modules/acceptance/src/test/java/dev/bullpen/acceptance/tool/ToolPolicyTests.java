package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who may be called is decided before anything of the tool is started: TL-29. */
class ToolPolicyTests {
  private static final String ALLOWLIST = "MCPBASH_TOOL_ALLOWLIST";
  private static final Duration NEVER = Duration.ofMillis(100);

  private static final String STARTS = ToolScripts.READY + "ready\necho hello\n";

  private static final String POLICY =
      "mcp_tools_policy_check() {\n"
          + "  echo 'this must not reach the client'\n"
          + "  case $1 in\n"
          + "  first) return 0 ;;\n"
          + "  second) mcp_tools_error 42 'ask the owner' '{\"owner\":\"me\"}'; return 1 ;;\n"
          + "  third) return 1 ;;\n"
          + "  esac\n"
          + "  exit 9\n"
          + "}\n";

  private static void project(ProjectFixture project) {
    project
        .tool("first", STARTS)
        .tool("second", STARTS)
        .tool("third", STARTS)
        .tool("fourth", STARTS);
  }

  @Tag("promise")
  @Test
  void without_a_list_no_tool_may_be_called_and_every_tool_is_listed() {
    try (Rig rig = start(Revision.V2026_07_28, "")) {
      Job job = rig.sendTool("first");
      Answer answer = rig.await(job);
      assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
      assertEquals(
          "Tool 'first' blocked by policy. Set MCPBASH_TOOL_ALLOWLIST=first in your MCP client"
              + " config, or '*' for all tools: this server allows none.",
          answer.errorText());
      rig.process().stderr().assertSays("0 of 4 tools may be called");
      assertNotStarted(rig, job);
      assertEquals(
          4, rig.client().call("tools/list", Messages.json("{}")).result().path("tools").size());
    }
  }

  @Tag("promise")
  @Test
  void who_is_on_the_list_may() {
    try (Rig rig = start(Revision.V2025_11_25, "first,\tsecond")) {
      assertEquals("hello\n", rig.await(rig.sendTool("first")).text());
      assertEquals("hello\n", rig.await(rig.sendTool("second")).text());
      Job job = rig.sendTool("third");
      Answer answer = rig.await(job);
      assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
      assertEquals(
          "Tool 'third' blocked by policy (not in MCPBASH_TOOL_ALLOWLIST). Add third to it in your"
              + " MCP client config, or set it to '*' for all tools.",
          answer.errorText());
      rig.process().stderr().assertSays("2 of 4 tools may be called");
      assertNotStarted(rig, job);
    }
  }

  @Test
  void a_flag_is_an_allow_list_too_and_goes_before_the_environment() {
    try (Rig rig =
        Rig.start(
            ToolPolicyTests::project,
            launcher ->
                launcher
                    .workers(1, 1)
                    .environment(ALLOWLIST, "third")
                    .with("--allow", "first,nosuch", "--allow=second"))) {
      assertEquals("hello\n", rig.await(rig.sendTool("first")).text());
      assertEquals("hello\n", rig.await(rig.sendTool("second")).text());
      Job job = rig.sendTool("third");
      assertEquals(-32602, rig.await(job).code().orElse(0));
      assertNotStarted(rig, job);
      rig.process().stderr().assertSays("2 of 4 tools may be called");
      rig.process().stderr().assertSays("\"nosuch\", but there is no such tool");
    }
  }

  @Test
  void a_project_may_decide_by_itself() {
    try (Rig rig = withPolicy(Revision.V2025_11_25, POLICY, "rw-r--r--").settled()) {
      assertEquals("hello\n", rig.await(rig.sendTool("first")).text());

      Job refused = rig.sendTool("second");
      Answer second = rig.await(refused);
      assertEquals(42, second.code().orElse(0), second.message().toString());
      assertEquals("ask the owner", second.errorText());
      assertEquals("me", second.data().path("owner").asString(""));
      assertNotStarted(rig, refused);

      Answer third = rig.await(rig.sendTool("third"));
      assertEquals(-32602, third.code().orElse(0), third.message().toString());
      assertEquals("Tool 'third' blocked by policy", third.errorText());

      Job undecided = rig.sendTool("fourth");
      Answer fourth = rig.await(undecided);
      assertEquals(-32603, fourth.code().orElse(0), "not allowed by accident");
      assertNotStarted(rig, undecided);
      rig.assertCalm();
    }
  }

  @Tag("promise")
  @Test
  void a_policy_that_others_may_write_denies_every_tool() {
    try (Rig rig = withPolicy(Revision.V2025_11_25, POLICY, "rw-rw-r--")) {
      for (String tool : List.of("first", "second")) {
        Job job = rig.sendTool(tool);
        Answer answer = rig.await(job);
        assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
        assertNotStarted(rig, job);
      }
      rig.process().stderr().assertSays("No tool may be called");
      rig.process().stderr().assertSays("chmod go-w");
    }
  }

  @Test
  void a_script_that_others_may_write_is_not_run_nor_one_whose_interpreter_they_may() {
    try (Rig rig =
        Rig.start(
            project -> {
              project(project);
              project
                  .file("bin/run", "#!/bin/sh\nexec /bin/sh \"$@\"\n")
                  .file("tools/third/tool.sh", "#!/usr/bin/env -S A=b bin/run -e\n" + STARTS);
              permit(project, "tools/first/tool.sh", "rwxrwxr-x");
              permit(project, "tools/second/tool.sh", "rwxr-xrwx");
              permit(project, "bin/run", "rwxrwxr-x");
            },
            launcher -> launcher.workers(1, 1))) {
      for (String tool : List.of("first", "second", "third")) {
        Job job = rig.sendTool(tool);
        Answer answer = rig.await(job);
        assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
        assertFalse(answer.message().toString().contains("/tools/"), "a path: " + answer.message());
        assertNotStarted(rig, job);
      }
      rig.process().stderr().assertSays("bin/run may be written by its group");
      assertEquals("hello\n", rig.await(rig.sendTool("fourth")).text(), "the control");
    }
  }

  private static Rig start(Revision revision, String allowlist) {
    return Rig.start(
        revision,
        ToolPolicyTests::project,
        launcher -> launcher.workers(1, 1).environment(ALLOWLIST, allowlist));
  }

  private static Rig withPolicy(Revision revision, String policy, String mode) {
    return Rig.start(
        revision,
        project -> {
          project(project);
          permit(project.file("server.d/policy.sh", policy), "server.d/policy.sh", mode);
        },
        launcher -> launcher.workers(2, 2));
  }

  private static void permit(ProjectFixture project, String path, String mode) {
    try {
      Files.setPosixFilePermissions(
          project.root().resolve(path), PosixFilePermissions.fromString(mode));
    } catch (IOException e) {
      throw new UncheckedIOException(path + " cannot be given the mode " + mode, e);
    }
  }

  private static void assertNotStarted(Rig rig, Job job) {
    assertEquals(List.of(), rig.gate().await(job.token(), 1, Deadline.in(NEVER)));
  }
}
