package dev.bullpen.protocol.question;

import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Trees.id;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static dev.bullpen.protocol.Trees.tree;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAnswerTests {
  private static final ServerRequest FORM =
      elicitation(
          "{'message':'m','schema':{'properties':{'s':{'type':'string','minLength':1,"
              + "'maxLength':2},'i':{'type':'integer','minimum':1,'maximum':2},"
              + "'n':{'type':'number'},'b':{'type':'boolean'},'e':{'enum':['x','y']},"
              + "'t':{'oneOf':[{'const':'x','title':'X'}]},'m':{'type':'array','minItems':1,"
              + "'maxItems':2,'items':{'enum':['x','y','z']}},'u':{'type':'array','items':"
              + "{'anyOf':[{'const':'x','title':'X'}]}}},'required':['s']}}");
  private static final ServerRequest FREE =
      elicitation("{'message':'m','schema':{'properties':{'s':{'type':'string'}}}}");
  private static final ServerRequest URL =
      elicitation("{'message':'m','mode':'url','url':'https://x'}");
  private static final ServerRequest SAMPLING = sampling();

  @ParameterizedTest
  @DisplayName("MR-12: a script gets the action, and content if a form was accepted")
  @CsvSource(
      delimiter = '|',
      value = {
        "{'action':'accept','content':{'s':'a'},'_meta':{}}"
            + "|{'action':'accept','content':{'s':'a'}}",
        "{'action':'decline'}|{'action':'decline','content':null}",
        "{'action':'cancel','content':{'s':5}}|{'action':'cancel','content':null}"
      })
  void a_script_gets_the_action(String result, String given) {
    assertEquals(given, text(answer(FORM, result).forScript()));
    assertEquals(Optional.of(object(result)), answer(FORM, result).result());
    assertEquals("", answer(FORM, result).why());
  }

  @Test
  void a_url_that_was_opened_brings_no_content() {
    assertEquals(
        "{'action':'accept','content':null}",
        text(answer(URL, "{'action':'accept','content':{'s':'a'}}").forScript()));
  }

  @Test
  void an_accepted_form_that_lacks_its_content_has_an_empty_one() {
    for (String result : new String[] {"{'action':'accept'}", "{'action':'accept','content':{}}"}) {
      assertEquals("{'action':'accept','content':{}}", forScript(FREE, result));
      assertEquals(
          "{'action':'accept','content':{}}",
          text(
              ClientAnswer.ofInput(FREE, object("{'k':" + result + "}"), "k")
                  .orElseThrow()
                  .forScript()));
    }
    assertTrue(answer(FORM, "{'action':'accept'}").why().contains("content.s is missing"));
  }

  @ParameterizedTest
  @DisplayName("MR-09: what fits the form is taken")
  @ValueSource(
      strings = {
        "'s':'a'",
        "'s':'ab'",
        "'s':'💩💩'",
        "'s':'a','i':1",
        "'s':'a','i':2.0",
        "'s':'a','n':1.5,'b':false",
        "'s':'a','n':1.00E+2147483649",
        "'s':'a','e':'y','t':'x'",
        "'s':'a','m':['x'],'u':[]",
        "'s':'a','m':['x','z']",
        "'s':'a','unasked':{'deep':1}"
      })
  void what_fits_the_form_is_taken(String content) {
    String result = "{'action':'accept','content':{" + content + "}}";
    assertEquals("{'action':'accept','content':{" + content + "}}", forScript(FORM, result));
  }

  @ParameterizedTest
  @DisplayName("MR-09: what does not is an error that names the field")
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|content.s is missing",
        "{'s':''}|content.s",
        "{'s':'abc'}|content.s",
        "{'s':5}|content.s",
        "{'s':null}|content.s",
        "{'s':'a','i':0}|content.i",
        "{'s':'a','i':3}|content.i",
        "{'s':'a','i':1.5}|content.i",
        "{'s':'a','i':100e2147483647}|content.i",
        "{'s':'a','i':10e-2147483647}|content.i",
        "{'s':'a','i':'1'}|content.i",
        "{'s':'a','n':'1'}|content.n",
        "{'s':'a','b':'true'}|content.b",
        "{'s':'a','e':'z'}|content.e",
        "{'s':'a','t':'X'}|content.t",
        "{'s':'a','m':[]}|content.m",
        "{'s':'a','m':['x','y','z']}|content.m",
        "{'s':'a','m':['w']}|content.m",
        "{'s':'a','m':[1]}|content.m",
        "{'s':'a','m':'x'}|content.m",
        "{'s':'a','u':['y']}|content.u",
        "null|content must be an object",
        "[]|content must be an object"
      })
  void what_does_not_fit_is_an_error(String content, String field) {
    ClientAnswer answer = answer(FORM, "{'action':'accept','content':" + content + "}");
    assertEquals(Optional.empty(), answer.result());
    assertEquals("error", answer.forScript().path("action").stringValue());
    assertTrue(answer.forScript().path("content").isNull());
    assertTrue(answer.why().contains(field), answer.why());
    assertEquals(answer.why(), answer.forScript().path("message").stringValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'action':'yes'}", "{'action':null}"})
  void an_unknown_action_is_an_error(String result) {
    assertEquals("error", answer(FORM, result).forScript().path("action").stringValue());
    assertEquals("error", answer(URL, result).forScript().path("action").stringValue());
  }

  @Test
  void an_error_of_the_client_is_passed_on_with_its_reason() {
    var body = object("{'id':1,'error':{'code':-1,'message':'User rejected'}}");
    assertEquals(
        "{'action':'error','content':null,'message':'User rejected'}",
        text(ClientAnswer.of(FORM, body).forScript()));
    assertEquals(
        "{'error':{'code':-1,'message':'User rejected'}}",
        text(ClientAnswer.of(SAMPLING, body).forScript()));
    assertEquals(
        "{'error':{'code':-1,'message':'User rejected'}}",
        text(ClientAnswer.of(new ServerRequest.Roots(), body).forScript()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'result':5}", "{'result':null}", "{'error':5}", "{'error':{}}"})
  void a_broken_answer_is_an_error_of_ours(String body) {
    ClientAnswer answer = ClientAnswer.of(SAMPLING, object(body));
    assertEquals(Optional.empty(), answer.result());
    assertFalse(answer.why().isEmpty());
    assertEquals(
        ErrorCode.INTERNAL_ERROR, answer.forScript().path("error").path("code").intValue());
  }

  @Test
  void a_missing_answer_is_passed_on_with_the_reason() {
    assertEquals(
        "{'action':'error','content':null,'message':'no answer in time'}",
        text(ClientAnswer.none(FORM, "no answer in time").forScript()));
  }

  @Test
  void a_models_answer_is_passed_on_as_it_came() {
    String said =
        "{'role':'assistant','content':{'type':'text','text':'hi','x':1},'model':'m',"
            + "'stopReason':'endTurn'}";
    assertEquals(said, forScript(SAMPLING, said));
    for (String not :
        new String[] {
          "{}",
          "{'role':'assistant','content':{'type':'text','text':'hi'}}",
          "{'role':'assistant','content':'hi','model':'m'}",
          "{'role':'system','content':{'type':'text','text':'hi'},'model':'m'}"
        }) {
      assertEquals(Optional.empty(), answer(SAMPLING, not).result());
    }
  }

  @Test
  void a_root_in_a_wrong_form_costs_only_itself() {
    ServerRequest roots = new ServerRequest.Roots();
    ClientAnswer answer =
        answer(
            roots,
            "{'roots':[{'uri':'file:///a','name':'A'},{'uri':'/b c#d','name':'B'},{'uri':''},{},1,"
                + "null,{'uri':5},{'uri':'relative'},{'uri':'vscode://x'}],'x':1}");
    assertEquals(
        "{'roots':[{'uri':'file:///a','name':'A'},{'uri':'file:///b%20c%23d','name':'B'},"
            + "{'uri':'vscode://x'}],'x':1}",
        text(roots.forNextRun(answer.result().orElseThrow())));
  }

  @Test
  void roots_are_passed_on_as_they_came() {
    ServerRequest roots = new ServerRequest.Roots();
    String listed = "{'roots':[{'uri':'file:///a','name':'A'}]}";
    assertEquals(listed, forScript(roots, listed));
    assertEquals("{'roots':[]}", forScript(roots, "{'roots':[]}"));
    for (String not : new String[] {"{}", "{'roots':{}}", "{'roots':'/a'}"}) {
      assertEquals(Optional.empty(), answer(roots, not).result());
    }
  }

  @Test
  void roots_are_asked_for_in_every_revision() throws JsonRpcException {
    ServerRequest roots = new ServerRequest.Roots();
    for (Revision revision : Revision.values()) {
      assertValid(revision, "ListRootsRequest", roots.toJson(id(1), revision));
    }
    assertEquals(object("{'roots':{}}"), roots.requiredCapability());
    assertTrue(roots.supportedBy(new ClientCapabilities(false, false, false, false, true, false)));
    assertFalse(roots.supportedBy(new ClientCapabilities(true, true, true, true, false, false)));
  }

  @Test
  @DisplayName("MR-10: a retry may bring more than was asked for")
  void a_retry_may_bring_more_than_was_asked_for() {
    assertEquals(
        "{'action':'accept','content':{'s':'a'}}",
        text(input("{'other':{},'k':{'action':'accept','content':{'s':'a'}}}").get().forScript()));
  }

  @ParameterizedTest
  @DisplayName("MR-09, MR-11: without an answer of use the client may be asked again")
  @ValueSource(
      strings = {
        "{}",
        "{'other':{'action':'accept','content':{'s':'a'}}}",
        "{'k':{}}",
        "{'k':null}",
        "{'k':{'action':'accept'}}",
        "{'k':{'action':'accept','content':{'s':5}}}",
        "{'k':{'action':'accept','content':{'s':'a','i':100e2147483647}}}",
        "{'k':{'roots':[]}}"
      })
  void without_an_answer_of_use_there_is_none(String responses) {
    assertEquals(Optional.empty(), input(responses));
  }

  private static Optional<ClientAnswer> input(String responses) {
    return ClientAnswer.ofInput(FORM, object(responses), "k");
  }

  private static ClientAnswer answer(ServerRequest request, String result) {
    return ClientAnswer.of(request, object("{'jsonrpc':'2.0','id':1,'result':" + result + "}"));
  }

  private static String forScript(ServerRequest request, String result) {
    return text(answer(request, result).forScript());
  }

  private static ServerRequest elicitation(String written) {
    try {
      return Elicitation.of(tree(written));
    } catch (JsonRpcException e) {
      throw new AssertionError(e);
    }
  }

  private static ServerRequest sampling() {
    try {
      return Sampling.of(tree("{'messages':[],'maxTokens':1}"));
    } catch (JsonRpcException e) {
      throw new AssertionError(e);
    }
  }
}
