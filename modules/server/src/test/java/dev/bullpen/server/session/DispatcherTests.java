package dev.bullpen.server.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.client.Client;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class DispatcherTests {
  private static final String INITIALIZE =
      "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'%s',"
          + "'capabilities':{},'clientInfo':{'name':'t','version':'0'}}}";

  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();
  private final List<Call> completions = new ArrayList<>();
  private final Client client = Calls.client(wire);
  private final Dispatcher dispatcher =
      Sessions.dispatcher(client, table, Map.of(Methods.COMPLETE, completions::add));

  private List<JsonNode> answers(String... messages) {
    for (String message : messages) {
      dispatcher.dispatch(Calls.message(message));
    }
    return wire.lines();
  }

  private static int code(JsonNode answer) {
    return answer.at("/error/code").intValue(0);
  }

  @ParameterizedTest
  @CsvSource({
    "2024-11-05, 2024-11-05",
    "2025-03-26, 2025-03-26",
    "2025-06-18, 2025-06-18",
    "2025-11-25, 2025-11-25",
    "2026-07-28, 2025-11-25",
    "1900-01-01, 2025-11-25"
  })
  void initialize_agrees_on_a_legacy_revision(String asked, String agreed) {
    JsonNode answer = answers(INITIALIZE.formatted(asked)).get(0);
    assertEquals(agreed, answer.at("/result/protocolVersion").stringValue());
  }

  @Test
  void a_second_initialize_is_refused_and_changes_nothing() {
    List<JsonNode> answers =
        answers(
            INITIALIZE.formatted("2025-03-26"),
            INITIALIZE.formatted("2025-06-18"),
            "[{'jsonrpc':'2.0','id':3,'method':'ping'}]");
    assertEquals(-32600, code(answers.get(1)));
    assertTrue(answers.get(2).isArray(), "still a session of 2025-03-26");
  }

  @Test
  void a_failed_initialize_leaves_the_way_open() {
    List<JsonNode> answers =
        answers(
            "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{}}",
            INITIALIZE.formatted("2025-06-18"));
    assertEquals(-32602, code(answers.get(0)));
    assertTrue(answers.get(1).has("result"));
  }

  @Test
  void before_initialize_methods_of_a_session_wait_for_it_and_unknown_ones_are_not_found() {
    List<JsonNode> answers =
        answers(
            "{'jsonrpc':'2.0','id':1,'method':'completion/complete'}",
            "{'jsonrpc':'2.0','id':2,'method':'server/discover'}",
            "{'jsonrpc':'2.0','id':3,'method':'no/such'}",
            "{'jsonrpc':'2.0','id':4,'method':'ping'}");
    assertEquals(-32000, code(answers.get(0)));
    assertEquals("Server not initialized", answers.get(0).at("/error/message").stringValue());
    assertTrue(answers.get(0).at("/error/data").stringValue().contains("envelope of 2026-07-28"));
    assertEquals(-32602, code(answers.get(1)));
    assertEquals(-32601, code(answers.get(2)));
    assertEquals(Json.object(), answers.get(3).path("result"));
  }

  @Test
  void the_eras_are_served_side_by_side() {
    List<JsonNode> answers =
        answers(
            INITIALIZE.formatted("2025-06-18"),
            "{'jsonrpc':'2.0','id':2,'method':'server/discover','params':{" + Calls.MODERN + "}}",
            "{'jsonrpc':'2.0','id':3,'method':'ping','params':{" + Calls.MODERN + "}}",
            "{'jsonrpc':'2.0','id':4,'method':'ping'}",
            "{'jsonrpc':'2.0','id':5,'method':'server/discover'}");
    assertEquals("complete", answers.get(1).at("/result/resultType").stringValue());
    assertEquals(-32601, code(answers.get(2)));
    assertTrue(answers.get(3).has("result"));
    assertEquals(-32601, code(answers.get(4)));
  }

  @Test
  void an_unknown_modern_version_is_answered_with_the_known_ones() {
    JsonNode answer =
        answers(
                "{'jsonrpc':'2.0','id':1,'method':'completion/complete','params':{'_meta':"
                    + "{'io.modelcontextprotocol/protocolVersion':'2030-01-01'}}}")
            .get(0);
    assertEquals(-32022, code(answer));
    assertEquals("2030-01-01", answer.at("/error/data/requested").stringValue());
  }

  @Test
  void a_request_whose_id_is_in_flight_is_refused_and_the_first_lives_on() {
    String complete =
        "{'jsonrpc':'2.0','id':7,'method':'completion/complete','params':{" + Calls.MODERN + "}}";
    dispatcher.dispatch(Calls.message(complete));
    dispatcher.dispatch(Calls.message(complete));
    assertEquals(1, completions.size());
    completions.get(0).answer(Json.object());
    List<JsonNode> answers = wire.lines();
    assertEquals(-32600, code(answers.get(0)));
    assertTrue(answers.get(1).has("result"));
  }

  @Test
  void a_cancel_finds_its_call_by_type_and_value() {
    dispatcher.dispatch(
        Calls.message(
            "{'jsonrpc':'2.0','id':'7','method':'completion/complete','params':{"
                + Calls.MODERN
                + "}}"));
    dispatcher.dispatch(
        Calls.message(
            "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':7}}"));
    assertTrue(table.find(completions.get(0).id()).isPresent());
    dispatcher.dispatch(
        Calls.message(
            "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':'7'}}"));
    assertTrue(table.find(completions.get(0).id()).isEmpty());
    assertEquals(List.of(), wire.lines());
  }

  @ParameterizedTest
  @CsvSource({"16, 16.0", "16.0, 16", "1e2, 100"})
  void a_number_cancels_the_call_it_is_equal_to_however_it_is_written(String id, String cancelled) {
    dispatcher.dispatch(
        Calls.message(
            "{'jsonrpc':'2.0','id':%s,'method':'completion/complete','params':{%s}}"
                .formatted(id, Calls.MODERN)));
    dispatcher.dispatch(
        Calls.message(
            "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':%s}}"
                .formatted(cancelled)));
    assertTrue(!completions.get(0).isOpen());
  }

  @ParameterizedTest
  @CsvSource({"16.0", "1e2", "-0"})
  void an_id_is_written_back_as_it_came(String id) {
    List<JsonNode> answers =
        answers("{'jsonrpc':'2.0','id':%s,'method':'ping'}".formatted(id), INITIALIZE);
    assertEquals(id, Json.text(answers.get(0).path("id")));
  }

  @Test
  void params_that_are_null_are_served_as_none() {
    List<JsonNode> answers =
        answers(
            INITIALIZE.formatted("2025-06-18"),
            "{'jsonrpc':'2.0','method':'notifications/initialized','params':null}",
            "{'jsonrpc':'2.0','id':2,'method':'ping','params':null}",
            "{'jsonrpc':'2.0','id':3,'method':'completion/complete','params':null}");
    assertTrue(client.agreement().isReady());
    assertTrue(answers.get(1).has("result"));
    assertTrue(completions.get(0).params().isMissingNode());
  }

  @Test
  void a_batch_is_answered_in_one_line_when_its_last_answer_is_there() {
    dispatcher.dispatch(Calls.message(INITIALIZE.formatted("2025-03-26")));
    dispatcher.dispatch(
        Calls.message(
            "[{'jsonrpc':'2.0','id':2,'method':'completion/complete'},"
                + "{'jsonrpc':'2.0','id':3,'method':'ping'},"
                + "{'jsonrpc':'2.0','method':'no/such'},"
                + "1,"
                + "{'jsonrpc':'2.0','id':4,'method':'initialize'},"
                + "{'jsonrpc':'2.0','id':5,'method':'ping','params':{"
                + Calls.MODERN
                + "}}]"));
    completions.get(0).answer(Json.object());
    JsonNode batch = wire.lines().get(1);
    assertEquals(5, batch.size());
    assertEquals(
        3,
        java.util.stream.StreamSupport.stream(batch.spliterator(), false)
            .filter(answer -> code(answer) == -32600)
            .count());
  }

  @Test
  void what_a_batch_has_been_answered_can_be_taken_back_until_the_last_answer_is_there() {
    dispatcher.dispatch(Calls.message(INITIALIZE.formatted("2025-03-26")));
    dispatcher.dispatch(
        Calls.message(
            "[{'jsonrpc':'2.0','id':2,'method':'completion/complete'},"
                + "{'jsonrpc':'2.0','id':3,'method':'ping'}]"));
    dispatcher.dispatch(
        Calls.message(
            "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':3}}"));
    completions.get(0).answer(Json.object());
    JsonNode batch = wire.lines().get(1);
    assertEquals(
        List.of(2), batch.valueStream().map(answer -> answer.path("id").asInt(0)).toList());
  }

  @Test
  void a_batch_whose_only_call_is_cancelled_is_not_answered() {
    dispatcher.dispatch(Calls.message(INITIALIZE.formatted("2025-03-26")));
    dispatcher.dispatch(Calls.message("[{'jsonrpc':'2.0','id':2,'method':'completion/complete'}]"));
    dispatcher.dispatch(
        Calls.message(
            "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':2}}"));
    assertEquals(1, wire.lines().size());
  }

  @Test
  void a_defect_in_serving_a_request_is_its_answer() {
    Handler deep =
        call -> {
          throw new StackOverflowError();
        };
    Dispatcher defective = Sessions.dispatcher(client, table, Map.of(Methods.COMPLETE, deep));
    for (int id = 1; id <= 2; id++) {
      defective.dispatch(
          Calls.message(
              "{'jsonrpc':'2.0','id':%d,'method':'completion/complete','params':{%s}}"
                  .formatted(id, Calls.MODERN)));
    }
    assertEquals(
        List.of(-32603, -32603), wire.lines().stream().map(DispatcherTests::code).toList());
    assertEquals(Optional.empty(), table.find(Calls.id(1)));
  }

  @Test
  void notifications_and_stray_answers_are_never_answered() {
    assertEquals(
        List.of(),
        answers(
            "{'jsonrpc':'2.0','method':'no/such'}",
            "{'jsonrpc':'2.0','method':'notifications/cancelled'}",
            "{'jsonrpc':'2.0','method':'notifications/initialized'}",
            "{'jsonrpc':'2.0','id':9,'result':{}}",
            "{'jsonrpc':'2.0','method':'ping','params':[1]}"));
  }
}
