package dev.bullpen.protocol.method;

import static dev.bullpen.protocol.Trees.NOTHING;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallParamsTests {
  private static final Revision MODERN = Revision.V2026_07_28;

  @ParameterizedTest
  @DisplayName("TL-24: a name is enough, in every revision")
  @EnumSource
  void a_name_is_enough(Revision revision) throws JsonRpcException {
    CallParams params = CallParams.parse(tree("{'name':'t'}"), revision);
    assertEquals("t", params.name());
    assertEquals(object("{}"), params.arguments());
    assertEquals(object("{}"), params.meta());
    assertEquals(OptionalInt.empty(), params.timeoutSecs());
    assertEquals(Optional.empty(), params.progressToken());
    assertEquals(Optional.empty(), params.inputResponses());
    assertEquals(Optional.empty(), params.requestState());
  }

  @Test
  void arguments_and_meta_come_as_they_are() throws JsonRpcException {
    CallParams params =
        parse("{'name':'t','arguments':{'b':1.50,'a':null},'_meta':{'x/y':[1],'progressToken':0}}");
    assertEquals("{'b':1.50,'a':null}", text(params.arguments()));
    assertEquals("{'x/y':[1],'progressToken':0}", text(params.meta()));
    assertEquals("0", text(params.progressToken().orElseThrow().json()));
  }

  @ParameterizedTest
  @DisplayName("TL-24: what is no call of a tool is refused, and the place named")
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|params.name is missing",
        "{'name':5}|params.name must be a string",
        "{'name':null}|params.name must be a string",
        "{'name':'t','arguments':[]}|params.arguments must be an object",
        "{'name':'t','arguments':null}|params.arguments must be an object",
        "{'name':'t','arguments':'{}'}|params.arguments must be an object",
        "{'name':'t','_meta':[]}|params._meta must be an object",
        "{'name':'t','_meta':null}|params._meta must be an object"
      })
  void what_is_no_call_is_refused(String json, String reason) {
    for (Revision revision : Revision.values()) {
      JsonRpcException refusal =
          assertThrows(JsonRpcException.class, () -> CallParams.parse(tree(json), revision));
      assertEquals(ErrorCode.INVALID_PARAMS, refusal.error().code());
      assertEquals("Invalid params: " + reason, refusal.error().message());
    }
  }

  @Test
  void no_params_are_no_call() {
    assertThrows(JsonRpcException.class, () -> CallParams.parse(NOTHING, MODERN));
  }

  @ParameterizedTest
  @CsvSource({"0,0", "1,1", "'\"7\"',7", "99999999999,2147483647", "-1,0", "1.5,0", "true,0"})
  void a_timeout_is_a_positive_number_of_seconds_or_none(String json, int seconds)
      throws JsonRpcException {
    assertEquals(
        seconds == 0 ? OptionalInt.empty() : OptionalInt.of(seconds),
        parse("{'name':'t','timeoutSecs':" + json + "}").timeoutSecs());
  }

  @ParameterizedTest
  @DisplayName("PG-07: a token of another type is none")
  @ValueSource(strings = {"null", "true", "1.5", "{}", "[]"})
  void a_token_of_another_type_is_none(String token) throws JsonRpcException {
    assertEquals(
        Optional.empty(),
        CallParams.parse(
                tree("{'name':'t','_meta':{'progressToken':" + token + "}}"), Revision.V2025_11_25)
            .progressToken());
  }

  @Test
  @DisplayName("MR-06: a retry brings answers and a state")
  void a_retry_brings_answers_and_a_state() throws JsonRpcException {
    CallParams params =
        parse("{'name':'t','inputResponses':{'k':{'action':'accept'}},'requestState':''}");
    assertEquals(object("{'k':{'action':'accept'}}"), params.inputResponses().orElseThrow());
    assertEquals("", params.requestState().orElseThrow());
  }

  @ParameterizedTest
  @DisplayName("MR-09: answers that are none are refused")
  @ValueSource(
      strings = {
        "'inputResponses':null",
        "'inputResponses':[]",
        "'inputResponses':'x'",
        "'inputResponses':{'k':null}",
        "'inputResponses':{'k':{},'l':1}",
        "'inputResponses':{'k':[{}]}",
        "'requestState':null",
        "'requestState':{}",
        "'requestState':1"
      })
  void answers_that_are_none_are_refused(String member) throws JsonRpcException {
    String json = "{'name':'t'," + member + "}";
    JsonRpcException refusal = assertThrows(JsonRpcException.class, () -> parse(json));
    assertEquals(ErrorCode.INVALID_PARAMS, refusal.error().code());
    CallParams legacy = CallParams.parse(tree(json), Revision.V2025_11_25);
    assertEquals(Optional.empty(), legacy.inputResponses());
    assertEquals(Optional.empty(), legacy.requestState());
  }

  private static CallParams parse(String json) throws JsonRpcException {
    return CallParams.parse(tree(json), MODERN);
  }
}
