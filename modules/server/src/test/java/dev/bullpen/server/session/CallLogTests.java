package dev.bullpen.server.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Trouble;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.client.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Each request that fails has one line. */
class CallLogTests {
  private static final String INITIALIZE =
      "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'%s',"
          + "'capabilities':{},'clientInfo':{'name':'t','version':'0'}}}";

  private static final String CALL =
      "{'jsonrpc':'2.0','id':2,'method':'tools/call','params':{'name':'t'}}";

  private final List<String> lines = new ArrayList<>();
  private final CallTable table = Calls.table(new Lines());
  private final Wire wire = Wire.reading();
  private final List<Call> open = new ArrayList<>();
  private final Dispatcher dispatcher =
      Sessions.dispatcher(Calls.client(wire), table, Map.of(Methods.TOOLS_CALL, open::add));

  @Test
  void a_request_with_an_id_that_is_still_open_has_a_line_and_the_first_is_served_on() {
    dispatch(INITIALIZE.formatted("2025-11-25"), CALL, CALL);
    assertLines(
        "INFO tool t failed after \\d+ ms: invalid-request, .*this id is still being served.*");
    assertEquals(1, open.size());
    assertTrue(open.get(0).isOpen());
    open.get(0).answer(Json.object());
    assertEquals(3, wire.lines().size());
  }

  @Test
  void a_batch_that_no_revision_allows_has_a_line() {
    dispatch(INITIALIZE.formatted("2025-11-25"), "[" + CALL + "," + CALL + "]");
    assertLines("INFO a batch of 2 failed after 0 ms: invalid-request, .*batches exist only.*");
  }

  @Test
  void what_is_refused_within_a_batch_has_a_line_each() {
    dispatch(
        INITIALIZE.formatted("2025-03-26"),
        "[7,%s,{'jsonrpc':'2.0','id':4,'method':'ping','params':{%s}}]"
            .formatted(INITIALIZE.formatted("2025-03-26"), Calls.MODERN));
    assertLines(
        "INFO a message of a batch failed after 0 ms: invalid-request, .*",
        "INFO request initialize failed after \\d+ ms: invalid-request, .*part of a batch.*",
        "INFO request ping failed after \\d+ ms: invalid-request, .*part of a batch.*");
  }

  @Test
  void requests_that_run_no_script_have_a_line_too() {
    dispatch(
        INITIALIZE.formatted("2025-11-25"),
        INITIALIZE.formatted("2025-11-25"),
        "{'jsonrpc':'2.0','id':3,'method':'no/such\\n'}");
    assertLines(
        "INFO request initialize failed after \\d+ ms: invalid-request, .*already initialized.*",
        "INFO request no/such\\\\n failed after \\d+ ms: not-found, .*");
  }

  @Test
  void a_check_that_had_no_turn_is_no_refusal_of_a_client_that_asks_too_fast() {
    JsonRpcError error = JsonRpcError.rateLimited("no turn within 30s");
    for (int i = 0; i < 7; i++) {
      Call call = call();
      call.troubled(Trouble.of(Trouble.UNCHECKED, error.message()));
      call.fail(error);
    }
    assertEquals(7, lines.size());
    assertMatches(
        "WARNING tool t failed after \\d+ ms: unchecked, no turn within 30s", lines.get(0));
  }

  @Test
  void of_refusals_of_a_client_that_asks_too_fast_the_first_have_a_line() {
    for (int i = 0; i < 10; i++) {
      call().fail(JsonRpcError.rateLimited("too fast"));
    }
    assertEquals(6, lines.size());
    assertMatches("WARNING tool t failed after \\d+ ms: rate-limited, too fast", lines.get(0));
    assertTrue(lines.get(5).endsWith(" (10 like it so far)"), lines.get(5));
  }

  @Test
  void a_failure_that_no_call_hears_has_a_line_and_the_call_that_comes_back_has_no_other() {
    Call asked = call();
    asked.ask(Json.object());
    assertEquals(List.of(), lines);
    asked.failedUnheard(Trouble.of("script-failed", "exit code 3"));
    Call again = call();
    again.logged();
    again.fail(JsonRpcError.internalError("exit code 3"));
    assertLines("WARNING tool t failed after \\d+ ms: script-failed, exit code 3");
  }

  @Test
  void no_surrogate_pair_is_cut_in_two() {
    Call call = call();
    call.troubled(Trouble.of("script-failed", "x" + "😀".repeat(2000)));
    call.fail(JsonRpcError.internalError("failed"));
    assertFalse(
        lines
            .get(0)
            .codePoints()
            .anyMatch(point -> Character.getType(point) == Character.SURROGATE));
    assertTrue(lines.get(0).endsWith("😀..."));
  }

  private void dispatch(String... messages) {
    for (String message : messages) {
      dispatcher.dispatch(Calls.message(message));
    }
  }

  private Call call() {
    ObjectNode params = Json.object().put("name", "t");
    Caller caller = Calls.legacy(Revision.V2025_11_25, ClientCapabilities.NONE);
    Call call =
        new Call(
            Calls.id(9), Methods.TOOLS_CALL, params, caller, new LineReply(wire.writer()), table);
    table.add(call);
    return call;
  }

  private void assertLines(String... patterns) {
    assertEquals(patterns.length, lines.size(), lines.toString());
    for (int i = 0; i < patterns.length; i++) {
      assertMatches(patterns[i], lines.get(i));
    }
  }

  private static void assertMatches(String pattern, String line) {
    assertTrue(line.matches(pattern), () -> line + " is not " + pattern);
  }

  private final class Lines implements System.Logger {
    @Override
    public String getName() {
      return "lines";
    }

    @Override
    public boolean isLoggable(Level level) {
      return level.compareTo(Level.INFO) >= 0;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
      add(level, text);
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String text, Object... values) {
      add(level, text);
    }

    private void add(Level level, String text) {
      if (isLoggable(level)) {
        lines.add(level + " " + text);
      }
    }
  }
}
