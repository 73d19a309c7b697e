package dev.bullpen.server.client;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.question.ClientAnswer;
import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.thread.Timers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClientRequestsTests {
  private static final Duration LONG = Duration.ofDays(1);

  private final Wire wire = Wire.reading();
  private final ClientRequests requests = new ClientRequests(wire.writer(), new Timers());
  private final List<ClientAnswer> answers = new CopyOnWriteArrayList<>();

  @BeforeEach
  void the_client_is_ready() {
    requests.clientReady();
  }

  private CompletableFuture<ClientAnswer> ask(Duration patience) throws Exception {
    return ask(requests, patience);
  }

  private CompletableFuture<ClientAnswer> ask(ClientRequests of, Duration patience)
      throws Exception {
    CompletableFuture<ClientAnswer> answer =
        of.ask(new ServerRequest.Roots(), Revision.V2025_06_18, patience);
    answer.thenAccept(answers::add);
    return answer;
  }

  private boolean answer(String json) {
    return requests.take((Message.Response) Calls.message(json));
  }

  private List<String> lines() {
    return wire.lines().stream().map(line -> line.toString().replace('"', '\'')).toList();
  }

  @Test
  void each_answer_finds_its_own_request() throws Exception {
    ask(LONG);
    ask(LONG);
    assertTrue(answer("{'jsonrpc':'2.0','id':2,'result':{'roots':[]}}"));
    assertTrue(answer("{'jsonrpc':'2.0','id':1,'error':{'code':1,'message':'no'}}"));
    assertTrue(answers.get(0).result().isPresent());
    assertEquals("no", answers.get(1).why());
    assertEquals(
        List.of(
            "{'jsonrpc':'2.0','id':1,'method':'roots/list','params':{}}",
            "{'jsonrpc':'2.0','id':2,'method':'roots/list','params':{}}"),
        lines());
  }

  @Test
  void an_answer_counts_once_and_only_with_the_right_type_of_id() throws Exception {
    ask(LONG);
    assertFalse(answer("{'jsonrpc':'2.0','id':'1','result':{'roots':[]}}"));
    assertTrue(answer("{'jsonrpc':'2.0','id':1,'result':{'roots':[]}}"));
    assertFalse(answer("{'jsonrpc':'2.0','id':1,'result':{'roots':[]}}"));
    assertFalse(answer("{'jsonrpc':'2.0','id':99,'result':{}}"));
    assertEquals(1, answers.size());
  }

  @Test
  void a_question_that_waits_too_long_ends_and_the_client_is_notified() throws Exception {
    ask(Duration.ofMillis(1));
    await().atMost(Duration.ofSeconds(10)).until(() -> !answers.isEmpty());
    assertTrue(answers.get(0).result().isEmpty());
    assertTrue(lines().get(1).contains("'method':'notifications/cancelled'"));
    assertFalse(answer("{'jsonrpc':'2.0','id':1,'result':{'roots':[]}}"));
  }

  @Test
  void a_question_that_is_given_up_notifies_only_the_client() throws Exception {
    CompletableFuture<ClientAnswer> question = ask(LONG);
    question.cancel(false);
    question.cancel(false);
    assertFalse(answer("{'jsonrpc':'2.0','id':1,'result':{'roots':[]}}"));
    assertTrue(answers.isEmpty());
    assertEquals(2, lines().size());
  }

  @Test
  void before_the_client_is_ready_nothing_is_asked_and_then_in_order_what_is_still_wanted()
      throws Exception {
    ClientRequests early = new ClientRequests(wire.writer(), new Timers());
    List<CompletableFuture<ClientAnswer>> asked = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      asked.add(ask(early, LONG));
    }
    asked.get(1).cancel(false);
    Message.Response guessed =
        (Message.Response) Calls.message("{'jsonrpc':'2.0','id':1,'result':{'roots':[]}}");
    assertFalse(early.take(guessed), "it has not been asked yet");
    ask(LONG); // a question to a client that is ready
    early.clientReady();
    assertTrue(early.take(guessed));
    assertEquals(
        List.of(1, 1, 3),
        wire.lines().stream().map(line -> line.path("id").asInt(0)).toList(),
        "what was given up is neither asked nor taken back");
  }

  @Test
  void the_end_of_the_clients_input_ends_open_questions_and_no_more_are_asked() throws Exception {
    ask(LONG);
    assertTrue(answers.isEmpty());
    requests.clientSilent();
    assertEquals("the client has ended its input", answers.get(0).why());
    ask(LONG);
    assertEquals(2, answers.size());
    assertEquals(List.of("{'jsonrpc':'2.0','id':1,'method':'roots/list','params':{}}"), lines());
  }

  @Test
  void nor_does_anybody_wait_who_was_to_ask_when_it_is_ready() throws Exception {
    ClientRequests early = new ClientRequests(wire.writer(), new Timers());
    ask(early, LONG);
    early.clientSilent();
    assertEquals(1, answers.size());
  }
}
