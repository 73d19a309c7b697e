package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionEnvironment;
import dev.bullpen.project.completion.CompletionRequest;
import dev.bullpen.project.completion.CompletionRequest.CompletionArguments;
import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.completion.Resolution.CompletionProvider;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.RequestVariables.Request;
import dev.bullpen.project.script.Roots;
import dev.bullpen.project.script.Roots.Root;
import dev.bullpen.project.tool.ToolPolicy.PolicyDecision;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * What reaches scripts of the environment a server was started in: all that is the operator's, and
 * nothing that a server around this one gives its own script.
 */
class NestedServerTests extends ProjectTest {
  /** Settings of the operator that a server passes to scripts in its own form. */
  private static final Set<String> SETTINGS = Set.of("MCP_SDK", "MCP_RESOURCES_ROOTS");

  /** Set by other servers than the one of these tests, or at other times. */
  private static final List<String> FROM_ELSEWHERE =
      List.of(
          "MCP_ROOTS_FILE",
          "MCP_COMPLETION_ARGS_FILE",
          "MCP_RESOURCE_TEMPLATE_VARS_FILE",
          "MCP_UI_REGISTRY_HASH",
          "MCP_UI_REGISTRY_PATH",
          "MCPBASH_WORKER_KEY",
          "MCPBASH_DIRECT_FD",
          "MCPBASH_CLIENT_SUPPORTS_UI",
          "MCP_ARG_ANY",
          "MCP_RESOURCE_VAR_ANY",
          "MCP_COMPLETION_CONTEXT_ANY");

  @BeforeEach
  void a_project_with_scripts_of_every_kind() throws IOException {
    project
        .tool("x")
        .file("server.d/policy.sh", "")
        .script("prompts/p.sh")
        .file(
            "prompts/p.meta.json",
            "{\"name\":\"p\",\"render\":\"script\",\"arguments\":[{\"name\":\"a\"}]}")
        .script("prompts/p.completion.sh")
        .script("providers/own.sh")
        .file(
            "resources/t.meta.json",
            "{\"name\":\"t\",\"uriTemplate\":\"tmpl://{id}\",\"provider\":\"own\"}")
        .script("resources/t.completion.sh");
  }

  @ParameterizedTest
  @ValueSource(strings = {"isolate minimal", "allowlist allowlist", "inherit inherit"})
  void what_a_server_gives_its_script_reaches_no_script_of_a_server_within(String modes)
      throws Exception {
    Set<String> given = new TreeSet<>(FROM_ELSEWHERE);
    for (String threshold : new String[] {"65536", "0"}) {
      project.env.put("MCPBASH_ENV_PAYLOAD_THRESHOLD", threshold);
      scripts().values().forEach(script -> given.addAll(script.keySet()));
    }
    given.removeIf(name -> SETTINGS.contains(name) || !isOfJobs(name));
    assertTrue(given.contains("MCP_TOOL_ARGS_FILE"), given.toString());
    assertTrue(given.contains("MCP_POLICY_DEFAULT"), given.toString());
    given.forEach(name -> project.env.put(name, "stale"));
    allow(modes, String.join(",", given));

    scripts()
        .forEach((kind, env) -> assertFalse(env.containsValue("stale"), () -> kind + ": " + env));
  }

  @ParameterizedTest
  @ValueSource(strings = {"isolate minimal", "allowlist allowlist", "inherit inherit"})
  void what_the_operator_names_like_the_framework_reaches_every_script(String modes)
      throws Exception {
    Map<String, String> own = new TreeMap<>();
    for (String name :
        List.of(
            "MCP_TOOL_DB",
            "MCP_TOOL_ARGS",
            "MCP_TOOL_ERROR_FILES",
            "MCP_PROGRESS_BAR",
            "MCP_ROOTS_BASE",
            "MCP_ELICIT_LANGUAGE",
            "MCP_COMPLETION_X",
            "MCP_PROMPT_STYLE",
            "MCP_RESOURCE_BASE")) {
      own.put(name, "own");
    }
    project.env.putAll(own);
    allow(modes, "");

    scripts()
        .forEach(
            (kind, env) -> {
              Map<String, String> seen = new TreeMap<>(env);
              seen.keySet().retainAll(own.keySet());
              assertEquals(own, seen, kind);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "MCP_REGISTRY_TOKEN",
        "MCP_OWN",
        "MCP_TOOLS_TTL",
        "MCP_ARGS",
        "MCP_LOG_STREAM_2",
        "MCP_SAMPLE_RATE",
        "MCP_CLIENT_CAN_WAIT",
        "MCP_POLICY_Y",
        "MCP_REQUEST_STATE_DIR",
        "MCP_SDK_2"
      })
  void a_users_own_name_reaches_scripts_only_as_other_variables_do(String name) throws Exception {
    project.env.put(name, "own");
    allow("isolate minimal", name);
    assertEquals(List.of("policy"), having(name));
    allow("allowlist allowlist", name);
    assertEquals(scripts().size(), having(name).size());
    allow("allowlist allowlist", "");
    assertEquals(List.of("policy"), having(name));
    allow("inherit inherit", "");
    assertEquals(scripts().size(), having(name).size());
  }

  /** The kinds of scripts that see a variable. */
  private List<String> having(String name) throws Exception {
    return scripts().entrySet().stream()
        .filter(script -> "own".equals(script.getValue().get(name)))
        .map(Map.Entry::getKey)
        .toList();
  }

  @Test
  void settings_reach_scripts_as_the_operator_has_made_them() throws Exception {
    project.env.put("MCP_RESOURCES_ROOTS", "/a");
    assertEquals("/a", scripts().get("completion").get("MCP_RESOURCES_ROOTS"));
    assertEquals("/a", scripts().get("provider").get("MCP_RESOURCES_ROOTS"));
    assertEquals("/a", scripts().get("tool").get("MCP_RESOURCES_ROOTS"));
  }

  /** Whether a variable describes a job, and not the server. */
  private static boolean isOfJobs(String name) {
    return name.startsWith("MCP_") || FROM_ELSEWHERE.contains(name);
  }

  private void allow(String modes, String names) {
    project.env.put("MCPBASH_PROVIDER_ENV_MODE", modes.split(" ")[0]);
    project.env.put("MCPBASH_PROVIDER_ENV_INHERIT_ALLOW", "true");
    project.env.put("MCPBASH_PROVIDER_ENV_ALLOWLIST", names);
    project.env.put("MCPBASH_TOOL_ENV_MODE", modes.split(" ")[1]);
    project.env.put("MCPBASH_TOOL_ENV_INHERIT_ALLOW", "true");
    project.env.put("MCPBASH_TOOL_ENV_ALLOWLIST", names);
  }

  /** The environments of all kinds of scripts, as far as a project knows them. */
  private Map<String, Map<String, String>> scripts() throws Exception {
    Project open = project.open();
    Map<String, Map<String, String>> scripts = new TreeMap<>();
    scripts.put("tool", all(open, tool(open)));
    scripts.put("prompt", all(open, prompt(open)));
    scripts.put(
        "provider",
        assertInstanceOf(
                ResourceRead.Script.class,
                open.resourceReads().plan(Optional.of("tmpl://1"), Optional.empty()))
            .environment());
    scripts.put("completion", completion(open, new CompletionRef.OfPrompt("p"), "a"));
    scripts.put(
        "completion of a template",
        completion(open, new CompletionRef.OfResource("tmpl://{id}"), "id"));
    scripts.put(
        "policy",
        assertInstanceOf(
                PolicyDecision.Ask.class,
                open.toolPolicy().decide(open.catalog().tool("x").orElseThrow()))
            .environment());
    return scripts;
  }

  private static Map<String, String> all(Project open, RequestVariables variables) {
    Map<String, String> all = new TreeMap<>(open.scriptEnvironment().ofTool());
    all.putAll(variables.environment());
    all.putAll(variables.fileVariables());
    return all;
  }

  private static RequestVariables tool(Project open) throws Exception {
    return open.catalog()
        .tool("x")
        .orElseThrow()
        .variables(
            open.scriptEnvironment(),
            new Request(
                (ObjectNode) Json.parse("{\"a\":1}"),
                (ObjectNode) Json.parse("{\"progressToken\":7}"),
                List.of(),
                Optional.of(Json.object()),
                Optional.of(Json.array())),
            Optional.of("7"),
            new Roots(List.of(new Root("file:///a", Optional.empty(), Path.of("/a")))));
  }

  private static RequestVariables prompt(Project open) throws Exception {
    return open.promptGets()
        .script(
            open.catalog().prompt("p").orElseThrow(),
            new Request(
                (ObjectNode) Json.parse("{\"a\":\"1\"}"),
                Json.object(),
                List.of(),
                Optional.of(Json.object()),
                Optional.of(Json.array())))
        .variables();
  }

  private static Map<String, String> completion(Project open, CompletionRef ref, String argument)
      throws Exception {
    CompletionRequest request =
        new CompletionRequest(
            ref, Json.object(), argument, "v", Map.of("z", "1"), CompletionLimit.NONE);
    CompletionProvider provider =
        assertInstanceOf(Resolution.Script.class, open.completions().resolve(ref, argument))
            .provider();
    Map<String, String> all = new TreeMap<>(open.scriptEnvironment().ofCompletion());
    all.putAll(
        CompletionEnvironment.of(
            request, CompletionArguments.of(request), provider, CompletionPosition.START));
    return all;
  }
}
