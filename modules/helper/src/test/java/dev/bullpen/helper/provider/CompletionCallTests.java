package dev.bullpen.helper.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.api.ArgumentException;
import dev.bullpen.api.CompletionRequest;
import dev.bullpen.api.JsonRpcException;
import dev.bullpen.api.Level;
import dev.bullpen.api.Suggestions;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompletionCallTests {
  private static final String ARGS =
      "{\"query\":\"sp\",\"prefix\":\"sp\",\"argument\":{\"name\":\"framework\",\"value\":\"sp\"},"
          + "\"context\":{\"arguments\":{\"b\":\"x y\",\"a\":\"\"}},\"ref\":{\"name\":\"new\"}}";

  private final Rig rig = new Rig();

  @Test
  void the_request_has_all_that_a_script_gets() throws Exception {
    AtomicReference<CompletionRequest> seen = new AtomicReference<>();
    rig.with("MCP_COMPLETION_NAME", "new")
        .with("MCP_COMPLETION_ARGS_JSON", ARGS)
        .with("MCP_COMPLETION_LIMIT", "20")
        .with("MCP_COMPLETION_OFFSET", "40")
        .completion(
            request -> {
              seen.set(request);
              return Suggestions.of();
            });
    CompletionRequest request = seen.get();
    assertEquals("new", request.name());
    assertEquals("framework", request.argument());
    assertEquals("sp", request.value());
    assertEquals("{b=x y, a=}", request.context().toString());
    assertEquals(40, request.offset());
    assertEquals(20, request.limit());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "x", "99999999999"})
  void what_is_no_count_wants_all_from_the_beginning(String count) throws Exception {
    rig.with("MCP_COMPLETION_OFFSET", count);
    assertEquals(
        "{\"suggestions\":[\"a\"],\"hasMore\":false,\"total\":1}",
        rig.completion(request -> Suggestions.page(List.of("a"), request)));
  }

  @Test
  void suggestions_are_printed_as_a_script_prints_them() throws Exception {
    assertEquals(
        "{\"suggestions\":[\"a\",\"\u00e4 \\\"b\\\"\"],\"hasMore\":true,\"total\":7}",
        rig.completion(
            request -> new Suggestions(List.of("a", "\u00e4 \"b\""), OptionalInt.of(7), true)));
    assertEquals(
        "{\"suggestions\":[],\"hasMore\":false}", rig.completion(request -> Suggestions.of()));
  }

  @Test
  void nothing_is_reported_or_asked_whatever_a_server_around_this_one_has_set() throws Exception {
    rig.with("MCP_TOOL_NAME", "outer")
        .with("MCP_PROGRESS_TOKEN", "1")
        .with("MCP_PROGRESS_STREAM", "/dev/null")
        .with("MCP_LOG_STREAM", "/dev/null")
        .with("MCP_ELICIT_SUPPORTED", "1")
        .with("MCP_ELICIT_REQUEST_FILE", "/d/elicit.request")
        .with("MCP_ELICIT_RESPONSE_FILE", "/d/elicit.response")
        .with("MCP_ROOTS_JSON", "[{\"uri\":\"file:///\",\"name\":\"\",\"path\":\"/\"}]")
        .with("MCP_TOOL_META_JSON", "{\"a\":1}")
        .completion(
            request -> {
              request.job().progress(1, 2, "a");
              request.job().log(Level.INFO, "a");
              assertFalse(request.job().canElicit());
              assertEquals(List.of(), request.job().roots());
              assertEquals(Map.of(), request.job().meta());
              return Suggestions.of();
            });
    assertEquals(List.of(), rig.ports.events);
  }

  @Test
  void an_exception_of_the_provider_is_what_the_call_throws() {
    IllegalStateException thrown = new IllegalStateException("no");
    assertEquals(
        thrown,
        assertThrows(
            IllegalStateException.class,
            () ->
                rig.completion(
                    request -> {
                      throw thrown;
                    })));
  }

  @Test
  void an_error_that_only_a_tool_can_have_ends_it_with_its_message() {
    ScriptExit exit =
        assertThrows(
            ScriptExit.class,
            () ->
                rig.completion(
                    request -> {
                      throw new JsonRpcException(-1, "no");
                    }));
    assertEquals(1, exit.code());
    assertEquals("no", exit.getMessage());
  }

  @Test
  void a_wrong_argument_ends_it_with_its_message() {
    ScriptExit exit =
        assertThrows(
            ScriptExit.class,
            () ->
                rig.completion(
                    request -> {
                      throw new ArgumentException("no");
                    }));
    assertEquals(1, exit.code());
  }

  @Test
  void null_is_no_answer() {
    ScriptExit exit = assertThrows(ScriptExit.class, () -> rig.completion(request -> null));
    assertEquals(
        Rig.Everything.class.getName() + " returned null. Return an empty result for nothing.",
        exit.getMessage());
  }

  @Test
  void arguments_that_are_not_json_are_reported() {
    rig.with("MCP_COMPLETION_ARGS_JSON", "{\"a\":1,\"a\":2}");
    ScriptExit exit =
        assertThrows(ScriptExit.class, () -> rig.completion(request -> Suggestions.of()));
    assertEquals("MCP_COMPLETION_ARGS_JSON is not JSON: line 1, column 11", exit.getMessage());
  }
}
