package dev.bullpen.server.stdio;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Bytes;
import dev.bullpen.fuzz.Fuzz;
import dev.bullpen.fuzz.JsonGrammar;
import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.Line;
import dev.bullpen.protocol.line.LineReader;
import dev.bullpen.protocol.method.CallParams;
import dev.bullpen.protocol.method.CompleteParams;
import dev.bullpen.protocol.method.ListPage;
import dev.bullpen.protocol.method.ListenParams;
import dev.bullpen.protocol.method.ResourceParams;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.session.Session;
import dev.bullpen.server.session.Sessions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Random lines, from their bytes to the bytes of their answers. */
class LineProtocolFuzzTests {
  private static final int ROUNDS = 400;
  private static final int MOST_LINE_BYTES = 20_000;
  private static final int INTERNAL_ERROR = -32603;

  private static final List<String> LINES =
      lines(
          "{'jsonrpc':'2.0','id':1,'method':'initialize','params':{'protocolVersion':'2025-03-26','capabilities':{'roots':{'listChanged':true},'sampling':{},'elicitation':{}},'clientInfo':{'name':'t','version':'0'}}}",
          "{'jsonrpc':'2.0','method':'notifications/initialized'}",
          "{'jsonrpc':'2.0','id':'p','method':'ping','params':{'_meta':{'progressToken':1}}}",
          "{'jsonrpc':'2.0','id':2,'method':'completion/complete','params':{'ref':{'type':'ref/prompt','name':'a'},'argument':{'name':'a','value':'b'},'context':{'arguments':{'c':'d'}}}}",
          "{'jsonrpc':'2.0','id':3,'method':'completion/complete','params':{'ref':{'type':'ref/resource','uri':'x://{a}'},'argument':{'name':'a','value':''},"
              + Calls.MODERN
              + "}}",
          "{'jsonrpc':'2.0','id':4,'method':'tools/call','params':{'name':'t','arguments':{'a':[1,{}]},"
              + Calls.MODERN
              + ",'inputResponses':{'k':{'action':'accept'}},'requestState':'s'}}",
          "{'jsonrpc':'2.0','id':5,'method':'prompts/get','params':{'name':'p','arguments':{'a':'b'}}}",
          "{'jsonrpc':'2.0','id':6,'method':'resources/read','params':{'uri':'file:///a',"
              + Calls.MODERN
              + "}}",
          "{'jsonrpc':'2.0','id':7,'method':'tools/list','params':{'cursor':'c'}}",
          "{'jsonrpc':'2.0','id':9,'method':'subscriptions/listen','params':{'notifications':{'toolsListChanged':true,'resourceSubscriptions':['file:///a']},"
              + Calls.MODERN
              + "}}",
          "{'jsonrpc':'2.0','id':10,'method':'logging/setLevel','params':{'level':'warning'}}",
          "{'jsonrpc':'2.0','id':11,'method':'server/discover','params':{" + Calls.MODERN + "}}",
          "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':2,'reason':'r'}}",
          "{'jsonrpc':'2.0','id':12,'result':{'roots':[{'uri':'file:///a','name':'n'}]}}",
          "{'jsonrpc':'2.0','id':'1','error':{'code':-1,'message':'m'}}",
          "[{'jsonrpc':'2.0','id':13,'method':'ping'},{'jsonrpc':'2.0','method':'notifications/roots/list_changed'},5]");

  private static final JsonGrammar GRAMMAR = JsonGrammar.of(LINES);

  /** Reads its params as the one who serves the method does, and answers at once. */
  private interface Reading {
    void read(JsonNode params, Revision revision) throws JsonRpcException;
  }

  private static final Map<String, Reading> READING = new HashMap<>();

  static {
    READING.put(Methods.COMPLETE, CompleteParams::parse);
    READING.put(Methods.TOOLS_CALL, CallParams::parse);
    READING.put(Methods.PROMPTS_GET, CallParams::parse);
    READING.put(Methods.RESOURCES_READ, (params, revision) -> ResourceParams.read(params));
    READING.put(Methods.TOOLS_LIST, (params, revision) -> ListPage.parse(params));
    READING.put(Methods.LISTEN, (params, revision) -> ListenParams.parse(params));
  }

  @Test
  void whatever_comes_each_request_has_one_proper_answer() {
    Fuzz.rounds("lines to a server", 1, ROUNDS, LineProtocolFuzzTests::round);
  }

  private static void round(Random chance) throws IOException {
    byte[] input = input(chance);
    Wire wire = Wire.reading();
    CallTable table = new CallTable();
    Map<String, Handler> handlers = new HashMap<>();
    READING.forEach(
        (method, reading) ->
            handlers.put(
                method,
                call -> {
                  reading.read(call.params(), call.revision());
                  call.answer(Json.object());
                }));
    Session session = Sessions.of(Calls.client(wire), table, handlers);
    new ReadLoop(new ByteArrayInputStream(input), MOST_LINE_BYTES, session, () -> {}).run();
    List<JsonNode> said = wire.lines();
    Expected expected = expected(input);
    int single = 0;
    int arrays = 0;
    for (JsonNode line : said) {
      assertFalse(Json.text(line).contains("Internal error"), () -> line.toString());
      assertFalse(line.at("/error/code").intValue(0) == INTERNAL_ERROR, () -> line.toString());
      if (line.isArray()) {
        arrays++;
      } else if (!line.has("method")) {
        assertTrue(line.has("result") ^ line.has("error"), () -> line.toString());
        single++;
      }
    }
    int answers = single + arrays;
    assertTrue(
        answers >= expected.least && answers <= expected.most,
        answers + " answers where " + expected.least + " to " + expected.most + " are due");
    assertTrue(table.awaitNone(Duration.ZERO), "calls are left open");
  }

  /**
   * How many lines of answers there must be. A batch has one, or none if it needs none; a cancel
   * takes back every answer with that id that has not been written yet.
   */
  private static final class Expected {
    private int least;
    private int most;
  }

  private static Expected expected(byte[] input) throws IOException {
    List<Message> messages = messages(input);
    Set<RequestId> cancelled = new HashSet<>();
    messages.forEach(message -> addCancelled(message, cancelled));
    Expected expected = new Expected();
    for (Message message : messages) {
      boolean isRequest = message instanceof Message.Request;
      boolean isInvalid = message instanceof Message.Invalid;
      boolean isSure =
          isInvalid
              || message instanceof Message.Request request && !cancelled.contains(request.id());
      expected.least += isSure ? 1 : 0;
      expected.most += isRequest || isInvalid || message instanceof Message.Batch ? 1 : 0;
    }
    return expected;
  }

  private static void addCancelled(Message message, Set<RequestId> cancelled) {
    if (message instanceof Message.Batch batch) {
      batch.elements().forEach(element -> addCancelled(element, cancelled));
    } else if (message instanceof Message.Notification notification) {
      RequestId.cancelled(notification.params()).ifPresent(cancelled::add);
    }
  }

  private static List<Message> messages(byte[] input) throws IOException {
    List<Message> messages = new ArrayList<>();
    LineReader lines = new LineReader(new ByteArrayInputStream(input), MOST_LINE_BYTES);
    for (Line line = lines.next(); !(line instanceof Line.End); line = lines.next()) {
      messages.add(
          line instanceof Line.Text text
              ? Message.parse(text.utf8())
              : Message.refused(
                  ((Line.TooLong) line).sketch(), JsonRpcError.invalidRequest("too long")));
    }
    return messages;
  }

  private static byte[] input(Random chance) {
    ByteArrayOutputStream input = new ByteArrayOutputStream();
    for (int left = 1 + chance.nextInt(15); left > 0; left--) {
      String line = LINES.get(chance.nextInt(LINES.size()));
      String changed = chance.nextInt(3) == 0 ? line : GRAMMAR.changed(line, chance);
      byte[] bytes = changed.getBytes(StandardCharsets.UTF_8);
      input.writeBytes(chance.nextInt(10) == 0 ? Bytes.damaged(bytes, chance) : bytes);
      input.writeBytes((chance.nextInt(10) == 0 ? "\r\n \n" : "\n").getBytes());
    }
    return input.toByteArray();
  }

  private static List<String> lines(String... lines) {
    List<String> all = new ArrayList<>();
    for (String line : lines) {
      all.add(line.replace('\'', '"'));
    }
    return all;
  }
}
