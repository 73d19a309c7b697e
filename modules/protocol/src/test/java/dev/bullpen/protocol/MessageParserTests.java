package dev.bullpen.protocol;

import static dev.bullpen.protocol.Trees.id;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.tree;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonSketch;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageParserTests {
  @Test
  void a_method_with_an_id_is_a_request() {
    assertEquals(
        new Message.Request(id(7), "tools/list", object("{'cursor':'x'}")),
        parse("{'jsonrpc':'2.0','id':7,'method':'tools/list','params':{'cursor':'x'}}"));
    assertEquals(
        new Message.Request(id(""), "", Trees.NOTHING),
        parse("{'jsonrpc':'2.0','id':'','method':''}"));
  }

  @Test
  void unknown_members_are_ignored() {
    assertEquals(
        new Message.Request(id(7), "ping", Trees.NOTHING),
        parse("{'x':1,'jsonrpc':'2.0','result':{},'id':7,'method':'ping'}"));
  }

  @Test
  void a_method_without_an_id_is_a_notification() {
    assertEquals(
        new Message.Notification("notifications/initialized", Trees.NOTHING),
        parse("{'jsonrpc':'2.0','method':'notifications/initialized'}"));
    assertEquals(
        new Message.Notification("n", object("{}")),
        parse("{'jsonrpc':'2.0','method':'n','params':{}}"));
  }

  @Test
  @DisplayName("FR-10: params that are null are none")
  void params_that_are_null_are_none() {
    assertEquals(
        new Message.Notification("n", tree("null")),
        parse("{'jsonrpc':'2.0','method':'n','params':null}"));
    assertEquals(
        new Message.Request(id(9), "ping", tree("null")),
        parse("{'jsonrpc':'2.0','id':9,'method':'ping','params':null}"));
  }

  @Test
  @DisplayName("FR-22: a line that was not kept is refused like any other")
  void a_line_that_was_not_kept_is_refused() {
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.of(id(7)), notKept("{'id':7,'method':'m'}"));
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.empty(), notKept("{'id':1,'id':1}"));
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.empty(), notKept("[{'id':7}]"));
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.empty(), notKept("{'id':7"));
    assertInstanceOf(Message.Ignored.class, notKept("{'method':'notifications/x'}"));
    assertInstanceOf(Message.Ignored.class, notKept("{'id':7,'result':{}}"));
  }

  private static Message notKept(String json) {
    byte[] line = json.replace('\'', '"').getBytes(UTF_8);
    return Message.refused(
        JsonSketch.of(new ByteArrayInputStream(line)), JsonRpcError.lineTooLong(9, 5));
  }

  @ParameterizedTest
  @DisplayName("FR-08: a notification is not answered, whatever is wrong with it")
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','method':'n','params':[1]}",
        "{'jsonrpc':'1.0','method':'n'}",
        "{'method':'n'}"
      })
  void a_broken_notification_is_not_answered(String json) {
    assertInstanceOf(Message.Ignored.class, parse(json));
  }

  @ParameterizedTest
  @DisplayName("FR-21: an answer names its request")
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','id':7,'result':{}}",
        "{'jsonrpc':'2.0','id':7,'error':{'code':1,'message':'m'}}",
        "{'jsonrpc':'2.0','id':7,'result':5,'error':5}"
      })
  void a_result_or_an_error_is_an_answer(String json) {
    assertEquals(new Message.Response(id(7), object(json)), parse(json));
  }

  @ParameterizedTest
  @DisplayName("FR-21: an answer to no request is not answered")
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','result':{}}",
        "{'jsonrpc':'2.0','id':null,'error':{'code':-32700,'message':'m'}}",
        "{'jsonrpc':'1.0','id':7,'result':{}}",
        "{'error':1}"
      })
  void a_broken_answer_is_not_answered(String json) {
    assertInstanceOf(Message.Ignored.class, parse(json));
  }

  @ParameterizedTest
  @DisplayName("FR-10: what is not JSON is a parse error without id")
  @ValueSource(
      strings = {
        "{bad json",
        "{'jsonrpc':'2.0','id':1,'method':'ping'",
        "{'jsonrpc':'2.0','id':1,'method':'ping'}}",
        "{'jsonrpc':'2.0','id':1,'method':'ping','params':{'a':1,'a':1}]",
        "nul",
        "\u0000",
        "{'a':'\t'}",
        "{'jsonrpc':'2.0','id':1,'method':'ping','params':{'\\ud800':1}"
      })
  void what_is_not_json_is_a_parse_error(String json) {
    assertInvalid(ErrorCode.PARSE_ERROR, Optional.empty(), parse(json));
  }

  private static final String DEEP = "[".repeat(300) + "]".repeat(300);

  @ParameterizedTest
  @DisplayName("FR-10: JSON that cannot be taken is an invalid request with the id it has")
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','id':7,'method':'ping','params':{'a':1,'a':2}}",
        "{'jsonrpc':'2.0','method':'ping','params':{'a':1,'a':2},'id':7}",
        "{'jsonrpc':'2.0','method':'a','method':'b','id':7}",
        "{'jsonrpc':'2.0','id':7,'method':'ping','params':{'a':DEEP}}",
        "{'id':7,'params':DEEP,'jsonrpc':'2.0','method':'ping'}",
        "{'jsonrpc':'2.0','id':7,'method':'ping','params':{'a':DIGITS}}",
        "{'jsonrpc':'2.0','id':7,'method':'ping','params':{'a':1e99999999999}}",
        "{'jsonrpc':'2.0','id':7,'method':'ping','params':{'LONG':1}}",
        "{'jsonrpc':'2.0','id':7,'method':'ping','params':{'\\ud800':1}}",
        "{'jsonrpc':'2.0','id':7,'method':'ping','params':{'\\\\\\uDC00' : 1}}",
        "{'jsonrpc':'2.0','id':7,'method':'ping','params':{'\\ud83d\\ud83d\\ude00':'\\ud800'}}",
        "{'a\\uD83D\\u0041':1,'jsonrpc':'2.0','id':7,'method':'ping'}"
      })
  void what_cannot_be_taken_is_answered_under_its_id(String json) {
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.of(id(7)), parse(extreme(json)));
  }

  @ParameterizedTest
  @DisplayName("FR-10: where the id is in doubt, none is sent")
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','id':1,'id':2,'method':'ping'}",
        "{'jsonrpc':'2.0','id':1e99999999999,'method':'ping'}",
        "{'jsonrpc':'2.0','id':DIGITS,'method':'ping'}",
        "{'jsonrpc':'2.0','method':'ping','params':DEEP,'id':7}",
        "[{'jsonrpc':'2.0','id':7,'method':'ping','params':{'a':1,'a':2}}]",
        "{'jsonrpc':'2.0','id':'\\ud800','method':'ping','params':{'\\ud800':1}}",
        "DEEP"
      })
  void no_id_is_sent_that_is_in_doubt(String json) {
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.empty(), parse(extreme(json)));
  }

  @ParameterizedTest
  @DisplayName("FR-08, FR-21: what is never answered is not answered then either")
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','method':'n','params':{'a':1,'a':2}}",
        "{'jsonrpc':'2.0','id':7,'result':{'a':1,'a':2}}",
        "{'jsonrpc':'2.0','id':7,'result':DEEP}",
        "{'jsonrpc':'2.0','method':'n','params':{'\\udfff':1}}"
      })
  void what_cannot_be_taken_and_is_no_request_is_not_answered(String json) {
    assertInstanceOf(Message.Ignored.class, parse(extreme(json)));
  }

  private static String extreme(String json) {
    return json.replace("DEEP", DEEP)
        .replace("DIGITS", "1".repeat(Json.MAX_DIGITS + 1))
        .replace("LONG", "n".repeat(50_001));
  }

  @Test
  @DisplayName("F11: invalid UTF-8 is a parse error")
  void invalid_utf8_is_a_parse_error() {
    byte[] line = "{'jsonrpc':'2.0','id':1,'method':'pXng'}".replace('\'', '"').getBytes(UTF_8);
    assertInstanceOf(Message.Request.class, Message.parse(line));
    line[new String(line, UTF_8).indexOf('X')] = (byte) 0xff;
    assertInvalid(ErrorCode.PARSE_ERROR, Optional.empty(), Message.parse(line));
  }

  @ParameterizedTest
  @DisplayName("FR-10: JSON that is no message is an invalid request without id")
  @ValueSource(
      strings = {
        "[]",
        "1",
        "'x'",
        "null",
        "true",
        "{}",
        "{'jsonrpc':'2.0'}",
        "{'jsonrpc':'2.0','method':5}",
        "{'jsonrpc':'2.0','params':{}}"
      })
  void json_that_is_no_message_is_invalid(String json) {
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.empty(), parse(json));
  }

  @ParameterizedTest
  @DisplayName("FR-10: a broken request gets an error under its id")
  @ValueSource(
      strings = {
        "{'id':9}",
        "{'jsonrpc':'2.0','id':9}",
        "{'jsonrpc':'1.0','id':9,'method':'ping'}",
        "{'jsonrpc':2.0,'id':9,'method':'ping'}",
        "{'id':9,'method':'ping'}",
        "{'jsonrpc':'2.0','id':9,'method':5}",
        "{'jsonrpc':'2.0','id':9,'method':null}",
        "{'jsonrpc':'2.0','id':9,'method':'ping','params':[1]}",
        "{'jsonrpc':'2.0','id':9,'method':'ping','params':'x'}"
      })
  void a_broken_request_gets_an_error_under_its_id(String json) {
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.of(id(9)), parse(json));
  }

  @ParameterizedTest
  @DisplayName("FR-06: a bad id makes an invalid request, not a notification")
  @ValueSource(strings = {"null", "true", "{}", "[1]", "1.5", "1e-3", "'\\ud800'"})
  void a_bad_id_makes_an_invalid_request(String id) {
    String json = "{'jsonrpc':'2.0','id':" + id + ",'method':'ping'}";
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.empty(), parse(json));
  }

  @Test
  @DisplayName("FR-12: a batch is its elements, each with its own fault")
  void a_batch_is_its_elements() {
    Message.Batch batch =
        assertInstanceOf(
            Message.Batch.class,
            parse(
                "[{'jsonrpc':'2.0','id':1,'method':'ping'},{'jsonrpc':'2.0','method':'n'},1,"
                    + "{'id':2},[],[{'jsonrpc':'2.0','id':3,'method':'ping'}]]"));
    List<Message> elements = batch.elements();
    assertEquals(6, elements.size());
    assertEquals(new Message.Request(id(1), "ping", Trees.NOTHING), elements.get(0));
    assertEquals(new Message.Notification("n", Trees.NOTHING), elements.get(1));
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.empty(), elements.get(2));
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.of(id(2)), elements.get(3));
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.empty(), elements.get(4));
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.empty(), elements.get(5));
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_batch_is_limited(int beyond, boolean accepted) {
    String json = "[" + "1,".repeat(Message.MAX_BATCH + beyond - 1) + "1]";
    assertEquals(accepted, parse(json) instanceof Message.Batch);
  }

  @Test
  @DisplayName("EC-04: an error says what is wrong in a sentence and repeats nothing")
  void an_error_says_what_is_wrong() {
    assertEquals(
        "Parse error: line 1, column 2: not valid JSON: a name without double quotes",
        error(parse("{hunter2")).message());
    assertEquals(
        "Invalid request: params must be an object",
        error(parse("{'jsonrpc':'2.0','id':9,'method':'m','params':1}")).message());
  }

  @Test
  @DisplayName("F11: nesting of 64 is read, endless nesting is refused")
  void nesting_is_read_to_a_depth() {
    String head = "{'jsonrpc':'2.0','id':9,'method':'ping','params':{'a':";
    assertInstanceOf(Message.Request.class, parse(head + "[".repeat(64) + "]".repeat(64) + "}}"));
    assertInvalid(ErrorCode.INVALID_REQUEST, Optional.empty(), parse("[".repeat(100_000)));
  }

  private static Message parse(String json) {
    return Message.parse(json.replace('\'', '"').getBytes(UTF_8));
  }

  private static JsonRpcError error(Message message) {
    return assertInstanceOf(Message.Invalid.class, message).error();
  }

  private static void assertInvalid(int code, Optional<RequestId> id, Message message) {
    Message.Invalid invalid = assertInstanceOf(Message.Invalid.class, message);
    assertEquals(code, invalid.error().code());
    assertEquals(id, invalid.id());
    assertTrue(invalid.error().data().isMissingNode());
  }
}
