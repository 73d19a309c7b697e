package dev.bullpen.project.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionRequest.CompletionArguments;
import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.Resolution.CompletionProvider;
import dev.bullpen.project.file.Fingerprint;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.script.RequestVariables;
import dev.bullpen.project.script.ScriptLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class CompletionEnvironmentTests extends ProjectTest {
  private static final CompletionProvider PROVIDER =
      new CompletionProvider(
          "name",
          "manual:x",
          List.of("/x"),
          Optional.empty(),
          Map.of("MCP_PROMPT_PATH", "/p"),
          Optional.empty(),
          ScriptLimits.NONE);

  @BeforeEach
  void an_empty_project_and_an_empty_environment() throws IOException {
    project.env.clear();
    project.env.put("PATH", "/nowhere");
  }

  private static CompletionRequest request(String value, Map<String, String> context) {
    try {
      ObjectNode ref =
          (ObjectNode)
              Json.parse("{\"type\":\"ref/prompt\",\"name\":\"p\",\"extra\":{\"z\":1,\"a\":2}}");
      return new CompletionRequest(
          new CompletionRef.OfPrompt("p"), ref, "arg", value, context, CompletionLimit.NONE);
    } catch (JsonException e) {
      throw new AssertionError(e);
    }
  }

  private Map<String, String> environment(CompletionRequest request, CompletionPosition position)
      throws RefusedException {
    Map<String, String> all = new TreeMap<>(project.open().scriptEnvironment().ofCompletion());
    all.putAll(
        CompletionEnvironment.of(request, CompletionArguments.of(request), PROVIDER, position));
    return all;
  }

  private Map<String, String> environment(CompletionRequest request) throws RefusedException {
    return environment(request, CompletionPosition.START);
  }

  @Test
  void what_a_declaration_says_and_no_script_can_be_given_is_there_and_empty() throws Exception {
    CompletionProvider odd =
        new CompletionProvider(
            "a\0b",
            "manual:x",
            List.of("/x"),
            Optional.empty(),
            Map.of("MCP_RESOURCE_URI", "\ud800"),
            Optional.empty(),
            ScriptLimits.NONE);
    CompletionRequest request = request("", Map.of());
    Map<String, String> env =
        CompletionEnvironment.of(
            request, CompletionArguments.of(request), odd, CompletionPosition.START);
    assertEquals("", env.get("MCP_COMPLETION_NAME"));
    assertEquals("", env.get("MCP_RESOURCE_URI"));
  }

  @Test
  void a_script_gets_exactly_this() throws Exception {
    Map<String, String> expected = new TreeMap<>();
    expected.put("PATH", "/nowhere");
    expected.put("MCPBASH_HOME", project.root.resolve("home").toString());
    expected.put("MCPBASH_PROJECT_ROOT", project.root.toString());
    expected.put("MCPBASH_MODE", "minimal");
    expected.put("MCPBASH_PROMPTS_DIR", project.root.resolve("prompts").toString());
    expected.put("MCPBASH_RESOURCES_DIR", project.root.resolve("resources").toString());
    expected.put("MCPBASH_PROVIDERS_DIR", project.root.resolve("providers").toString());
    expected.put("MCP_RESOURCES_ROOTS", project.root.resolve("resources").toString());
    expected.put("MCP_SDK", project.root.resolve("home/sdk").toString());
    expected.put("MCP_PROGRESS_STREAM", "/dev/null");
    expected.put("MCP_LOG_STREAM", "/dev/null");
    expected.put("MCP_PROGRESS_TOKEN", "");
    expected.put("MCP_CANCEL_FILE", "/dev/null/cancelled");
    expected.put("MCP_PROMPT_PATH", "/p");
    expected.put("MCP_COMPLETION_NAME", "name");
    expected.put(
        "MCP_COMPLETION_ARGS_JSON",
        "{\"query\":\"re\",\"prefix\":\"re\",\"argument\":{\"name\":\"arg\",\"value\":\"re\"},"
            + "\"context\":{\"arguments\":{\"z\":\"1\",\"lang\":\"java\"}},"
            + "\"ref\":{\"extra\":{\"a\":2,\"z\":1},\"name\":\"p\",\"type\":\"ref/prompt\"}}");
    // printf '%s' '{"argument":{"name":"arg",...sorted...}' | sha256sum
    expected.put(
        "MCP_COMPLETION_ARGS_HASH",
        Fingerprint.sha256(
            ("{\"argument\":{\"name\":\"arg\",\"value\":\"re\"},"
                    + "\"context\":{\"arguments\":{\"lang\":\"java\",\"z\":\"1\"}},\"prefix\":\"re\","
                    + "\"query\":\"re\",\"ref\":{\"extra\":{\"a\":2,\"z\":1},\"name\":\"p\","
                    + "\"type\":\"ref/prompt\"}}")
                .getBytes(StandardCharsets.UTF_8)));
    expected.put("MCP_COMPLETION_LIMIT", "5");
    expected.put("MCP_COMPLETION_OFFSET", "0");
    expected.put("MCP_COMPLETION_CURSOR", "");
    expected.put("MCP_COMPLETION_REF_TYPE", "ref/prompt");
    expected.put("MCP_COMPLETION_REF", "p");
    expected.put("MCP_COMPLETION_ARGUMENT", "arg");
    expected.put("MCP_COMPLETION_QUERY", "re");
    expected.put("MCP_COMPLETION_CONTEXT_LANG", "java");
    expected.put("MCP_COMPLETION_CONTEXT_Z", "1");
    Map<String, String> context = new LinkedHashMap<>();
    context.put("z", "1");
    context.put("lang", "java");
    assertEquals(expected, new TreeMap<>(environment(request("re", context))));
  }

  @Test
  void the_hash_is_the_one_of_sha256sum() {
    assertEquals(
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        Fingerprint.sha256("abc".getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void the_page_wanted_is_passed() throws Exception {
    CompletionRequest plain = request("", Map.of());
    CompletionRequest limited =
        new CompletionRequest(
            plain.ref(),
            plain.refAsSent(),
            "arg",
            "",
            Map.of(),
            new CompletionLimit(OptionalInt.of(30)));
    Map<String, String> env =
        environment(limited, new CompletionPosition(60, Optional.of("mark 60"), Optional.empty()));
    assertEquals("30", env.get("MCP_COMPLETION_LIMIT"));
    assertEquals("60", env.get("MCP_COMPLETION_OFFSET"));
    assertEquals("mark 60", env.get("MCP_COMPLETION_CURSOR"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"$(touch /tmp/x)", "; rm -rf /", "a\nb", "../../etc/passwd", "\"'`\\", "\u0007"})
  void awkward_values_arrive_as_they_are(String value) throws Exception {
    Map<String, String> env = environment(request(value, Map.of("k", value)));
    assertEquals(value, env.get("MCP_COMPLETION_QUERY"));
    assertEquals(value, env.get("MCP_COMPLETION_CONTEXT_K"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\0b", "\ud800", "x\udc00"})
  void what_no_environment_can_carry_is_rejected(String value) {
    assertThrows(RefusedException.class, () -> environment(request(value, Map.of())));
    assertThrows(RefusedException.class, () -> environment(request("", Map.of("k", value))));
  }

  @Test
  void a_request_may_be_as_long_as_one_variable_and_no_longer() throws Exception {
    int without =
        CompletionArguments.of(request("", Map.of("k", ""))).json().length()
            + "MCP_COMPLETION_ARGS_JSON".length()
            + 2;
    int most = RequestVariables.MAX_VARIABLE_BYTES - without;
    environment(request("", Map.of("k", "x".repeat(most))));
    assertThrows(
        RefusedException.class, () -> environment(request("", Map.of("k", "x".repeat(most + 1)))));
  }

  @Test
  void the_json_tool_is_the_first_one_found_on_the_path() throws Exception {
    Path bin = Files.createDirectories(temporary.toRealPath().resolve("bin"));
    project.env.put("PATH", temporary.resolve("nowhere") + ":" + bin);
    Files.writeString(bin.resolve("jq"), "not executable");
    tool(bin, "gojq");
    Map<String, String> env = environment(request("", Map.of()));
    assertEquals("gojq", env.get("MCPBASH_JSON_TOOL"));
    assertEquals(bin.resolve("gojq").toString(), env.get("MCPBASH_JSON_TOOL_BIN"));
    tool(bin, "jq");
    assertEquals("jq", environment(request("", Map.of())).get("MCPBASH_JSON_TOOL"));
    project.env.put("MCPBASH_JSON_TOOL", "gojq");
    assertEquals("gojq", environment(request("", Map.of())).get("MCPBASH_JSON_TOOL"));
    project.env.put("MCPBASH_JSON_TOOL", "none");
    assertFalse(environment(request("", Map.of())).containsKey("MCPBASH_JSON_TOOL"));
    assertFalse(environment(request("", Map.of())).containsKey("MCPBASH_JSON_TOOL_BIN"));
    assertEquals("minimal", environment(request("", Map.of())).get("MCPBASH_MODE"));
  }

  @Test
  void the_json_tool_may_be_named_by_its_path() throws Exception {
    Path bin = Files.createDirectories(temporary.toRealPath().resolve("bin"));
    tool(bin, "my-gojq");
    project.env.put("MCPBASH_JSON_TOOL_BIN", bin.resolve("my-gojq").toString());
    project.env.put("MCPBASH_ALLOW_JSON_TOOL_OVERRIDE_FOR_ROOT", "true");
    Map<String, String> env = environment(request("", Map.of()));
    assertEquals("gojq", env.get("MCPBASH_JSON_TOOL"));
    assertEquals(bin.resolve("my-gojq").toString(), env.get("MCPBASH_JSON_TOOL_BIN"));
  }

  private static void tool(Path bin, String name) throws IOException {
    Files.writeString(bin.resolve(name), "#!/bin/sh\n");
    ProjectFixture.permit(bin.resolve(name), "rwxr-xr-x");
  }
}
