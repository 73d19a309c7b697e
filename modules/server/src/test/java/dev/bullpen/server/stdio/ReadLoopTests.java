package dev.bullpen.server.stdio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.session.Session;
import dev.bullpen.server.session.Sessions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ReadLoopTests {
  private static final int MAX_BYTES = 1000;

  private final Wire wire = Wire.reading();
  private final Client client = Calls.client(wire);

  private List<JsonNode> answers(Runnable heard, String... lines) {
    return answers(Map.of(), heard, lines);
  }

  private List<JsonNode> answers(Map<String, Handler> handlers, Runnable heard, String... lines) {
    Session session = Sessions.of(client, new CallTable(), handlers);
    byte[] input = String.join("\n", lines).replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    new ReadLoop(new ByteArrayInputStream(input), MAX_BYTES, session, heard).run();
    return wire.lines();
  }

  @Test
  void a_defect_in_serving_a_message_costs_the_next_nothing() {
    Handler defective =
        call -> {
          throw new ArithmeticException("a defect");
        };
    List<JsonNode> answers =
        answers(
            Map.of(Methods.TOOLS_LIST, defective),
            () -> {},
            "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'2025-06-18',"
                + "'capabilities':{},'clientInfo':{'name':'t','version':'0'}}}",
            "{'jsonrpc':'2.0','id':2,'method':'tools/list'}",
            "{'jsonrpc':'2.0','id':3,'method':'ping'}");
    assertEquals(-32603, answers.get(1).at("/error/code").intValue());
    assertTrue(answers.get(2).has("result"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "'id':3,"})
  void exit_after_shutdown_is_the_end_of_input(String id) {
    List<JsonNode> answers =
        answers(
            () -> {},
            "{'jsonrpc':'2.0',%s'method':'exit'}".formatted(id),
            "{'jsonrpc':'2.0','id':1,'method':'shutdown'}",
            "{'jsonrpc':'2.0','id':2,'method':'ping'}",
            "{'jsonrpc':'2.0',%s'method':'exit'}".formatted(id),
            "{'jsonrpc':'2.0','id':4,'method':'ping'}");
    List<Integer> expected = id.isEmpty() ? List.of(1, 2) : List.of(3, 1, 2, 3);
    assertEquals(expected, answers.stream().map(a -> a.path("id").intValue()).toList());
    assertEquals(!id.isEmpty(), answers.get(0).has("error"), "an exit before shutdown");
    assertTrue(answers.get(answers.size() - 1).has("result"));
  }

  @Test
  void a_line_too_long_is_answered_with_the_id_that_stands_in_it() {
    String argument = "'arguments':{'id':9,'text':'%s'}".formatted("x".repeat(2 * MAX_BYTES));
    List<JsonNode> answers =
        answers(
            () -> {},
            "{'jsonrpc':'2.0','id':'a','method':'tools/call','params':{%s}}".formatted(argument),
            "{'method':'tools/call','params':{%s},'jsonrpc':'2.0','id':7}".formatted(argument),
            "{'method':'notifications/x','params':{%s},'jsonrpc':'2.0'}".formatted(argument),
            "{'jsonrpc':'2.0','id':1,'result':{%s}}".formatted(argument),
            "{'jsonrpc':'2.0','id':2,'method':'ping'}");
    assertEquals(
        List.of("\"a\"", "7", "2"),
        answers.stream().map(answer -> Json.text(answer.path("id"))).toList());
    assertEquals(-32600, answers.get(1).at("/error/code").intValue());
  }

  @Test
  void a_defect_outside_the_dispatcher_is_answered_and_the_next_line_is_read() {
    AtomicInteger lines = new AtomicInteger();
    List<JsonNode> answers =
        answers(
            () -> {
              if (lines.incrementAndGet() == 1) {
                throw new StackOverflowError();
              }
            },
            "{'jsonrpc':'2.0','id':1,'method':'ping'}",
            "{'jsonrpc':'2.0','id':2,'method':'ping'}");
    assertEquals(List.of(1, 0, 2), answers.stream().map(a -> a.path("id").asInt(0)).toList());
    assertEquals(-32603, answers.get(1).at("/error/code").intValue());
  }
}
