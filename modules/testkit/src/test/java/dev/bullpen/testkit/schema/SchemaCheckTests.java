package dev.bullpen.testkit.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.client.Revision;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SchemaCheckTests {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "V2024_11_05 | CompleteResult | {'completion':{'values':['a'],'total':1,'hasMore':false}}",
        "V2025_06_18 | CompleteResult | {'completion':{'values':[]}}",
        "V2026_07_28 | CompleteResult | {'resultType':'complete','completion':{'values':['a']}}",
        "V2026_07_28 | JSONRPCErrorResponse |"
            + " {'jsonrpc':'2.0','error':{'code':-32700,'message':'x'}}",
        "V2025_11_25 | JSONRPCErrorResponse |"
            + " {'jsonrpc':'2.0','error':{'code':-32700,'message':'x'}}",
        "V2025_03_26 | JSONRPCMessage | [{'jsonrpc':'2.0','id':1,'method':'ping'}]",
        "V2025_06_18 | NumberSchema | {'type':'number','minimum':0.5}",
        "V2025_11_25 | NumberSchema | {'type':'number','default':0.5}"
      })
  void what_is_right_has_no_problems(Revision revision, String definition, String json)
      throws JsonException {
    assertEquals(List.of(), problems(revision, definition, json));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "V2024_11_05 | CompleteResult | {'completion':{'values':[1]}}",
        "V2025_03_26 | CompleteResult | {'values':[]}",
        "V2025_06_18 | CompleteResult | {'completion':{'values':['a'],'total':1.5}}",
        "V2026_07_28 | CompleteResult | {'completion':{'values':['a']}}",
        "V2026_07_28 | JSONRPCErrorResponse |"
            + " {'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'x'}}",
        "V2025_06_18 | JSONRPCError | {'jsonrpc':'2.0','error':{'code':-32700,'message':'x'}}",
        "V2026_07_28 | UnsupportedProtocolVersionError |"
            + " {'jsonrpc':'2.0','id':1,'error':{'code':-32022,'message':'x','data':{'supported':['2026-07-28']}}}",
        "V2025_06_18 | JSONRPCMessage | [{'jsonrpc':'2.0','id':1,'method':'ping'}]"
      })
  void what_is_wrong_has_some(Revision revision, String definition, String json)
      throws JsonException {
    assertTrue(problems(revision, definition, json).size() > 0);
  }

  @ParameterizedTest
  @EnumSource(Revision.class)
  void the_method_of_the_request_decides_what_its_result_must_be(Revision revision) {
    String right = revision.handshake() ? "{}" : "{\"resultType\":\"complete\"}"; // an empty result
    assertEquals(List.of(), exchanged(revision, "resources/subscribe", right));
    assertTrue(exchanged(revision, "completion/complete", right).size() > 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "V2024_11_05 | tools/list |"
            + " {'tools':[{'name':'a','title':'A','inputSchema':{'type':'object'}}]} |"
            + " /tools/title",
        "V2025_03_26 | tools/call | {'content':[],'structuredContent':{}} | /structuredContent",
        "V2025_06_18 | tools/call | {'content':[{'type':'text','text':'a','surprise':1}]} |"
            + " /content/surprise",
        "V2025_11_25 | tools/call | {'content':[],'resultType':'complete'} | /resultType",
        "V2025_11_25 | ping | {'resultType':'complete'} | /resultType",
        "V2026_07_28 | tools/call | {'content':[],'resultType':'complete','name':'a'} | /name"
      })
  void what_a_revision_does_not_define_is_a_problem(
      Revision revision, String method, String result, String where) {
    List<String> problems = exchanged(revision, method, result.replace('\'', '"'));
    assertEquals(1, problems.size(), problems.toString());
    assertTrue(problems.get(0).contains("nothing is defined at " + where + " "), problems.get(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "V2024_11_05 | tools/list |"
            + " {'tools':[{'name':'a','inputSchema':{'type':'object','$defs':{}}}],'_meta':{'x/y':1}}",
        "V2025_11_25 | tools/call |"
            + " {'content':[{'type':'resource_link','name':'n','uri':'x:y'}],'structuredContent':{'any':1}}",
        "V2026_07_28 | tools/call | {'resultType':'input_required','requestState':'s'}",
        "V2025_11_25 | completion/complete | {'completion':{'values':[],'nextCursor':'c'}}",
        "V2026_07_28 | tools/call | {'resultType':'complete','content':[],'structuredContent':null}"
      })
  void what_it_defines_or_leaves_open_is_none(Revision revision, String method, String result) {
    assertEquals(List.of(), exchanged(revision, method, result.replace('\'', '"')));
  }

  @Test
  void notifications_and_errors_without_an_id_are_checked_as_well() {
    String log =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\","
            + "\"params\":{\"level\":\"info\",\"data\":1,\"more\":2}}";
    String error = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"x\"}}";
    List<String> problems = checked(Revision.V2025_11_25, "", log + "\n" + error);
    assertEquals(1, problems.size(), problems.toString());
    assertTrue(problems.get(0).contains("/params/more"), problems.toString());
  }

  @Test
  void only_some_methods_may_ask_for_more() {
    String asking = "{\"resultType\":\"input_required\",\"requestState\":\"s\"}";
    assertTrue(exchanged(Revision.V2026_07_28, "tools/list", asking).size() > 0);
  }

  @Test
  void a_message_like_an_earlier_one_is_checked_once_unless_its_id_is_of_another_type() {
    String answer = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"x\":1}}";
    String answers =
        String.join("\n", answer.formatted("1"), answer.formatted("2"), answer.formatted("1.5"));
    List<String> problems =
        checked(
            Revision.V2024_11_05, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", answers);
    assertTrue(
        problems.stream().anyMatch(problem -> problem.contains("\"id\":1,")), problems.toString());
    assertTrue(
        problems.stream().noneMatch(problem -> problem.contains("\"id\":2,")), problems.toString());
    assertTrue(
        problems.stream().anyMatch(problem -> problem.contains("\"id\":1.5,")),
        problems.toString());
  }

  @Test
  void a_line_that_is_no_json_is_a_problem_and_so_is_an_answer_with_a_wrong_envelope() {
    assertEquals(List.of("not JSON in nonsense"), checked(Revision.V2025_11_25, "", "nonsense"));
    assertTrue(
        checked(Revision.V2025_11_25, "", "{\"jsonrpc\":\"1.0\",\"id\":1,\"result\":{}}").size()
            > 0);
  }

  @Test
  void a_definition_that_is_not_there_is_named() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> problems(Revision.V2024_11_05, "DiscoverResult", "{}"));
    assertEquals("no such definition: DiscoverResult", e.getMessage());
  }

  private static List<String> problems(Revision revision, String definition, String json)
      throws JsonException {
    return new SchemaCheck(revision).problems(definition, Json.parse(json.replace('\'', '"')));
  }

  private static List<String> exchanged(Revision revision, String method, String result) {
    return checked(
        revision,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}");
  }

  private static List<String> checked(Revision revision, String request, String answer) {
    try (McpProcess server =
        Launcher.of("sh", "-c", "read l; printf '%s\\n' \"$1\"", "sh", answer).start()) {
      server.sendLine(request);
      assertTrue(server.transcript().awaitEnd(Deadline.in(Duration.ofSeconds(20))));
      return new SchemaCheck(revision).problems(server.transcript());
    }
  }
}
