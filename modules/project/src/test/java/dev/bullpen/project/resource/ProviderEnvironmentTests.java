package dev.bullpen.project.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.ResourceReading;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.uri.UriSyntax;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderEnvironmentTests extends ProjectTest {
  private static final String[] KEPT =
      ("HOME TMPDIR TMP TEMP LANG LC_ALL USERPROFILE APPDATA SYSTEMROOT MSYSTEM"
              + " MSYS2_ARG_CONV_EXCL MCP_RESOURCE_ANY MCPBASH_ENABLE_GIT_PROVIDER"
              + " MCPBASH_GIT_TIMEOUT MCPBASH_HTTPS_TIMEOUT HTTP_PROXY HTTPS_PROXY ALL_PROXY"
              + " NO_PROXY http_proxy https_proxy all_proxy no_proxy")
          .split(" ");
  private static final String[] KEPT_BACK =
      ("SECRET AWS_KEY JAVA_TOOL_OPTIONS LD_PRELOAD MCPBASH_OTHER MCPBASH_REMOTE_TOKEN"
              + " MCPBASH_REMOTE_TOKEN_KEY MCP_COMPLETION_CONTEXT_OLD MCP_PROMPT_PATH"
              + " MCP_RESOURCE_VAR_OLD MCP_RESOURCE_TEMPLATE_VARS_JSON"
              + " MCP_RESOURCE_TEMPLATE_VARS MCP_RESOURCE_TEMPLATE_NAME MCP_REGISTRY_TOKEN"
              + " SSH_AUTH_SOCK GIT_SSH_COMMAND GIT_ASKPASS SSL_CERT_FILE SSL_CERT_DIR"
              + " CURL_CA_BUNDLE")
          .split(" ");

  @BeforeEach
  void a_project_of_many_providers() throws IOException {
    project.register(
        """
                "resources": [
                  {"name": "own", "uri": "own://1", "provider": "own"},
                  {"name": "git", "uri": "own://2", "provider": "git"},
                  {"name": "https", "uri": "https://files.example/", "provider": "https"},
                  {"name": "ui", "uri": "own://4", "provider": "ui"}],
                "resourceTemplates": [
                  {"name": "t", "uriTemplate": "tmpl://{id}/{some-x}{?q,r}", "provider": "own"},
                  {"name": "u", "uriTemplate": "user://{user.name}/{user_name}/{rest}",
                   "provider": "own"}]
                """
            .replace("some-x", "some.x"));
    for (String provider : new String[] {"own", "git", "ui"}) {
      project.script("providers/" + provider + ".sh");
    }
    project.script("home/providers/https.sh");
    for (String name : KEPT) {
      project.env.put(name, "v-" + name);
    }
    for (String name : KEPT_BACK) {
      project.env.put(name, "v-" + name);
    }
    project.script("bin/jq");
    project.env.put("PATH", project.root.resolve("bin").toString());
    project.env.put("MCPBASH_REMOTE_TOKEN", "secret-of-thirty-two-characters-x");
  }

  private Map<String, String> environment(ResourceRead read) {
    return new TreeMap<>(assertInstanceOf(ResourceRead.Script.class, read).environment());
  }

  private Map<String, String> named(String name) throws ResourceException {
    return environment(new ResourceReading(project).named(name));
  }

  private Map<String, String> plan(String uri) throws ResourceException {
    return environment(new ResourceReading(project).plan(uri));
  }

  private Map<String, String> isolated() {
    Map<String, String> expected = new TreeMap<>();
    for (String name : KEPT) {
      expected.put(name, "v-" + name);
    }
    expected.put("PATH", project.env.get("PATH"));
    expected.put("MCPBASH_MODE", "full");
    expected.put("MCPBASH_JSON_TOOL", "jq");
    expected.put("MCPBASH_JSON_TOOL_BIN", project.root.resolve("bin/jq").toString());
    expected.put("MCPBASH_HOME", project.root.resolve("home").toString());
    expected.put("MCPBASH_PROJECT_ROOT", project.root.toString());
    expected.put("MCPBASH_PROMPTS_DIR", project.root.resolve("prompts").toString());
    expected.put("MCPBASH_RESOURCES_DIR", project.root.resolve("resources").toString());
    expected.put("MCPBASH_PROVIDERS_DIR", project.root.resolve("providers").toString());
    expected.put("MCP_RESOURCES_ROOTS", project.root.resolve("resources").toString());
    return expected;
  }

  @Test
  void isolation_is_a_fixed_list_and_where_things_are() throws Exception {
    assertEquals(isolated(), named("own"));
    project.env.put("MCPBASH_PROVIDER_ENV_MODE", "isolate");
    assertEquals(isolated(), named("own"));
  }

  @ParameterizedTest
  @CsvSource({
    "git, SSH_AUTH_SOCK GIT_SSH_COMMAND GIT_ASKPASS",
    "https, SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE"
  })
  void some_providers_get_more(String provider, String names) throws Exception {
    Map<String, String> expected = isolated();
    for (String name : names.split(" ")) {
      expected.put(name, "v-" + name);
    }
    assertEquals(expected, named(provider));
  }

  @Test
  void a_provider_of_interfaces_gets_the_path_of_the_tools() throws Exception {
    project.env.put("MCPBASH_STATE_DIR", "/state");
    Map<String, String> expected = isolated();
    expected.put("MCPBASH_STATE_DIR", "/state");
    expected.put("MCPBASH_TOOLS_DIR", project.root.resolve("tools").toString());
    assertEquals(expected, named("ui"));
  }

  @ParameterizedTest
  @CsvSource({"isolate", "allowlist", "inherit"})
  void without_a_json_program_none_is_named_whatever_the_server_has(String mode) throws Exception {
    project.env.put("MCPBASH_PROVIDER_ENV_MODE", mode);
    project.env.put("MCPBASH_PROVIDER_ENV_INHERIT_ALLOW", "true");
    project.env.put("MCPBASH_JSON_TOOL", "none");
    project.env.put("MCPBASH_JSON_TOOL_BIN", "/nowhere/jq");
    Map<String, String> given = named("own");
    assertNull(given.get("MCPBASH_JSON_TOOL"));
    assertNull(given.get("MCPBASH_JSON_TOOL_BIN"));
  }

  @Test
  void a_list_adds_to_isolation() throws Exception {
    project.env.put("MCPBASH_PROVIDER_ENV_MODE", "allowlist");
    project.env.put("MCPBASH_PROVIDER_ENV_ALLOWLIST", "SECRET, AWS_KEY MCPBASH_REMOTE_TOKEN");
    Map<String, String> expected = isolated();
    expected.put("SECRET", "v-SECRET");
    expected.put("AWS_KEY", "v-AWS_KEY");
    assertEquals(expected, named("own"));
  }

  @Test
  void everything_is_inherited_only_where_that_is_permitted() throws Exception {
    project.env.put("MCPBASH_PROVIDER_ENV_MODE", "inherit");
    assertEquals(isolated(), named("own"));
    assertTrue(
        project.warnings.stream().anyMatch(said -> said.contains("inherit is not permitted")),
        project.warnings::toString);
    project.env.put("MCPBASH_PROVIDER_ENV_INHERIT_ALLOW", "true");
    Map<String, String> inherited = named("own");
    assertEquals("v-SECRET", inherited.get("SECRET"));
    for (String name :
        new String[] {
          "MCPBASH_REMOTE_TOKEN",
          "MCPBASH_REMOTE_TOKEN_KEY",
          "MCP_COMPLETION_CONTEXT_OLD",
          "MCP_RESOURCE_VAR_OLD",
          "MCP_RESOURCE_TEMPLATE_VARS_JSON"
        }) {
      assertNull(inherited.get(name), name);
    }
  }

  @Test
  void an_unknown_mode_isolates_and_is_reported() throws Exception {
    project.env.put("MCPBASH_PROVIDER_ENV_MODE", "open");
    assertEquals(isolated(), named("own"));
    assertTrue(
        project.warnings.stream().anyMatch(said -> said.contains("MCPBASH_PROVIDER_ENV_MODE=open")),
        project.warnings::toString);
  }

  @Test
  void roots_that_were_named_are_passed_as_they_are() throws Exception {
    project.env.put("MCP_RESOURCES_ROOTS", "/a:/b");
    assertEquals("/a:/b", named("own").get("MCP_RESOURCES_ROOTS"));
    project.env.put("MCP_RESOURCES_ROOTS", "");
    assertEquals(isolated(), named("own"));
  }

  @Test
  void a_template_passes_on_its_variables_decoded_once() throws Exception {
    Map<String, String> given = plan("tmpl://1%2F%252E/b%0Ac?r=%C3%A4");
    Map<String, String> expected = isolated();
    expected.put("MCP_RESOURCE_VAR_ID", "1/%2E");
    expected.put("MCP_RESOURCE_VAR_SOME_X", "b\nc");
    expected.put("MCP_RESOURCE_VAR_R", "ä");
    expected.put("MCP_RESOURCE_TEMPLATE_NAME", "t");
    expected.put(
        "MCP_RESOURCE_TEMPLATE_VARS",
        "{\"id\":\"1%2F%252E\",\"some.x\":\"b%0Ac\",\"r\":\"%C3%A4\"}");
    expected.put(
        "MCP_RESOURCE_TEMPLATE_VARS_JSON", "{\"id\":\"1/%2E\",\"some.x\":\"b\\nc\",\"r\":\"ä\"}");
    assertEquals(expected, given);
  }

  @Test
  void a_hyphen_in_a_name_is_an_underscore_in_its_variable_and_blanks_are_nothing()
      throws Exception {
    project.file(
        "resources/dash.meta.json",
        "{\"name\": \"dash\", \"uriTemplate\": \"dash://{project-dir}/{ file }\", \"provider\":"
            + " \"own\"}");
    Map<String, String> given = plan("dash://my-dir/a%20b");
    assertEquals("my-dir", given.get("MCP_RESOURCE_VAR_PROJECT_DIR"));
    assertEquals("a b", given.get("MCP_RESOURCE_VAR_FILE"));
    assertEquals(
        "{\"project-dir\":\"my-dir\",\"file\":\"a b\"}",
        given.get("MCP_RESOURCE_TEMPLATE_VARS_JSON"));
  }

  @Test
  void the_longest_uri_still_fits_a_variable() throws Exception {
    String uri = "tmpl://" + "%01".repeat((UriSyntax.MAX_LENGTH - 9) / 3) + "/b";
    String json = plan(uri).get("MCP_RESOURCE_TEMPLATE_VARS_JSON");
    assertEquals(true, RequestVariables.fits("MCP_RESOURCE_TEMPLATE_VARS_JSON", json));
  }
}
