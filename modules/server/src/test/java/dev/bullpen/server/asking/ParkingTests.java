package dev.bullpen.server.asking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.method.CallParams;
import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.protocol.question.StateSeal;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.asking.Audience.MessageRates;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.thread.Timers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

class ParkingTests {
  private static final Duration LONG = Duration.ofMinutes(10);

  /** More than are kept. */
  private static final int MANY_KEPT = 10;

  private static final ClientCapabilities ALL =
      new ClientCapabilities(true, true, true, true, true, true);

  private final CallTable table = new CallTable();
  private final Timers timers = new Timers();
  private final StateSeal seal = new StateSeal(LONG, true);
  private final Parking parking = new Parking(seal, timers, LONG, 1);
  private final Reentry reentry = new Reentry(seal);
  private int calls;

  @AfterEach
  void end() {
    timers.close();
  }

  private Call call(Wire wire, ClientCapabilities capabilities) {
    return call(wire, Principal.LOCAL, capabilities);
  }

  private Call call(Wire wire, Principal principal, ClientCapabilities capabilities) {
    return Calls.open(
        ++calls,
        Calls.modern(Calls.client(wire, principal), capabilities),
        new LineReply(wire.writer()),
        table);
  }

  private static CallParams params(Optional<String> state) throws JsonRpcException {
    ObjectNode params = Json.object().put("name", "t");
    state.ifPresent(given -> params.put("requestState", given));
    return CallParams.parse(params, Revision.V2026_07_28);
  }

  /** A run that asks for roots; it needs nothing of the server as long as it waits. */
  private RunQuestions run(Call call) throws JsonRpcException {
    CallParams params = params(Optional.empty());
    return new RunQuestions(
        new Asking(parking, reentry, timers, LONG),
        params,
        new Audience(call, params, new MessageRates(0, 0), timers),
        null,
        () -> {});
  }

  /** Come back without an answer; the state under which it is asked again. */
  private String retry(String state, ClientCapabilities capabilities) throws JsonRpcException {
    return retry(Principal.LOCAL, state, capabilities);
  }

  private String retry(Principal principal, String state, ClientCapabilities capabilities)
      throws JsonRpcException {
    CallParams params = params(Optional.of(state));
    Reentry.Retry retry =
        reentry.read(
            new Reentry.Asker(principal, Methods.TOOLS_CALL, "t", params.arguments()),
            params.requestState(),
            Optional.empty());
    Wire wire = Wire.reading();
    parking.resume(retry, call(wire, principal, capabilities), params);
    return state(wire);
  }

  private static String state(Wire wire) {
    return wire.lines().get(0).at("/result/requestState").stringValue();
  }

  /** How many scripts can wait for that principal. */
  private int parked(Parking places, Principal principal) throws JsonRpcException {
    int count = 0;
    Call call;
    do {
      call = call(Wire.reading(), principal, ALL);
      count++;
    } while (places.park(run(call), call, QuestionKind.ELICIT, new ServerRequest.Roots()));
    return count - 1;
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 0, 0", "4, 1, 0, 0", "5, 1, 1, 0", "7, 2, 1, 0", "16, 4, 2, 1", "64, 5, 2, 1"})
  void a_remote_principal_leaves_places_to_others(int helpers, int first, int second, int third)
      throws JsonRpcException {
    Parking places = new Parking(seal, timers, LONG, helpers);
    assertEquals(first, parked(places, Principal.remote("alice")));
    assertEquals(second, parked(places, Principal.remote("bob")));
    assertEquals(0, parked(places, Principal.remote("alice")));
    assertEquals(third, parked(places, Principal.remote("cid")));
    assertEquals(0, parked(places, Principal.remote("dan")));
  }

  @ParameterizedTest
  @CsvSource({"4, 1", "16, 7", "64, 8"})
  void the_local_user_has_all_places(int helpers, int all) throws JsonRpcException {
    assertEquals(all, parked(new Parking(seal, timers, LONG, helpers), Principal.LOCAL));
  }

  @Test
  void a_retry_that_is_refused_does_not_use_up_the_state() throws JsonRpcException {
    Wire wire = Wire.reading();
    Call call = call(wire, ALL);
    assertTrue(parking.park(run(call), call, QuestionKind.ELICIT, new ServerRequest.Roots()));
    String state = state(wire);

    JsonRpcException incapable =
        assertThrows(JsonRpcException.class, () -> retry(state, ClientCapabilities.NONE));
    assertEquals(ErrorCode.MISSING_CLIENT_CAPABILITY, incapable.error().code());
    String next = retry(state, ALL);
    JsonRpcException used = assertThrows(JsonRpcException.class, () -> retry(state, ALL));
    assertTrue(used.error().message().contains("has been used"), used.getMessage());
    retry(next, ALL);
  }

  /** A script of that principal waits and then ends, and its result is kept; the state for it. */
  private String kept(Principal principal) throws JsonRpcException {
    Wire wire = Wire.reading();
    Call call = call(wire, principal, ALL);
    RunQuestions run = run(call);
    assertTrue(parking.park(run, call, QuestionKind.ELICIT, new ServerRequest.Roots()));
    run.end();
    return state(wire);
  }

  @Test
  void whoever_has_too_many_kept_results_loses_the_oldest_and_no_other_principal_does()
      throws JsonRpcException {
    Principal alice = Principal.remote("alice");
    Principal bob = Principal.remote("bob");
    String ofBob = kept(bob);
    String first = kept(alice);
    String last = first;
    for (int i = 0; i < 2 * MANY_KEPT; i++) {
      last = kept(alice);
    }

    retry(bob, ofBob, ALL);
    retry(alice, last, ALL);
    assertThrows(JsonRpcException.class, () -> retry(alice, first, ALL));
  }

  private static ObjectNode json(String state) {
    return Json.object().put("name", "t").put("requestState", state);
  }

  @Test
  void a_call_is_awaited_if_it_brings_the_state_of_a_script_that_waits() throws JsonRpcException {
    assertFalse(parking.isAwaited(Principal.LOCAL, json("")), "none waits");
    Wire wire = Wire.reading();
    Call call = call(wire, ALL);
    RunQuestions run = run(call);
    assertTrue(parking.park(run, call, QuestionKind.ELICIT, new ServerRequest.Roots()));
    String state = state(wire);

    assertTrue(parking.isAwaited(Principal.LOCAL, json(state)));
    assertTrue(parking.isAwaited(Principal.LOCAL, json(state)), "that has not used it up");
    assertFalse(parking.isAwaited(Principal.remote("bob"), json(state)), "it is another's");
    assertFalse(parking.isAwaited(Principal.LOCAL, json(state).put("name", "u")), "another tool's");
    ObjectNode changed = json(state);
    changed.putObject("arguments").put("more", true);
    assertFalse(parking.isAwaited(Principal.LOCAL, changed), "another call's");
    assertFalse(parking.isAwaited(Principal.LOCAL, json(state.substring(1))), "not this server's");
    assertFalse(parking.isAwaited(Principal.LOCAL, Json.object().put("name", "t")));
    assertFalse(parking.isAwaited(Principal.LOCAL, json(state).put("requestState", 1)));
    assertFalse(parking.isAwaited(Principal.LOCAL, MissingNode.getInstance()));
    run.end();
    assertFalse(parking.isAwaited(Principal.LOCAL, json(state)), "its script does not wait");
  }

  @Test
  void the_state_of_a_script_that_asks_by_ending_is_not_awaited() throws JsonRpcException {
    Wire wire = Wire.reading();
    ObjectNode printed = Json.object().put("requestState", "of the script");
    Reentry.Asker asker =
        new Reentry.Asker(Principal.LOCAL, Methods.TOOLS_CALL, "t", Json.object());
    reentry.answer(call(wire, ALL), asker, printed);
    assertFalse(parking.isAwaited(Principal.LOCAL, json(state(wire))));
  }

  @Test
  void the_end_waits_for_a_script_until_its_run_is_over() throws Exception {
    Call call = call(Wire.reading(), ALL);
    RunQuestions run = run(call);
    assertTrue(parking.park(run, call, QuestionKind.ELICIT, new ServerRequest.Roots()));
    assertTheEndWaitsUntil(run::end);
  }

  @Test
  void the_end_waits_for_a_script_until_its_client_has_cancelled() throws Exception {
    Call call = call(Wire.reading(), ALL);
    assertTrue(parking.park(run(call), call, QuestionKind.ELICIT, new ServerRequest.Roots()));
    assertTheEndWaitsUntil(call::cancel);
  }

  private void assertTheEndWaitsUntil(Runnable event) throws Exception {
    assertEquals(1, parking.awaitNone(System.nanoTime()), "for no longer than it may");
    CompletableFuture<Long> end =
        CompletableFuture.supplyAsync(() -> parking.awaitNone(System.nanoTime() + LONG.toNanos()));
    assertThrows(TimeoutException.class, () -> end.get(50, TimeUnit.MILLISECONDS));
    event.run();
    assertEquals(1, end.get(LONG.toSeconds(), TimeUnit.SECONDS));
  }

  @Test
  void the_end_does_not_wait_for_a_script_when_it_is_urgent() throws JsonRpcException {
    Call call = call(Wire.reading(), ALL);
    assertTrue(parking.park(run(call), call, QuestionKind.ELICIT, new ServerRequest.Roots()));
    Thread.currentThread().interrupt();
    parking.awaitNone(System.nanoTime() + LONG.toNanos());
    assertTrue(Thread.interrupted(), "the next wait stops, too");
  }
}
