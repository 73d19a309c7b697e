package dev.bullpen.protocol.question;

import static dev.bullpen.protocol.Conformance.assertResult;
import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.method.ModernResults;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.protocol.session.ServerInfo;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class InputRequiredTests {
  private static final Revision MODERN = Revision.V2026_07_28;

  private static final String PRINTED =
      "{'resultType':'input_required','inputRequests':{"
          + "'z':{'method':'elicitation/create','params':{'message':'m','schema':{"
          + "'properties':{'a':{'type':'string'}}}}},"
          + "'a':{'id':1,'jsonrpc':'2.0','method':'roots/list'},"
          + "'m':{'method':'sampling/createMessage','params':{'messages':[],'maxTokens':1}}},"
          + "'requestState':{'step':1.0}}";

  @Test
  @DisplayName("MR-03: what a script printed is read in its order")
  void what_a_script_printed_is_read_in_its_order() throws JsonRpcException {
    InputRequired required = InputRequired.ofScript(object(PRINTED));
    assertEquals(List.of("z", "a", "m"), List.copyOf(required.requests().keySet()));
    assertInstanceOf(Elicitation.class, required.requests().get("z"));
    assertInstanceOf(ServerRequest.Roots.class, required.requests().get("a"));
    assertInstanceOf(Sampling.class, required.requests().get("m"));
    assertEquals("{'step':1.0}", text(required.state().orElseThrow()));
  }

  @Test
  @DisplayName("MR-05: all that a client lacks is listed at once, each kind of a capability")
  void all_that_a_client_lacks_is_listed_at_once() throws JsonRpcException {
    InputRequired all =
        InputRequired.ofScript(
            object(
                "{'resultType':'input_required','inputRequests':{"
                    + "'f':{'method':'elicitation/create','params':{'message':'m','schema':{"
                    + "'properties':{'a':{'type':'string'}}}}},"
                    + "'u':{'method':'elicitation/create','params':{'mode':'url','message':'m',"
                    + "'url':'https://example.com/'}},"
                    + "'r':{'method':'roots/list'}}}"));
    assertEquals(
        "{'elicitation':{'form':{},'url':{}},'roots':{}}",
        text(all.missing(ClientCapabilities.NONE)));
  }

  @Test
  @DisplayName("MR-03, CH-04: the result has methods and params, no ids, and no hints")
  void the_result_has_methods_and_params() throws JsonRpcException {
    ObjectNode result = InputRequired.ofScript(object(PRINTED)).toJson(Optional.of("sealed"));
    assertEquals(
        "{'resultType':'input_required','inputRequests':{"
            + "'z':{'method':'elicitation/create','params':{'mode':'form','message':'m',"
            + "'requestedSchema':{'type':'object','properties':{'a':{'type':'string'}}}}},"
            + "'a':{'method':'roots/list','params':{}},"
            + "'m':{'method':'sampling/createMessage','params':{'messages':[],'maxTokens':1}}},"
            + "'requestState':'sealed'}",
        text(result));
    assertResult(MODERN, "InputRequiredResult", result);
    assertValid(MODERN, "InputRequests", result.path("inputRequests"));
  }

  @Test
  @DisplayName("DI-04: it stays input_required when it is signed")
  void it_stays_input_required_when_it_is_signed() {
    ObjectNode signed =
        new ModernResults(Optional.of(ServerInfo.of("s", "1")))
            .complete(InputRequired.build(object("{}"), Optional.of("s")));
    assertEquals(
        "{'resultType':'input_required','requestState':'s','_meta':{"
            + "'io.modelcontextprotocol/serverInfo':{'name':'s','version':'1'}}}",
        text(signed));
  }

  @Test
  @DisplayName("MR-02, MR-15: a state alone is enough, nothing at all is not")
  void a_state_alone_is_enough() throws JsonRpcException {
    for (String state : List.of("'x'", "0", "false", "[]")) {
      InputRequired later =
          InputRequired.ofScript(
              object("{'resultType':'input_required','requestState':" + state + "}"));
      assertEquals(Map.of(), later.requests());
      assertEquals(state, text(later.state().orElseThrow()));
      assertResult(MODERN, "InputRequiredResult", later.toJson(Optional.of("s")));
    }
    assertThrows(
        IllegalArgumentException.class, () -> InputRequired.build(object("{}"), Optional.empty()));
    assertThrows(
        IllegalArgumentException.class, () -> new InputRequired(Map.of(), Optional.empty()));
  }

  @Test
  void what_may_be_an_answer_has_the_form_of_one() {
    assertEquals(
        "{'a':{'action':'accept','content':{'n':5}},'b':{'action':'decline'},"
            + "'c':{'action':'accept','content':{}},'d':{'roots':[{'uri':'file:///x'}]},"
            + "'e':{'role':'assistant','content':{'type':'text','text':'t'},'model':'m'}}",
        text(
            InputRequired.possibleAnswers(
                object(
                    "{'a':{'action':'accept','content':{'n':5}},'b':{'action':'decline'},"
                        + "'c':{'action':'accept'},'x':{},'y':{'action':'bogus'},'z':{'roots':5},"
                        + "'d':{'roots':[{'uri':'/x'},7]},'w':{'role':'assistant'},"
                        + "'e':{'role':'assistant','content':{'type':'text','text':'t'},"
                        + "'model':'m'}}"))));
  }

  @Test
  void requests_alone_are_enough() throws JsonRpcException {
    InputRequired asked =
        InputRequired.ofScript(
            object(
                "{'resultType':'input_required','requestState':null,"
                    + "'inputRequests':{'r':{'method':'roots/list'}}}"));
    assertEquals(Optional.empty(), asked.state());
    assertEquals(
        "{'resultType':'input_required','inputRequests':"
            + "{'r':{'method':'roots/list','params':{}}}}",
        text(asked.toJson(Optional.empty())));
  }

  @Test
  void a_script_that_asked_by_printing_gets_an_empty_content_for_a_form_without()
      throws JsonRpcException {
    ObjectNode forms = InputRequired.ofScript(object(PRINTED)).forms();
    assertEquals(
        "{'z':{'action':'accept','content':{}}}",
        text(InputRequired.answers(forms, object("{'z':{'action':'accept'}}"))));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|inputRequests",
        "{'inputRequests':{}}|inputRequests",
        "{'inputRequests':{},'requestState':null}|inputRequests",
        "{'inputRequests':[]}|inputRequests",
        "{'inputRequests':null,'requestState':1}|inputRequests",
        "{'inputRequests':{'k':5}}|inputRequests.k.method",
        "{'inputRequests':{'k':{}}}|inputRequests.k.method",
        "{'inputRequests':{'k':{'method':'tools/call'}}}|inputRequests.k.method",
        "{'inputRequests':{'k':{'method':'elicitation/create'}}}|message",
        "{'inputRequests':{'k':{'method':'sampling/createMessage','params':{}}}}|maxTokens"
      })
  void what_the_client_cannot_be_asked_is_refused(String printed, String member) {
    JsonRpcException refusal =
        assertThrows(JsonRpcException.class, () -> InputRequired.ofScript(object(printed)));
    assertEquals(ErrorCode.INTERNAL_ERROR, refusal.error().code());
    assertTrue(refusal.error().message().contains(" " + member + " "), refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "5", "'input_required'", "{'resultType':'complete'}", "{'resultType':5}"})
  void other_output_is_none(String printed) {
    assertEquals(false, InputRequired.isOne(tree(printed)));
    assertEquals(true, InputRequired.isOne(tree(PRINTED)));
  }
}
