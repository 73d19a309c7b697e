package dev.bullpen.helper.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.api.CompletionProvider;
import dev.bullpen.api.CompletionRequest;
import dev.bullpen.api.Suggestions;
import dev.bullpen.api.Tool;
import dev.bullpen.api.ToolRequest;
import dev.bullpen.api.ToolResult;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which class is called as what. */
class ProviderCallTests {
  private static final Map<String, String> AS_TOOL = Map.of("MCP_TOOL_NAME", "t");
  private static final Map<String, String> AS_COMPLETION = Map.of("MCP_COMPLETION_NAME", "c");
  private static final Map<String, String> AS_PROMPT = Map.of("MCP_PROMPT_NAME", "p");

  private static String run(Class<?> type, List<String> arguments, Map<String, String> environment)
      throws Exception {
    ProviderCall call = ProviderCall.of(type).orElseThrow();
    return new String(call.run(arguments, environment, new Recorder()), UTF_8);
  }

  private static String refusal(
      Class<?> type, List<String> arguments, Map<String, String> environment) {
    ScriptExit exit = assertThrows(ScriptExit.class, () -> run(type, arguments, environment));
    assertEquals(arguments.isEmpty() ? 1 : 5, exit.code());
    return exit.getMessage();
  }

  static class Plain {
    public static void main(String[] args) {}
  }

  static class Both implements CompletionProvider, Tool {
    private int calls;

    @Override
    public Suggestions complete(CompletionRequest request) {
      return Suggestions.of("suggested");
    }

    @Override
    public ToolResult call(ToolRequest request) {
      return ToolResult.text("call " + ++calls);
    }
  }

  static final class Inherits extends Both {}

  private static final class Private implements Tool {
    private Private() {}

    @Override
    public ToolResult call(ToolRequest request) {
      return ToolResult.text("hidden");
    }
  }

  @Test
  void a_class_without_any_of_the_interfaces_is_none() {
    assertTrue(ProviderCall.of(Plain.class).isEmpty());
    assertTrue(ProviderCall.of(String.class).isEmpty());
  }

  @Test
  void the_environment_decides_which_of_several_is_meant() throws Exception {
    assertTrue(run(Both.class, List.of(), AS_TOOL).contains("call 1"));
    assertTrue(run(Both.class, List.of(), AS_COMPLETION).contains("suggested"));
  }

  @Test
  void what_is_inherited_counts() throws Exception {
    assertTrue(run(Inherits.class, List.of(), AS_TOOL).contains("call 1"));
  }

  @Test
  void each_call_has_an_instance_of_its_own() throws Exception {
    ProviderCall call = ProviderCall.of(Both.class).orElseThrow();
    for (int i = 0; i < 2; i++) {
      byte[] printed = call.run(List.of(), AS_TOOL, new Recorder());
      assertTrue(new String(printed, UTF_8).contains("call 1"));
    }
  }

  @Test
  void neither_class_nor_constructor_need_be_public() throws Exception {
    assertTrue(run(Private.class, List.of(), AS_TOOL).contains("hidden"));
  }

  @Test
  void what_is_wanted_and_not_implemented_is_reported() {
    String name = Both.class.getName();
    assertEquals(
        name
            + " is called as a Prompt, but implements CompletionProvider, Tool."
            + " Implement dev.bullpen.api.Prompt, or name another file.",
        refusal(Both.class, List.of(), AS_PROMPT));
    assertEquals(
        name
            + " is called as a ResourceReader, but implements CompletionProvider, Tool."
            + " Implement dev.bullpen.api.ResourceReader, or name another file.",
        refusal(Both.class, List.of("x:1"), Map.of()));
  }

  @Test
  void a_job_that_does_not_say_what_it_is_for_is_refused() {
    assertTrue(
        refusal(Both.class, List.of(), Map.of("PATH", "/bin"))
            .startsWith("Nothing says what the provider is for"));
  }

  static final class NeedsMore implements Tool {
    NeedsMore(String more) {
      assertEquals("", more);
    }

    @Override
    public ToolResult call(ToolRequest request) {
      return ToolResult.text("");
    }
  }

  abstract static class Unfinished implements Tool {}

  static final class Stumbles implements Tool {
    Stumbles() throws IOException {
      throw new IOException("no file");
    }

    @Override
    public ToolResult call(ToolRequest request) {
      return ToolResult.text("");
    }
  }

  static final class Breaks implements Tool {
    Breaks() {
      throw new OutOfMemoryError("of a test");
    }

    @Override
    public ToolResult call(ToolRequest request) {
      return ToolResult.text("");
    }
  }

  @Test
  void a_class_that_cannot_be_made_is_reported_with_what_to_do() {
    assertEquals(
        NeedsMore.class.getName() + " has no constructor without parameters. Add one.",
        refusal(NeedsMore.class, List.of(), AS_TOOL));
    assertEquals(
        Unfinished.class.getName() + " is abstract. Name a class that is not.",
        refusal(Unfinished.class, List.of(), AS_TOOL));
  }

  @Test
  void what_a_constructor_throws_is_what_the_call_throws() {
    IOException thrown =
        assertThrows(IOException.class, () -> run(Stumbles.class, List.of(), AS_TOOL));
    assertEquals("no file", thrown.getMessage());
    assertThrows(OutOfMemoryError.class, () -> run(Breaks.class, List.of(), AS_TOOL));
  }

  @Test
  void a_rehearsal_is_a_whole_call() throws Exception {
    Map<String, String> variables = new HashMap<>();
    for (String variable : ProviderRehearsal.ENVIRONMENT.split("\0")) {
      variables.put(variable.split("=", 2)[0], variable.split("=", 2)[1]);
    }
    assertEquals(
        "{\"suggestions\":[\"Hamlet\"],\"hasMore\":true,\"total\":3}",
        run(ProviderRehearsal.class, List.of(), variables));
  }

  @Test
  void the_pool_knows_the_rehearsal_by_this_name() {
    assertEquals(
        "dev.bullpen.helper.provider.ProviderRehearsal", ProviderRehearsal.class.getName());
  }
}
