package dev.bullpen.server.asking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.question.StateSeal;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.client.Principal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What a retry to a script that prints its questions means. */
class ReentryTests {
  private static final ClientCapabilities ALL =
      new ClientCapabilities(true, true, true, true, true, true);
  private static final String QUESTION =
      "{'resultType':'input_required','inputRequests':{'who':{'method':'elicitation/create','params':"
          + "{'mode':'form','message':'?','requestedSchema':{'type':'object','properties':"
          + "{'name':{'type':'string'}},'required':['name']}}}}%s}";
  private static final String ANN = "{'who':{'action':'accept','content':{'name':'Ann'}}}";

  private Reentry reentry = reentry(Duration.ofMinutes(10), false);

  private static Reentry reentry(Duration goodFor, boolean countsOnce) {
    return new Reentry(new StateSeal(goodFor, countsOnce));
  }

  private static Reentry.Asker tool(String name) {
    return new Reentry.Asker(Principal.LOCAL, Methods.TOOLS_CALL, name, Json.object());
  }

  private static ObjectNode object(String json) {
    Message.Request request =
        (Message.Request)
            Calls.message("{'jsonrpc':'2.0','id':1,'method':'x','params':" + json + "}");
    return (ObjectNode) request.params();
  }

  /** Ask, and say under which state. */
  private String asked(String name, String more) throws JsonRpcException {
    return asked(Principal.LOCAL, name, more);
  }

  private String asked(Principal principal, String name, String more) throws JsonRpcException {
    Wire wire = Wire.reading();
    ask(wire, principal, name, object(QUESTION.formatted(more)));
    return wire.lines().get(0).at("/result/requestState").stringValue();
  }

  private void ask(Wire wire, Principal principal, String name, ObjectNode question)
      throws JsonRpcException {
    Call call =
        Calls.open(
            1,
            Calls.modern(Calls.client(wire), ALL),
            new LineReply(wire.writer()),
            new CallTable());
    reentry.answer(
        call, new Reentry.Asker(principal, Methods.TOOLS_CALL, name, Json.object()), question);
  }

  private Reentry.Retry read(String name, Optional<String> state, String responses)
      throws JsonRpcException {
    return reentry.read(tool(name), state, Optional.of(object(responses)));
  }

  private static String text(Reentry.Retry retry) {
    return Json.text(retry.brought().answers().orElseThrow()).replace('"', '\'');
  }

  @Test
  void answers_without_a_state_reach_a_script_that_gave_none() throws JsonRpcException {
    asked("t", "");
    assertEquals(ANN, text(read("t", Optional.empty(), ANN)));
    assertEquals(
        "{}",
        text(read("t", Optional.empty(), "{'who':{'action':'accept','content':{'name':5}}}")));
    assertEquals("{}", text(read("t", Optional.empty(), "{'whom':{'action':'decline'}}")));
  }

  @Test
  void answers_without_the_state_that_a_script_gave_are_none() throws JsonRpcException {
    String state = asked("t", ",'requestState':{'a':1}");
    assertEquals("{}", text(read("t", Optional.empty(), ANN)));
    Reentry.Retry retry = read("t", Optional.of(state), ANN);
    assertEquals(ANN, text(retry));
    assertEquals("{\"a\":1}", Json.text(retry.brought().state().orElseThrow()));
  }

  @Test
  void answers_to_what_has_not_asked_in_this_process_reach_it_if_they_have_the_form_of_one()
      throws JsonRpcException {
    assertEquals(ANN, text(read("t", Optional.empty(), ANN)));
    assertEquals("{}", text(read("t", Optional.empty(), "{'who':{'name':'Ann'}}")));
  }

  @Test
  void answers_without_a_state_are_none_where_a_state_counts_once() throws JsonRpcException {
    reentry = reentry(Duration.ofMinutes(10), true);
    assertEquals("{}", text(read("t", Optional.empty(), ANN)));
    assertEquals("{}", text(read("t", Optional.of("junk"), ANN)));
    String state = asked("t", "");
    assertEquals("{}", text(read("t", Optional.empty(), ANN)));
    Reentry.Retry retry = read("t", Optional.of(state), ANN);
    assertEquals(ANN, text(retry));
    reentry.use(retry);
    assertEquals("{}", text(read("t", Optional.empty(), ANN)));
  }

  @Test
  void a_state_is_used_up_by_a_retry_that_is_served_and_by_no_other() throws JsonRpcException {
    reentry = reentry(Duration.ofMinutes(10), true);
    String state = asked("t", "");
    read("t", Optional.of(state), ANN); // and refused for want of room
    Reentry.Retry one = read("t", Optional.of(state), ANN);
    Reentry.Retry atOnce = read("t", Optional.of(state), ANN);
    reentry.use(one);
    assertThrows(JsonRpcException.class, () -> reentry.use(atOnce));
    Reentry.Retry late = read("t", Optional.of(state), ANN);
    assertThrows(JsonRpcException.class, () -> reentry.use(late));
    reentry.use(read("u", Optional.of("junk"), ANN));
    reentry.use(read("u", Optional.of("junk"), ANN));
  }

  @Test
  void answers_without_a_state_are_none_once_that_state_would_have_expired()
      throws JsonRpcException {
    reentry = reentry(Duration.ZERO, false);
    asked("t", "");
    assertEquals("{}", text(read("t", Optional.empty(), ANN)));
  }

  @Test
  void what_has_expired_is_forgotten_if_many_have_asked() throws JsonRpcException {
    reentry = reentry(Duration.ZERO, false);
    Wire wire = Wire.reading();
    ObjectNode question = object(QUESTION.formatted(""));
    for (int i = 0; i <= StateSeal.MANY; i++) {
      ask(wire, Principal.LOCAL, "t" + i, question.deepCopy());
    }
    assertEquals(StateSeal.MANY + 1, wire.lines().size());
    assertEquals(ANN, text(read("t0", Optional.empty(), ANN)), "like one that has not asked");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "junk", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
  void a_foreign_state_is_ignored_where_nothing_has_asked_and_refused_elsewhere(String junk)
      throws JsonRpcException {
    assertTrue(read("t", Optional.of(junk), "{}").brought().state().isEmpty());
    String state = asked("other", "");
    assertTrue(read("t", Optional.of(junk), "{}").brought().state().isEmpty());
    for (String name : new String[] {"t", "other"}) {
      JsonRpcException e =
          assertThrows(
              JsonRpcException.class,
              () -> read(name, Optional.of(name.equals("t") ? state : junk), "{}"));
      assertEquals(ErrorCode.INVALID_PARAMS, e.error().code(), name);
    }
  }

  /** What a read says, whether it is refused or not. */
  private String said(Principal principal, String name, String state) {
    Reentry.Asker asker = new Reentry.Asker(principal, Methods.TOOLS_CALL, name, Json.object());
    try {
      return reentry
          .read(asker, Optional.of(state), Optional.of(object(ANN)))
          .brought()
          .answers()
          .toString();
    } catch (JsonRpcException e) {
      return e.error().toString();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 600})
  void a_state_of_another_principal_is_read_like_one_that_was_never_sealed(long secondsGood)
      throws JsonRpcException {
    reentry = reentry(Duration.ofSeconds(secondsGood), false);
    String state = asked("t", "");
    String unknown = (state.startsWith("A") ? "B" : "A") + state.substring(1);
    Principal bob = new Principal("bob", true);
    for (String name : List.of("t", "u")) {
      assertEquals(said(bob, name, unknown), said(bob, name, state), name);
    }
    assertNotEquals(said(Principal.LOCAL, "u", unknown), said(Principal.LOCAL, "u", state));
    asked(bob, "t", "");
    String refusal = said(bob, "t", state);
    assertTrue(refusal.contains(" not given "), refusal);
    assertEquals(said(bob, "t", unknown), refusal);
  }

  @Test
  void what_one_principal_was_asked_changes_nothing_for_another() throws JsonRpcException {
    asked("t", "");
    Reentry.Retry others =
        reentry.read(
            new Reentry.Asker(new Principal("bob", true), Methods.TOOLS_CALL, "t", Json.object()),
            Optional.of("junk"),
            Optional.of(object(ANN)));
    assertTrue(others.sealed().isEmpty());
    assertEquals(ANN, text(others));
  }
}
