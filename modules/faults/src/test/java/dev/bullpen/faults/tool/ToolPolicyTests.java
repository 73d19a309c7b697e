package dev.bullpen.faults.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.fixture.Nobody;
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
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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
  @ParameterizedTest
  @EnumSource
  void without_a_list_nobody_may_be_called_and_everybody_is_listed(Revision revision) {
    try (Rig rig = start(revision, "")) {
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
  @ParameterizedTest
  @ValueSource(strings = {"first second", "first,second", "first, second", "second\tfirst"})
  void who_is_on_the_list_may(String list) {
    try (Rig rig = start(Revision.V2025_11_25, list)) {
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

  @ParameterizedTest
  @ValueSource(strings = {"*", "all"})
  void a_list_may_be_everybody(String list) {
    try (Rig rig = start(Revision.V2025_11_25, list)) {
      assertEquals("hello\n", rig.await(rig.sendTool("third")).text());
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
      rig.process().stderr().assertSays("\"nosuch\", and no tool is called so");
    }
  }

  @Test
  void the_default_may_be_to_allow() {
    try (Rig rig =
        Rig.start(
            ToolPolicyTests::project,
            launcher ->
                launcher
                    .workers(1, 1)
                    .environment(ALLOWLIST, "")
                    .environment("MCPBASH_TOOL_ALLOW_DEFAULT", "allow"))) {
      assertEquals("hello\n", rig.await(rig.sendTool("first")).text());
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_project_may_decide_by_itself(Revision revision) {
    try (Rig rig = withPolicy(revision, POLICY, "rw-r--r--").settled()) {
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

  @Test
  void a_project_may_add_to_what_the_operator_allows() {
    String policy =
        "policy=strict status=1\n"
            + "mcp_tools_policy_check() {\n"
            + "  mcp_tools_policy_check_default \"$@\" || return 1\n"
            + "  [ $1 = first ] && return\n"
            + "  _MCP_TOOLS_ERROR_CODE=42 _MCP_TOOLS_ERROR_MESSAGE='ask the owner'\n"
            + "  return 1\n"
            + "}\n";
    try (Rig rig =
        Rig.start(
            project -> {
              project(project);
              permit(project.file("server.d/policy.sh", policy), "server.d/policy.sh", "rw-r--r--");
            },
            launcher -> launcher.workers(1, 1).environment(ALLOWLIST, "first second"))) {
      assertEquals("hello\n", rig.await(rig.sendTool("first")).text());
      Answer second = rig.await(rig.sendTool("second"));
      assertEquals(42, second.code().orElse(0), second.message().toString());
      assertEquals("ask the owner", second.errorText());
      assertEquals(
          "Tool 'third' blocked by policy (not in MCPBASH_TOOL_ALLOWLIST). Add third to it in your"
              + " MCP client config, or set it to '*' for all tools.",
          rig.await(rig.sendTool("third")).errorText());
    }
  }

  @Test
  void a_policy_is_told_all_metadata_however_long() {
    String policy =
        "mcp_tools_policy_check() {\n"
            + "  case $2 in *'\"destructiveHint\":true'*) return 1 ;; esac\n"
            + "}\n";
    String described = "{'description':'%s','annotations':{'destructiveHint':%s}}";
    try (Rig rig =
        Rig.start(
            project -> {
              project
                  .tool("first", described.formatted("d".repeat(100_000), true), STARTS)
                  .tool("second", described.formatted("d".repeat(100_000), false), STARTS)
                  .file("server.d/policy.sh", policy);
              permit(project, "server.d/policy.sh", "rw-r--r--");
            },
            launcher -> launcher.workers(1, 1).environment(ALLOWLIST, "*"))) {
      Job first = rig.sendTool("first");
      assertEquals(-32602, rig.await(first).code().orElse(0));
      assertNotStarted(rig, first);
      assertEquals("hello\n", rig.await(rig.sendTool("second")).text());
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
  void a_policy_that_may_only_narrow_is_not_run_for_what_the_operator_denies() {
    String policy = "touch asked-$MCP_POLICY_TOOL_NAME\nmcp_tools_policy_check() { return 0; }\n";
    AtomicReference<ProjectFixture> made = new AtomicReference<>();
    try (Rig rig =
        Rig.start(
            project -> {
              project(project);
              made.set(project.file("server.d/policy.sh", policy));
              permit(project, "server.d/policy.sh", "rw-r--r--");
            },
            launcher ->
                launcher
                    .workers(1, 1)
                    .environment(ALLOWLIST, "first")
                    .with("--policy", "narrow"))) {
      assertEquals("hello\n", rig.await(rig.sendTool("first")).text());
      Job job = rig.sendTool("second");
      Answer denied = rig.await(job);
      assertEquals(-32602, denied.code().orElse(0), denied.message().toString());
      assertTrue(denied.errorText().contains("not in MCPBASH_TOOL_ALLOWLIST"), denied.errorText());
      assertNotStarted(rig, job);
      assertTrue(Files.exists(made.get().root().resolve("asked-first")));
      assertFalse(Files.exists(made.get().root().resolve("asked-second")));
    }
  }

  @Test
  void what_a_policy_would_say_that_cannot_be_looked_for_any_more_is_no() {
    AtomicReference<ProjectFixture> made = new AtomicReference<>();
    try (Rig rig =
        Rig.start(
            project -> {
              project(project);
              made.set(project.file("server.d/policy.sh", POLICY));
              permit(project, "server.d/policy.sh", "rw-r--r--");
            },
            launcher -> Nobody.starts(launcher.workers(1, 1)))) {
      assertEquals("hello\n", rig.await(rig.sendTool("first")).text());
      permit(made.get(), "server.d", "---------");
      assertDenied(rig);
      rig.process().stderr().assertSays("Let the user of the server enter");
    }
  }

  @Test
  void a_policy_that_the_server_may_not_read_denies_every_tool() {
    try (Rig rig =
        Rig.start(
            project -> {
              project(project);
              permit(project.file("server.d/policy.sh", POLICY), "server.d/policy.sh", "---------");
            },
            launcher -> Nobody.starts(launcher.workers(1, 1)))) {
      assertDenied(rig);
      rig.process().stderr().assertSays("policy.sh may not be read by the server's user");
    }
  }

  @Test
  void a_server_folder_that_becomes_a_link_to_nothing_denies_every_tool() throws IOException {
    AtomicReference<ProjectFixture> made = new AtomicReference<>();
    try (Rig rig =
        Rig.start(
            project -> {
              project(project);
              made.set(project);
            },
            launcher -> launcher.workers(1, 1))) {
      assertEquals("hello\n", rig.await(rig.sendTool("second")).text());
      Path folder = made.get().root().resolve("server.d");
      if (Files.exists(folder)) {
        Files.move(folder, folder.resolveSibling("aside"));
      }
      Files.createSymbolicLink(folder, folder.resolveSibling("no-such-folder"));
      assertDenied(rig);
      rig.process().stderr().assertSays("server.d is a link that leads nowhere");
    }
  }

  private static void assertDenied(Rig rig) {
    Job job = rig.sendTool("first");
    Answer answer = rig.await(job);
    assertTrue(answer.failed(), answer.message().toString());
    assertNotStarted(rig, job);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwxr-x", "rwxr-xrwx"})
  void a_script_that_others_may_write_is_not_run(String mode) {
    try (Rig rig =
        Rig.start(
            project -> permit(project.tool("first", STARTS), "tools/first/tool.sh", mode),
            launcher -> launcher.workers(1, 1))) {
      Job job = rig.sendTool("first");
      Answer answer = rig.await(job);
      assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
      assertFalse(answer.message().toString().contains("/tools/"), "a path: " + answer.message());
      assertNotStarted(rig, job);
    }
  }

  @Test
  void a_script_whose_interpreter_others_may_write_is_not_run() {
    try (Rig rig =
        Rig.start(
            project -> {
              project
                  .file("bin/run", "#!/bin/sh\nexec /bin/sh \"$@\"\n")
                  .tool("first", STARTS)
                  .file("tools/first/tool.sh", "#!/usr/bin/env -S A=b bin/run -e\n" + STARTS);
              permit(project, "tools/first/tool.sh", "rwxr-xr-x");
              permit(project, "bin/run", "rwxrwxr-x");
            },
            launcher -> launcher.workers(1, 1))) {
      Job job = rig.sendTool("first");
      assertEquals(-32602, rig.await(job).code().orElse(0));
      assertNotStarted(rig, job);
      rig.process().stderr().assertSays("bin/run may be written by its group");
    }
  }

  @Test
  void a_static_registry_that_others_may_write_leaves_no_tools() {
    try (Rig rig =
        Rig.start(
            project -> {
              project(project);
              project.file(".registry/tools.json", "{\"format_version\":1,\"items\":[]}");
              permit(project, ".registry/tools.json", "rw-rw-rw-");
            },
            launcher -> launcher.workers(1, 1).environment("MCPBASH_STATIC_REGISTRY", "1"))) {
      Job job = rig.sendTool("first");
      assertTrue(rig.await(job).failed());
      assertNotStarted(rig, job);
      rig.process().stderr().assertSays("So there are no tools");
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
