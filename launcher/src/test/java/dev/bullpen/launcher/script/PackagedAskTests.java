package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.InThisJvm;
import dev.bullpen.launcher.Ran;
import dev.bullpen.launcher.ask.FakeServer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code launcher call}, {@code list}, {@code read} and {@code prompt} as they are shipped. */
@Timeout(60)
class PackagedAskTests extends PackagedCommand {
  private static String example(String name) {
    return PRODUCT.resolve("examples").resolve(name).toString();
  }

  @Test
  void a_tool_is_called_with_its_arguments_by_name_and_progress_is_shown_beside_the_result() {
    Ran ran =
        launcher(
            "call",
            "countdown",
            "--steps",
            "2",
            "--seconds=0.1",
            "--project",
            example("tools-progress"));

    assertEquals(0, ran.exitCode(), ran.toString());
    assertEquals("2 steps done\n", ran.out());
    assertTrue(ran.err().contains("%"), ran.toString());
  }

  @Test
  void the_result_is_one_line_of_json_if_asked_for(@TempDir Path folder) throws Exception {
    String result = "\"result\":{\"content\":[],\"structuredContent\":{\"words\":2}}";
    FakeServer server = FakeServer.answering(folder, tools("measure"), result);

    Ran ran = at(server, "call", "measure", "--json-args", "{\"text\": \"one three\"}", "--json");

    assertEquals(new Ran(0, result.substring("\"result\":".length()) + "\n", ""), ran);
    assertTrue(
        server.request().contains("\"name\":\"measure\",\"arguments\":{\"text\":\"one three\"}"),
        server.request());
  }

  private static String tools(String name) {
    return "\"result\":{\"tools\":[{\"name\":\"%s\",\"inputSchema\":{}}]}".formatted(name);
  }

  private static Ran at(FakeServer server, String... words) {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("BULLPEN_PROJECT", server.folder().toString());
    return InThisJvm.run(server.folder(), environment, words);
  }

  @Test
  void an_allow_list_of_the_operator_holds_for_a_call_by_hand_too() {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("MCPBASH_TOOL_ALLOWLIST", "other");
    Ran ran =
        Ran.of(
            Path.of("/"),
            environment,
            command("call", "hello", "--project", example("tools-hello")));

    assertEquals(
        new Ran(
            1,
            "",
            "launcher: the server answered error -32602: Tool 'hello' blocked by policy (not in"
                + " MCPBASH_TOOL_ALLOWLIST). Add hello to it in your MCP client config, or set it"
                + " to '*' for all tools.\n"),
        withoutRoot(ran));
  }

  /** Without the warning about a server that runs as root, as it does where tests do. */
  private static Ran withoutRoot(Ran ran) {
    return new Ran(ran.exitCode(), ran.out(), ran.err().replaceAll(".* warning .*root.*\\n", ""));
  }

  @Test
  void a_tool_that_is_not_there_is_answered_with_one_like_it(@TempDir Path folder)
      throws Exception {
    Ran ran = at(FakeServer.answering(folder, tools("hello")), "call", "helo");

    assertEquals(
        new Ran(
            2,
            "",
            "launcher: there is no tool \"helo\". Did you mean hello? launcher list shows all.\n"),
        ran);
  }

  @Test
  void lists_show_what_there_is_whatever_the_address_of_the_operators_server() {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("BULLPEN_HTTP", "127.0.0.1:0");
    environment.put("BULLPEN_ADMIN", "127.0.0.1:0");

    Ran ran =
        Ran.of(Path.of("/"), environment, command("list", "--project", example("tools-arguments")));

    assertEquals(0, ran.exitCode(), ran.toString());
    assertTrue(
        ran.out()
            .startsWith(
                "tools: 2\n  add --first INTEGER --second INTEGER\n      The sum of two integers\n"),
        ran.out());
    assertTrue(ran.out().endsWith("prompts: none\nresources: none\ntemplates: none\n"), ran.out());
  }

  @Test
  void a_prompt_is_filled_and_a_resource_is_read() {
    Ran prompt = launcher("prompt", "choose-license", "--license", "MIT", "--project", EXAMPLE);

    assertEquals(0, prompt.exitCode(), prompt.toString());
    assertTrue(prompt.out().startsWith("user:\n"), prompt.out());
    assertTrue(prompt.out().contains("MIT"), prompt.out());

    Ran resource = launcher("read", "clock://now", "--project", example("resources"));
    assertEquals(0, resource.exitCode(), resource.toString());
    assertTrue(resource.out().strip().matches("\\d{4}-\\d\\d-\\d\\dT.*"), resource.out());
  }

  @Test
  void an_error_answer_is_reported_and_is_a_failure(@TempDir Path folder) throws Exception {
    FakeServer server =
        FakeServer.answering(folder, "\"error\":{\"code\":-32002,\"message\":\"Not found\"}");

    assertEquals(
        new Ran(1, "", "launcher: the server answered error -32002: Not found\n"),
        at(server, "read", "file:///nowhere"));
  }
}
