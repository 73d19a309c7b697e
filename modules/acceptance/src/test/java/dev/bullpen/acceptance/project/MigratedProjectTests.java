package dev.bullpen.acceptance.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What mcp-bash 1.4 to 1.6 have brought to projects. */
class MigratedProjectTests {
  @TempDir Path server;

  @BeforeEach
  void a_folder_that_only_its_owner_may_write() throws IOException {
    Files.setPosixFilePermissions(server, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void put(String name, String text) throws IOException {
    Path file = Files.writeString(server.resolve(name), text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  private static void project(ProjectFixture project) {
    project
        .tool("keyed", "printf '%s' \"${API_KEY:-none}\"\n")
        .script(
            "providers/kv.sh",
            "#!/bin/sh\nprintf '%s|' \"$1\" \"$MCP_RESOURCE_TEMPLATE_NAME\""
                + " \"$MCP_RESOURCE_TEMPLATE_VARS\" \"${API_KEY:-none}\" \"$MCPBASH_JSON_TOOL\"\n")
        .entry("resources", Messages.json("{'name':'one','uri':'kv://one','provider':'kv'}"))
        .entry(
            "resourceTemplates", Messages.json("{'name':'item','uriTemplate':'kv://item/{id}'}"));
  }

  private Rig start() {
    return Rig.start(
        MigratedProjectTests::project,
        launcher ->
            launcher
                .workers(1, 1)
                .environment("API_KEY", "k3y")
                .environment("MCPBASH_TOOL_ENV_MODE", "")
                .environment("MCPBASH_TOOL_ENV_ALLOWLIST", "")
                .environment("MCPBASH_PROVIDER_ENV_MODE", "")
                .environment("MCPBASH_PROVIDER_ENV_ALLOWLIST", ""));
  }

  private static Answer read(Rig rig, String params) {
    return rig.client().call("resources/read", Messages.json(params));
  }

  private static String text(Answer answer) {
    return answer.result().at("/contents/0/text").stringValue();
  }

  @Test
  void the_policy_of_the_named_server_folder_denies_what_the_list_allows() throws IOException {
    put(
        "policy.sh",
        "mcp_tools_policy_check() { mcp_tools_error -32602 'not today'; return 1; }\n");
    put("server.meta.json", "{\"name\": \"elsewhere\"}");
    try (Rig rig =
        Rig.start(
            project -> project.tool("t", "echo ran\n"),
            launcher ->
                launcher.workers(1, 1).environment("MCPBASH_SERVER_DIR", server.toString()))) {
      Answer answer = rig.client().callTool("t", "{}");
      assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
      assertEquals("not today", answer.errorText());
    }
  }

  @Test
  void a_name_beside_another_uri_reads_nothing_and_a_provider_learns_of_the_template() {
    try (Rig rig = start()) {
      Answer answer = read(rig, "{'name':'one','uri':'kv://item/secret'}");
      assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
      Answer subscribed =
          rig.client()
              .call(
                  "resources/subscribe", Messages.json("{'name':'one','uri':'kv://item/secret'}"));
      assertEquals(-32602, subscribed.code().orElse(0), subscribed.message().toString());
      assertTrue(text(read(rig, "{'name':'one','uri':'kv://one'}")).startsWith("kv://one|"));
      String text = text(read(rig, "{'uri':'kv://item/a%%2Fb'}"));
      assertTrue(text.startsWith("kv://item/a%2Fb|item|{\"id\":\"a%2Fb\"}|none|jq|"), text);
      assertEquals("kv://one|||none|jq|", text(read(rig, "{'uri':'kv://one'}")));
    }
  }

  @Test
  void a_project_says_which_variables_its_scripts_need() {
    try (Rig rig =
        Rig.start(
            project -> {
              project(project);
              project.file(
                  "server.d/server.meta.json",
                  "{\"name\": \"p\", \"env\": {\"MCPBASH_TOOL_ENV_MODE\": \"allowlist\","
                      + " \"MCPBASH_TOOL_ENV_ALLOWLIST\": \"API_KEY\","
                      + " \"MCPBASH_TOOL_ENV_INHERIT_ALLOW\": \"true\"}}");
            },
            launcher ->
                launcher
                    .workers(1, 1)
                    .environment("API_KEY", "k3y")
                    .environment("MCPBASH_TOOL_ENV_MODE", "")
                    .environment("MCPBASH_TOOL_ENV_ALLOWLIST", "${user_config.names}"))) {
      assertEquals("k3y", rig.client().callTool("keyed", "{}").text());
      String text = text(read(rig, "{'uri':'kv://one'}"));
      assertFalse(text.contains("k3y"), text);
      rig.process().stderr().assertSays("\"MCPBASH_TOOL_ENV_INHERIT_ALLOW\" in \"env\" is ignored");
    }
  }
}
