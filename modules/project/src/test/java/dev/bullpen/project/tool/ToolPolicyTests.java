package dev.bullpen.project.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.posix.proc.Self;
import dev.bullpen.project.BrokenFolder;
import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.tool.ToolPolicy.PolicyDecision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ToolPolicyTests extends ProjectTest {
  private static final PolicyDecision ALLOWED = new PolicyDecision.Allowed();
  private static final PolicyDecision NOT_EVALUATED =
      new PolicyDecision.Denied(
          -32603, "The project's policy could not be evaluated", Optional.empty());
  private static final String NOT_SET =
      "Tool 'x' blocked by policy. Set MCPBASH_TOOL_ALLOWLIST=x in your MCP client config, or '*' for"
          + " all tools: this server allows none.";
  private static final String NOT_LISTED =
      "Tool 'x' blocked by policy (not in MCPBASH_TOOL_ALLOWLIST). Add x to it in your MCP client"
          + " config, or set it to '*' for all tools.";

  @BeforeEach
  void a_project_with_a_tool() throws IOException {
    project.tool("x");
  }

  private PolicyDecision decide() {
    Project open = project.open();
    return open.toolPolicy().decide(open.catalog().tool("x").orElseThrow());
  }

  private static PolicyDecision denied(String message) {
    return new PolicyDecision.Denied(-32602, message, Optional.empty());
  }

  private PolicyDecision.Ask asked() {
    return assertInstanceOf(PolicyDecision.Ask.class, decide());
  }

  @Test
  void nothing_is_allowed_by_default() {
    assertEquals(denied(NOT_SET), decide());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "a,x", "a x", " a ,\tx\n", "*", "all", "a,*"})
  void the_operator_allows_names_or_everything(String allowlist) {
    project.env.put("MCPBASH_TOOL_ALLOWLIST", allowlist);
    assertEquals(ALLOWED, decide());
  }

  @ParameterizedTest
  @ValueSource(strings = {"y", "xx", "X", "x*"})
  void what_is_not_listed_is_denied(String allowlist) {
    project.env.put("MCPBASH_TOOL_ALLOWLIST", allowlist);
    project.env.put("MCPBASH_TOOL_ALLOW_DEFAULT", "allow");
    assertEquals(denied(NOT_LISTED), decide());
  }

  @ParameterizedTest
  @CsvSource({"allow, true", "all, true", "deny, false", "yes, false"})
  void without_a_list_the_default_can_be_turned(String setting, boolean allowed) {
    project.env.put("MCPBASH_TOOL_ALLOWLIST", " , ");
    project.env.put("MCPBASH_TOOL_ALLOW_DEFAULT", setting);
    assertEquals(allowed ? ALLOWED : denied(NOT_SET), decide());
  }

  @Test
  void the_project_is_asked_if_it_has_a_policy() throws IOException {
    project.file("server.d/policy.sh", "");
    project.env.put("POLICY_MODE", "strict");
    project.env.put("MCPBASH_REMOTE_TOKEN", "s".repeat(32));
    project.env.put("COPY", "Bearer " + "s".repeat(32));
    PolicyDecision.Ask ask = asked();
    assertTrue(ask.command().get(0).endsWith("/bash"), ask.command().toString());
    assertEquals(
        List.of(
            project.root.resolve("home/sdk/policy.sh").toString(),
            project.root.resolve("server.d/policy.sh").toString()),
        ask.command().subList(1, 3));
    assertEquals("x", ask.environment().get("MCP_POLICY_TOOL_NAME"));
    assertEquals(toolNamed("x").metadataJson(), ask.environment().get("MCP_POLICY_METADATA_JSON"));
    assertEquals("deny:" + NOT_SET, ask.environment().get("MCP_POLICY_DEFAULT"));
    assertEquals("strict", ask.environment().get("POLICY_MODE"));
    assertEquals(project.root.toString(), ask.environment().get("MCPBASH_PROJECT_ROOT"));
    assertFalse(ask.environment().toString().contains("s".repeat(32)));
  }

  @Test
  void it_gets_the_decision_of_the_settings() throws IOException {
    project.file("server.d/policy.sh", "");
    project.env.put("MCPBASH_TOOL_ALLOWLIST", "x");
    assertEquals("allow", asked().environment().get("MCP_POLICY_DEFAULT"));
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void it_gets_long_metadata_in_a_file(int beyond, boolean variable) throws IOException {
    project.file("server.d/policy.sh", "");
    int rest = project.tool("x", described(0)).catalog().tools().get(0).metadataJson().length();
    project.tool("x", described(ToolPolicy.MAX_METADATA - rest + beyond));
    PolicyDecision.Ask ask = asked();
    Optional<String> given = Optional.ofNullable(ask.environment().get("MCP_POLICY_METADATA_JSON"));
    assertEquals(variable, given.isPresent());
    assertEquals(!variable, ask.metadata().isPresent());
    assertEquals(toolNamed("x").metadataJson(), given.or(ask::metadata).orElseThrow());
  }

  private static String described(int length) {
    return "{\"name\": \"x\", \"description\": \"%s\"}".formatted("d".repeat(length));
  }

  @ParameterizedTest
  @CsvSource({
    "server.d/policy.sh, rw-rw-r--",
    "server.d/policy.sh, rw-r--rw-",
    "server.d, rwxrwxr-x",
    "'', rwxrwxr-x"
  })
  void a_policy_that_others_may_write_is_no_with_one_warning(String place, String permissions)
      throws IOException {
    project.env.put("MCPBASH_TOOL_ALLOWLIST", "*");
    project.file("server.d/policy.sh", "");
    Path path = place.isEmpty() ? project.root : project.root.resolve(place);
    ProjectFixture.permit(path, permissions);
    assertDeniedFor(
        "%s may be written by its group or by everybody. chmod go-w %1$s.".formatted(path));
    assertTrue(
        project.warnings.get(0).startsWith("No tool may be called, because "),
        project.warnings.get(0));
  }

  @Test
  void all_that_others_may_write_is_closed_by_one_command() throws IOException {
    project.file("server.d/policy.sh", "");
    Path policy = project.root.resolve("server.d/policy.sh");
    for (Path path : List.of(policy, policy.getParent(), project.root)) {
      ProjectFixture.permit(path, "rwxrwxr-x");
    }
    decide();
    assertEnds(
        "chmod go-w %s %s %s.".formatted(policy, policy.getParent(), project.root),
        project.warnings.get(0));
  }

  @Test
  void a_policy_of_another_user_is_no() throws IOException {
    assumeTrue(Self.userId() == 0, "only root can give files away");
    project.env.put("MCPBASH_TOOL_ALLOWLIST", "*");
    project.file("server.d/policy.sh", "");
    int otherUser = 12_345;
    Files.setAttribute(project.root.resolve("server.d/policy.sh"), "unix:uid", otherUser);
    assertEquals(NOT_EVALUATED, decide());
  }

  @ParameterizedTest
  @ValueSource(strings = {"policy.sh", "none"})
  void a_policy_that_is_a_link_is_no(String target) throws IOException {
    project.env.put("MCPBASH_TOOL_ALLOWLIST", "*");
    project.file("policy.sh", "").file("server.d/other", "");
    Path link = project.root.resolve("server.d/policy.sh");
    Files.createSymbolicLink(link, project.root.resolve(target));
    assertDeniedFor(
        "%s is a symbolic link. Put the real thing in its place: %1$s.".formatted(link));
  }

  @Test
  void a_policy_in_another_language_is_no_instead_of_being_read_by_bash() throws IOException {
    project.env.put("MCPBASH_TOOL_ALLOWLIST", "*");
    project.file("server.d/policy.sh", "#!/usr/bin/env python3\n");
    assertDeniedFor(
        "%s requires python3, but bash would run it. Write it for bash."
            .formatted(project.root.resolve("server.d/policy.sh")));
  }

  @ParameterizedTest
  @CsvSource({"project, '', true", "narrow, '', false", "narrow, y, false", "narrow, x, true"})
  void a_policy_that_may_only_narrow_is_not_asked_about_what_the_operator_denies(
      String rule, String allowlist, boolean isAsked) throws IOException {
    project.env.put("BULLPEN_POLICY", rule);
    project.env.put("MCPBASH_TOOL_ALLOWLIST", allowlist);
    project.file("server.d/policy.sh", "");
    if (isAsked) {
      asked();
    } else {
      assertEquals(denied(allowlist.isEmpty() ? NOT_SET : NOT_LISTED), decide());
    }
  }

  @Test
  void a_policy_that_is_no_file_denies_and_the_log_names_what_it_is() throws Exception {
    project.env.put("MCPBASH_TOOL_ALLOWLIST", "*");
    Path policy = project.root.resolve("server.d/policy.sh");
    project.file("server.d/policy.sh/main.sh", "");
    assertDeniedFor("%s is a folder. Put the script in its place, or remove it.".formatted(policy));
    Files.delete(policy.resolve("main.sh"));
    Files.delete(policy);
    assertEquals(ALLOWED, decide());
    assertEquals(0, new ProcessBuilder("mkfifo", "-m", "644", policy.toString()).start().waitFor());
    assertDeniedFor(
        "%s is not a regular file. Put the script in its place, or remove it.".formatted(policy));
  }

  private void assertDeniedFor(String reason) {
    project.warnings.clear();
    Project open = project.open();
    Tool tool = open.catalog().tool("x").orElseThrow();
    for (int call = 1; call <= 2; call++) {
      assertEquals(NOT_EVALUATED, open.toolPolicy().decide(tool));
    }
    assertEquals(1, project.warnings.size(), project.warnings.toString());
    assertTrue(project.warnings.get(0).endsWith(": " + reason), project.warnings.get(0));
    assertEquals(Optional.of(project.warnings.get(0)), open.toolPolicy().problem());
  }

  @ParameterizedTest
  @EnumSource
  void a_server_folder_that_cannot_be_read_denies_every_tool(BrokenFolder kind) throws IOException {
    project.env.put("MCPBASH_TOOL_ALLOWLIST", "*");
    Project open = project.open();
    Tool tool = open.catalog().tool("x").orElseThrow();
    assertEquals(ALLOWED, open.toolPolicy().decide(tool));
    Path folder = Files.createDirectory(project.root.resolve("server.d"));
    assertEquals(ALLOWED, open.toolPolicy().decide(tool));
    Files.delete(folder);
    kind.make(folder);
    assertInstanceOf(PolicyDecision.Denied.class, open.toolPolicy().decide(tool));
    assertEquals(1, project.warnings.size(), project.warnings.toString());
    // A link to itself is as good as a folder that must not be entered, which nothing is to root.
    String words = kind == BrokenFolder.LINK_TO_ITSELF ? "Let the user of the server enter " : "";
    assertTrue(project.warnings.get(0).contains(words + folder), project.warnings.get(0));
    Files.delete(folder);
    assertEquals(ALLOWED, open.toolPolicy().decide(tool));
  }

  @Test
  void a_project_that_is_gone_denies_tools_that_lie_elsewhere() throws IOException {
    Path tools = Files.move(project.root.resolve("tools"), temporary.resolve("tools"));
    project.env.put("MCPBASH_TOOLS_DIR", tools.toString());
    project.env.put("MCPBASH_TOOL_ALLOWLIST", "*");
    Project open = project.open();
    Tool tool = open.catalog().tool("x").orElseThrow();
    assertEquals(ALLOWED, open.toolPolicy().decide(tool));
    Files.move(project.root, temporary.resolve("elsewhere"));
    assertInstanceOf(PolicyDecision.Denied.class, open.toolPolicy().decide(tool));
  }

  private Optional<String> denials() {
    Project open = project.open();
    return open.toolPolicy().denials(open.catalog().tools());
  }

  private List<String> strangers() {
    Project open = project.open();
    return open.toolPolicy().strangers(open.catalog().tools());
  }

  @Test
  void how_many_tools_the_settings_deny_is_known_before_a_call() throws IOException {
    project.tool("y");
    assertEquals(
        Optional.of(
            "0 of 2 tools may be called: the server has no allow-list. Start it with --allow"
                + " x,y, or with --allow '*' for all; MCPBASH_TOOL_ALLOWLIST does the same."),
        denials());

    project.env.put("MCPBASH_TOOL_ALLOWLIST", "y");
    assertEquals(
        Optional.of(
            "1 of 2 tools may be called: the server's allow-list lacks x. Start it with --allow"
                + " x,y, or with --allow '*' for all; MCPBASH_TOOL_ALLOWLIST does the same."),
        denials());
  }

  @ParameterizedTest
  @CsvSource({
    "MCPBASH_TOOL_ALLOWLIST,*",
    "MCPBASH_TOOL_ALLOWLIST,x",
    "MCPBASH_TOOL_ALLOW_DEFAULT,allow"
  })
  void where_the_settings_deny_nothing_there_is_nothing_to_report(String variable, String value) {
    project.env.put(variable, value);
    assertEquals(Optional.empty(), denials());
  }

  @Test
  void where_a_policy_decides_nothing_is_reported_of_the_settings() throws IOException {
    project.file("server.d/policy.sh", "");
    assertEquals(Optional.empty(), denials());
  }

  @Test
  void a_name_on_the_list_that_no_tool_has_is_found_with_the_one_it_may_mean() throws IOException {
    project.tool("greet");
    project.env.put("MCPBASH_TOOL_ALLOWLIST", "gret,x,*,all,zzz");
    assertEquals(
        List.of(
            "The allow-list (MCPBASH_TOOL_ALLOWLIST) names \"gret\", but there is no such tool. Did"
                + " you mean greet? Correct or remove it.",
            "The allow-list (MCPBASH_TOOL_ALLOWLIST) names \"zzz\", but there is no such tool."
                + " Correct or remove it."),
        strangers());
  }
}
