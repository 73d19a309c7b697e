package dev.bullpen.helper.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.api.Annotations;
import dev.bullpen.api.Arguments;
import dev.bullpen.api.Content;
import dev.bullpen.api.JsonRpcException;
import dev.bullpen.api.ResourceContents;
import dev.bullpen.api.Role;
import dev.bullpen.api.ToolRequest;
import dev.bullpen.api.ToolResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolCallTests {
  private final Rig rig = new Rig();

  @TempDir Path exchange;

  private ToolRequest seen() throws Exception {
    AtomicReference<ToolRequest> seen = new AtomicReference<>();
    rig.tool(
        request -> {
          seen.set(request);
          return ToolResult.text("");
        });
    return seen.get();
  }

  @Test
  void the_arguments_come_in_order_and_exactly() throws Exception {
    rig.with("MCP_TOOL_NAME", "count")
        .with("MCP_TOOL_ARGS_JSON", "{\"z\":1.50,\"a\":12345678901234567890,\"m\":null}");
    ToolRequest request = seen();
    assertEquals("count", request.name());
    assertEquals("{z=1.50, a=12345678901234567890, m=null}", request.arguments().toString());
  }

  @Test
  void long_arguments_come_from_their_file() throws Exception {
    Path file = Files.writeString(exchange.resolve("args.json"), "{\"a\":\"\u00e4\"}");
    rig.with("MCP_TOOL_ARGS_JSON", "").with("MCP_TOOL_ARGS_FILE", file.toString());
    assertEquals("\u00e4", seen().arguments().text("a"));
  }

  @Test
  void a_file_that_is_gone_is_reported() {
    rig.with("MCP_TOOL_ARGS_JSON", "").with("MCP_TOOL_ARGS_FILE", exchange + "/gone");
    ScriptExit exit = assertThrows(ScriptExit.class, this::seen);
    assertTrue(exit.getMessage().startsWith("the file of MCP_TOOL_ARGS_FILE cannot be read"));
  }

  @Test
  void no_arguments_are_none() throws Exception {
    rig.with("MCP_TOOL_ARGS_JSON", "");
    assertEquals(Map.of(), seen().arguments().asMap());
  }

  @Test
  void text_is_a_whole_result() throws Exception {
    assertEquals(
        "{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}],\"isError\":false}",
        rig.tool(request -> ToolResult.text("hello")));
  }

  @Test
  void an_error_is_one() throws Exception {
    assertEquals(
        "{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}",
        rig.tool(request -> ToolResult.error("no")));
  }

  @Test
  void nothing_at_all_is_a_result_too() throws Exception {
    assertEquals("{\"content\":[],\"isError\":false}", rig.tool(request -> ToolResult.of()));
  }

  @Test
  void what_is_structured_alone_is_shown_as_its_json() throws Exception {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("z", List.of(1, 2.5, true));
    value.put("a", null);
    assertEquals(
        "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"z\\\":[1,2.5,true],\\\"a\\\":null}\"}],"
            + "\"structuredContent\":{\"z\":[1,2.5,true],\"a\":null},\"isError\":false}",
        rig.tool(request -> ToolResult.structured(value)));
  }

  @Test
  void what_is_structured_and_shown_otherwise_is_shown_so() throws Exception {
    assertEquals(
        "{\"content\":[{\"type\":\"text\",\"text\":\"nothing\"}],\"structuredContent\":null,"
            + "\"isError\":false,\"_meta\":{\"k\":[1]}}",
        rig.tool(
            request -> ToolResult.text("nothing").withStructured(null).withMeta("k", List.of(1))));
  }

  @Test
  void every_kind_of_content_has_its_form() throws Exception {
    byte[] bytes = {0, 1, (byte) 0xff};
    Annotations both = Annotations.forAudience(Role.USER, Role.ASSISTANT).withPriority(1);
    assertEquals(
        "{\"content\":["
            + "{\"type\":\"image\",\"data\":\"AAH/\",\"mimeType\":\"image/png\"},"
            + "{\"type\":\"audio\",\"data\":\"AAH/\",\"mimeType\":\"audio/wav\"},"
            + "{\"type\":\"resource\",\"resource\":{\"uri\":\"x:1\",\"mimeType\":\"text/plain\","
            + "\"text\":\"a\"}},"
            + "{\"type\":\"resource\",\"resource\":{\"uri\":\"x:2\",\"mimeType\":\"x/y\","
            + "\"blob\":\"AAH/\"}},"
            + "{\"type\":\"resource_link\",\"uri\":\"x:3\",\"name\":\"n\"},"
            + "{\"type\":\"resource_link\",\"uri\":\"x:4\",\"name\":\"n\",\"title\":\"t\","
            + "\"description\":\"d\",\"mimeType\":\"x/y\",\"size\":3},"
            + "{\"type\":\"text\",\"text\":\"b\",\"annotations\":{\"audience\":[\"user\","
            + "\"assistant\"],\"priority\":1,\"lastModified\":\"1970-01-01T00:00:00Z\"}}"
            + "],\"isError\":false}",
        rig.tool(
            request ->
                ToolResult.of(
                    Content.image(bytes, "image/png"),
                    Content.audio(bytes, "audio/wav"),
                    Content.embedded("x:1", "text/plain", ResourceContents.text("a")),
                    Content.embedded("x:2", "x/y", ResourceContents.bytes(bytes)),
                    Content.link("x:3", "n"),
                    Content.link("x:4", "n").titled("t").describedAs("d").ofType("x/y").ofSize(3),
                    Content.text("b").annotated(both.changedAt(Instant.EPOCH)))));
  }

  @Test
  void a_wrong_argument_is_reported_to_the_model() throws Exception {
    rig.with("MCP_TOOL_ARGS_JSON", "{\"limit\":\"ten\"}");
    assertEquals(
        "{\"content\":[{\"type\":\"text\",\"text\":\"\\\"limit\\\" must be a number, not text\"}],"
            + "\"isError\":true}",
        rig.tool(request -> ToolResult.text("" + request.arguments().decimal("limit"))));
  }

  @Test
  void an_error_of_the_protocol_goes_into_its_file() throws Exception {
    Path file = Files.createFile(exchange.resolve("error"));
    rig.with("MCP_TOOL_ERROR_FILE", file.toString());
    String printed =
        rig.tool(
            request -> {
              throw new JsonRpcException(-32001, "no \"such\"", Map.of("a", 1));
            });
    assertEquals("", printed);
    assertEquals(
        "{\"code\":-32001,\"message\":\"no \\\"such\\\"\",\"data\":{\"a\":1}}",
        Files.readString(file));
    rig.tool(
        request -> {
          throw JsonRpcException.invalidParams("bad");
        });
    assertEquals("{\"code\":-32602,\"message\":\"bad\"}", Files.readString(file));
  }

  @Test
  void without_that_file_it_ends_the_tool_with_its_message() {
    ScriptExit exit =
        assertThrows(
            ScriptExit.class,
            () ->
                rig.tool(
                    request -> {
                      throw JsonRpcException.invalidParams("bad");
                    }));
    assertEquals("bad", exit.getMessage());
  }

  @Test
  void a_value_that_is_no_json_is_the_authors_to_mend() {
    ScriptExit exit =
        assertThrows(
            ScriptExit.class,
            () -> rig.tool(request -> ToolResult.structured(Map.of("d", new Date(0)))));
    assertTrue(exit.getMessage().startsWith("A value of type java.util.Date is not JSON."));
  }

  @Test
  void an_error_of_the_jvm_is_what_the_call_throws() {
    assertThrows(
        StackOverflowError.class,
        () ->
            rig.tool(
                request -> {
                  throw new StackOverflowError();
                }));
  }

  @Test
  void the_job_has_the_projects_path_and_what_came_with_the_call() throws Exception {
    rig.with("MCPBASH_PROJECT_ROOT", "/some/project")
        .with("MCP_TOOL_META_JSON", "{\"progressToken\":7}")
        .with(
            "MCP_ROOTS_JSON",
            "[{\"uri\":\"file:///a%20b\",\"name\":\"A\",\"path\":\"/a b\"},{\"uri\":1}]");
    ToolRequest request = seen();
    assertEquals(Path.of("/some/project"), request.job().project());
    assertEquals(Map.of("progressToken", 7L), request.job().meta());
    assertEquals(1, request.job().roots().size());
    assertEquals("file:///a%20b", request.job().roots().get(0).uri());
    assertEquals("A", request.job().roots().get(0).name());
    assertEquals(Path.of("/a b"), request.job().roots().get(0).path());
    assertEquals("/some/project", request.job().environment().get("MCPBASH_PROJECT_ROOT"));
    assertThrows(UnsupportedOperationException.class, () -> request.job().environment().clear());
  }

  @Test
  void the_job_tells_what_is_left_of_its_time() throws Exception {
    assertTrue(seen().job().timeLeft().isEmpty());
    rig.with("MCP_TOOL_TIMEOUT_SECS", "60");
    long left = seen().job().timeLeft().orElseThrow().toMillis();
    assertTrue(left > 0 && left <= 60_000, "left: " + left);
  }

  @Test
  void the_job_knows_when_it_is_cancelled() throws Exception {
    ToolRequest request = seen();
    assertFalse(request.job().cancelled());
    rig.ports.cancelled = true;
    assertTrue(request.job().cancelled());
  }

  @Test
  void arguments_of_one_call_do_not_reach_the_next() throws Exception {
    rig.with("MCP_TOOL_ARGS_JSON", "{\"a\":1}");
    Arguments first = seen().arguments();
    rig.with("MCP_TOOL_ARGS_JSON", "{}");
    assertFalse(seen().arguments().has("a"));
    assertTrue(first.has("a"));
  }
}
