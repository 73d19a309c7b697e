package dev.bullpen.helper.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.api.Content;
import dev.bullpen.api.Message;
import dev.bullpen.api.PromptMessages;
import dev.bullpen.api.PromptRequest;
import dev.bullpen.api.ResourceContents;
import dev.bullpen.api.ResourceException;
import dev.bullpen.api.ResourceRequest;
import dev.bullpen.api.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Prompts and resources. */
class OtherCallsTests {
  private final Rig rig = new Rig();

  @TempDir Path exchange;

  private PromptRequest prompt() throws Exception {
    AtomicReference<PromptRequest> seen = new AtomicReference<>();
    rig.prompt(
        request -> {
          seen.set(request);
          return PromptMessages.user("");
        });
    return seen.get();
  }

  private ResourceRequest resource(String uri) throws Exception {
    AtomicReference<ResourceRequest> seen = new AtomicReference<>();
    rig.resource(
        uri,
        request -> {
          seen.set(request);
          return ResourceContents.text("");
        });
    return seen.get();
  }

  @Test
  void a_prompt_is_given_its_arguments() throws Exception {
    rig.with("MCP_PROMPT_NAME", "review")
        .with("MCP_PROMPT_ARGS_JSON", "{\"b\":\"x\\ny\",\"a\":\"\"}")
        .with("MCP_TOOL_META_JSON", "{\"k\":1}");
    PromptRequest request = prompt();
    assertEquals("review", request.name());
    assertEquals("{b=x\ny, a=}", request.arguments().toString());
    assertEquals(Map.of("k", 1L), request.job().meta());
  }

  @Test
  void long_arguments_of_a_prompt_come_from_their_file() throws Exception {
    Path file = Files.writeString(exchange.resolve("args.json"), "{\"a\":\"b\"}");
    rig.with("MCP_PROMPT_ARGS_JSON", "").with("MCP_PROMPT_ARGS_FILE", file.toString());
    assertEquals("b", prompt().argument("a"));
  }

  @Test
  void messages_are_printed_as_a_script_prints_them() throws Exception {
    assertEquals(
        "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"a\"}},"
            + "{\"role\":\"assistant\",\"content\":{\"type\":\"image\",\"data\":\"AQ==\","
            + "\"mimeType\":\"image/png\"}}],\"description\":\"d\"}",
        rig.prompt(
            request ->
                PromptMessages.of(
                        Message.user("a"),
                        new Message(Role.ASSISTANT, Content.image(new byte[] {1}, "image/png")))
                    .describedAs("d")));
    assertEquals("{\"messages\":[]}", rig.prompt(request -> PromptMessages.of()));
  }

  @Test
  void a_prompt_without_a_required_argument_ends_with_its_name() {
    ScriptExit exit =
        assertThrows(
            ScriptExit.class,
            () -> rig.prompt(request -> PromptMessages.user(request.argument("code"))));
    assertEquals(1, exit.code());
    assertEquals("\"code\" is missing: it must be text", exit.getMessage());
  }

  @Test
  void a_resource_is_given_its_uri_and_the_variables() throws Exception {
    rig.with("MCP_RESOURCE_TEMPLATE_VARS_JSON", "{\"name\":\"a b\"}")
        .with("MCP_TOOL_NAME", "of a server around this one");
    ResourceRequest request = resource("team://members/a%20b");
    assertEquals("team://members/a%20b", request.uri());
    assertEquals("a b", request.variable("name"));
  }

  @Test
  void a_resource_that_is_no_templates_has_no_variables() throws Exception {
    assertEquals(Map.of(), resource("x:1").variables());
  }

  @Test
  void contents_are_printed_byte_for_byte() throws Exception {
    byte[] bytes = {0, (byte) 0xff, '\n'};
    assertArrayEquals(bytes, rig.resource("x:1", request -> ResourceContents.bytes(bytes)));
    assertArrayEquals(
        "\u00e4\n".getBytes(UTF_8),
        rig.resource("x:1", request -> ResourceContents.text("\u00e4\n")));
  }

  @ParameterizedTest
  @CsvSource({"NOT_FOUND, 3", "INVALID, 4", "FAILED, 5"})
  void a_resource_fails_with_the_exit_code_for_that(ResourceException.Kind kind, int code) {
    ScriptExit exit =
        assertThrows(
            ScriptExit.class,
            () ->
                rig.resource(
                    "x:1",
                    request -> {
                      throw new ResourceException(kind, "why");
                    }));
    assertEquals(code, exit.code());
    assertEquals("why", exit.getMessage());
  }

  @Test
  void a_resource_that_fails_otherwise_keeps_what_it_threw() {
    IllegalStateException thrown = new IllegalStateException("why");
    ScriptExit exit =
        assertThrows(
            ScriptExit.class,
            () ->
                rig.resource(
                    "x:1",
                    request -> {
                      throw thrown;
                    }));
    assertEquals(5, exit.code());
    assertSame(thrown, exit.getCause());
  }

  @Test
  void a_missing_variable_is_an_invalid_uri() {
    ScriptExit exit =
        assertThrows(
            ScriptExit.class,
            () -> rig.resource("x:1", request -> ResourceContents.text(request.variable("name"))));
    assertEquals(4, exit.code());
  }
}
