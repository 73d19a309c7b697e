package dev.bullpen.acceptance.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.HttpSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What is no message, or cannot be taken as one, is refused, and harms nothing else. */
class BadBodiesTests {
  private static final int LONGEST = 8192;

  @AutoClose
  static final HttpRig RIG =
      HttpRig.start(
          project -> {}, launcher -> launcher.workers(1, 1).with("--max-line-bytes", "" + LONGEST));

  @AfterEach
  void others_are_served_still() {
    assertEquals(200, RIG.send(good()).status());
  }

  private static HttpCall good() {
    return RIG.modern("tools/list", Json.object());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Content-Type: APPLICATION/JSON; charset=utf-8 | 200",
        "Content-Encoding: identity                    | 200",
        "Transfer-Encoding: chunked                    | 200",
        "-Content-Type                                 | 415",
        "Content-Type: text/plain                      | 415",
        "Content-Type: application/jsonp               | 415",
        "Content-Type: application/x-www-form-urlencoded | 415",
        "Content-Encoding: gzip                        | 415",
      })
  void the_body_is_json_and_not_compressed(String edit, int status) {
    HttpReply reply = RIG.send(good().edited(edit));
    assertEquals(status, reply.status());
    assertEquals(status == 200, reply.response().has("result"));
  }

  @ParameterizedTest
  @CsvSource({"-1, false", "0, false", "1, false", "-1, true", "0, true", "1, true"})
  void a_body_that_is_too_long_is_refused_whether_it_says_so_or_not(int over, boolean isChunked) {
    HttpCall call = good();
    String longest = call.body() + " ".repeat(LONGEST + over - call.body().length());
    call = call.withBody(longest);
    HttpReply reply = RIG.send(isChunked ? call.header("Transfer-Encoding", "chunked") : call);
    assertEquals(over > 0 ? 413 : 200, reply.status());
    assertEquals(over <= 0, reply.response().has("result"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{                                                  | -32700",
        "nonsense                                           | -32700",
        "{'jsonrpc':'2.0','id':1,'method':'x'} {}           | -32700",
        "[]                                                 | -32600",
        "7                                                  | -32600",
        "{}                                                 | -32600",
        "{'jsonrpc':'1.0','id':1,'method':'ping'}           | -32600",
        "{'jsonrpc':'2.0','id':null,'method':'ping'}        | -32600",
        "{'jsonrpc':'2.0','id':1.5,'method':'ping'}         | -32600",
        "{'jsonrpc':'2.0','id':1,'method':7}                | -32600",
        "{'jsonrpc':'2.0','id':1,'method':'x','params':[]}  | -32600",
        "{'jsonrpc':'2.0','id':1,'id':2,'method':'ping'}    | -32600",
        "{'jsonrpc':'2.0','result':{}}                      | -32600",
        "{'jsonrpc':'2.0','method':'x','params':7}          | -32600",
      })
  void what_is_no_message_is_refused_in_both_eras(String body, int code) {
    HttpSession session = RIG.session(Revision.V2025_11_25, "{}");
    HttpCall modern = good();
    for (HttpCall call : new HttpCall[] {modern, session.post(Json.object())}) {
      String text = body.replace('\'', '"');
      HttpReply reply = RIG.send(call.withBody(text));
      JsonNode response = reply.response();
      assertEquals(400, reply.status(), response.toString());
      assertEquals(code, response.at("/error/code").asInt(0), response.toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[REQUEST]",
        "[REQUEST,REQUEST]",
        "{'jsonrpc':'2.0','id':1,'result':{}}",
      })
  void a_modern_body_is_one_request_or_one_notification(String body) {
    HttpCall call = good();
    String text = body.replace('\'', '"').replace("REQUEST", call.body());
    HttpReply reply = RIG.send(call.withBody(text));
    assertEquals(400, reply.status());
    assertEquals(-32600, reply.response().at("/error/code").asInt(0));
  }

  @ParameterizedTest
  @CsvSource({
    "POST /, 404",
    "POST /mcp/x, 404",
    "GET /favicon.ico, 404",
    "PUT /mcp, 405",
    "HEAD /mcp, 405"
  })
  void other_places_and_methods_are_not_there(String target, int status) {
    HttpReply reply = RIG.send(good().withBody("").to(target));
    assertEquals(status, reply.status());
    assertEquals(status == 405, reply.header("Allow").contains("POST"));
    assertTrue(target.startsWith("HEAD") || reply.response().has("error"));
  }
}
