package dev.bullpen.server.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Rounds;
import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.protocol.line.WaterMarks;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Reply.LineReply;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class CallTests {
  private static final int ROUNDS = Rounds.of(400, 2_000);

  private final CallTable table = new CallTable();

  @Test
  void a_call_is_answered_once() {
    Wire wire = Wire.reading();
    Call call = Calls.open(1, new LineReply(wire.writer()), table);
    call.answer(Json.object().put("first", true));
    call.answer(Json.object().put("second", true));
    call.fail(JsonRpcError.internalError("third"));
    assertEquals(1, wire.lines().size());
    assertTrue(table.find(Calls.id(1)).isEmpty());
  }

  @Test
  void nothing_is_sent_after_a_cancel_and_what_runs_is_ended() {
    Wire wire = Wire.reading();
    Call call = Calls.open(1, new LineReply(wire.writer()), table);
    AtomicInteger ended = new AtomicInteger();
    call.replaceOnCancel(ended::incrementAndGet);
    call.cancel();
    call.cancel();
    call.answer(Json.object());
    assertEquals(1, ended.get());
    assertEquals(0, wire.lines().size());
    assertTrue(table.awaitNone(Duration.ZERO));
  }

  @Test
  void a_call_that_is_open_when_the_server_ends_is_answered_and_what_runs_is_ended() {
    Wire wire = Wire.reading();
    Call call = Calls.open(1, new LineReply(wire.writer()), table);
    AtomicInteger ended = new AtomicInteger();
    call.replaceOnCancel(ended::incrementAndGet);
    table.abandonAll(JsonRpcError.internalError("the end"));
    table.abandonAll(JsonRpcError.internalError("the end"));
    call.answer(Json.object());
    assertEquals(1, ended.get());
    assertEquals(1, wire.lines().size());
    assertTrue(table.awaitNone(Duration.ZERO));
  }

  @Test
  void work_that_begins_after_the_cancel_is_ended_at_once() {
    Call call = Calls.open(1, new LineReply(Wire.reading().writer()), table);
    call.cancel();
    AtomicInteger ended = new AtomicInteger();
    call.replaceOnCancel(ended::incrementAndGet);
    assertEquals(1, ended.get());
  }

  @Test
  void what_is_to_be_done_at_the_end_is_done_at_once_when_that_has_come_and_once_in_any_case() {
    Call answered = Calls.open(1, new LineReply(Wire.reading().writer()), table);
    Call cancelled = Calls.open(2, new LineReply(Wire.reading().writer()), table);
    answered.answer(Json.object());
    cancelled.cancel();
    for (Call call : List.of(answered, cancelled)) {
      AtomicInteger ended = new AtomicInteger();
      call.replaceOnEnd(ended::incrementAndGet);
      call.cancel();
      call.answer(Json.object());
      assertEquals(1, ended.get());
    }
  }

  @Test
  void what_is_set_while_a_cancel_comes_is_done_once() throws Exception {
    Wire wire = Wire.reading();
    for (int i = 0; i < ROUNDS; i++) {
      Call call = Calls.open(i, new LineReply(wire.writer()), table);
      AtomicInteger ended = new AtomicInteger();
      AtomicInteger cancelled = new AtomicInteger();
      CountDownLatch go = new CountDownLatch(1);
      Thread canceller =
          new Thread(
              () -> {
                go.countDown();
                call.cancel();
              });
      canceller.start();
      go.await();
      call.replaceOnEnd(ended::incrementAndGet);
      call.replaceOnCancel(cancelled::incrementAndGet);
      canceller.join();
      assertEquals(List.of(1, 1), List.of(ended.get(), cancelled.get()));
    }
  }

  @Test
  void an_answer_the_client_has_not_got_yet_is_withdrawn_by_a_cancel() throws Exception {
    Wire wire = Wire.stopped(WaterMarks.DEFAULT, () -> {});
    Call first = Calls.open(1, new LineReply(wire.writer()), table);
    first.answer(Json.object());
    wire.awaitBlocked();
    Call second = Calls.open(2, new LineReply(wire.writer()), table);
    second.answer(Json.object());
    second.cancel();
    wire.readOn();
    assertEquals(
        "[{'jsonrpc':'2.0','id':1,'result':{}}]".replace('\'', '"'), wire.lines().toString());
  }

  @Test
  void a_question_is_an_answer_and_who_waits_for_what_comes_of_it_ends_with_a_cancel() {
    Wire wire = Wire.reading();
    Call call = Calls.open(1, new LineReply(wire.writer()), table);
    AtomicInteger ended = new AtomicInteger();
    call.replaceOnCancel(ended::incrementAndGet);
    call.ask(Json.object());
    call.answer(Json.object());
    assertFalse(call.isOpen());
    assertTrue(table.awaitNone(Duration.ZERO));
    assertEquals(1, wire.lines().size());
    assertEquals(0, ended.get());
    table.find(Calls.id(1)).orElseThrow().cancel();
    assertEquals(1, ended.get());
    assertTrue(table.find(Calls.id(1)).isEmpty());
  }

  @Test
  void a_question_the_client_has_not_got_yet_is_withdrawn_by_a_cancel_and_who_waits_ends()
      throws Exception {
    Wire wire = Wire.stopped(WaterMarks.DEFAULT, () -> {});
    Calls.open(1, new LineReply(wire.writer()), table).answer(Json.object());
    wire.awaitBlocked();
    Call second = Calls.open(2, new LineReply(wire.writer()), table);
    AtomicInteger ended = new AtomicInteger();
    second.replaceOnCancel(ended::incrementAndGet);
    second.ask(Json.object());
    second.cancel();
    assertEquals(1, ended.get());
    wire.readOn();
    assertEquals(1, wire.lines().size());
  }

  @Test
  void to_cancel_a_question_that_is_not_awaited_any_more_has_no_effect() {
    Call call = Calls.open(1, new LineReply(Wire.reading().writer()), table);
    AtomicInteger ended = new AtomicInteger();
    call.replaceOnCancel(ended::incrementAndGet);
    call.ask(Json.object());
    call.askNoMore();
    assertTrue(table.find(Calls.id(1)).isEmpty());
    call.cancel();
    assertEquals(0, ended.get());
  }

  @Test
  void an_id_that_is_used_again_means_the_later_call() {
    Call asked = Calls.open(1, new LineReply(Wire.reading().writer()), table);
    asked.ask(Json.object());
    Call later = Calls.open(1, new LineReply(Wire.reading().writer()), table);
    assertSame(later, table.find(Calls.id(1)).orElseThrow());
    later.answer(Json.object());
    assertTrue(table.find(Calls.id(1)).isEmpty(), "no cancel can mean the question any more");
  }

  @Test
  void questions_and_cancels_that_cross_end_who_waits_and_leave_nothing() throws Exception {
    Wire wire = Wire.reading();
    for (int i = 0; i < ROUNDS; i++) {
      Call call = Calls.open(i, new LineReply(wire.writer()), table);
      AtomicInteger ended = new AtomicInteger();
      call.replaceOnCancel(ended::incrementAndGet);
      CountDownLatch go = new CountDownLatch(1);
      Thread canceller =
          new Thread(
              () -> {
                go.countDown();
                call.cancel();
              });
      canceller.start();
      go.await();
      call.ask(Json.object());
      canceller.join();
      assertEquals(1, ended.get());
      assertTrue(table.find(Calls.id(i)).isEmpty());
    }
  }

  @Test
  void two_calls_in_flight_cannot_share_an_id() {
    Calls.open(1, new LineReply(Wire.reading().writer()), table);
    Call twin =
        new Call(
            Calls.id(1),
            "test",
            Json.object(),
            Calls.legacy(Revision.V2025_06_18, ClientCapabilities.NONE),
            new LineReply(Wire.reading().writer()),
            table);
    assertFalse(table.add(twin));
    twin.answer(Json.object());
    assertTrue(table.find(Calls.id(1)).isPresent(), "the end of the twin does not end the first");
  }

  @Test
  void answers_and_cancels_that_cross_leave_one_winner() throws Exception {
    Wire wire = Wire.reading();
    AtomicInteger cancelled = new AtomicInteger();
    for (int i = 0; i < ROUNDS; i++) {
      Call call = Calls.open(i, new LineReply(wire.writer()), table);
      call.replaceOnCancel(cancelled::incrementAndGet);
      CountDownLatch go = new CountDownLatch(1);
      Thread canceller =
          new Thread(
              () -> {
                try {
                  go.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                call.cancel();
              });
      canceller.start();
      go.countDown();
      call.answer(Json.object());
      canceller.join();
    }
    assertTrue(wire.lines().size() + cancelled.get() <= ROUNDS);
    assertTrue(table.awaitNone(Duration.ZERO));
  }

  @Test
  void a_call_whose_answer_cannot_be_delivered_is_over() {
    AtomicInteger ended = new AtomicInteger();
    Reply broken =
        new Reply() {
          @Override
          public void deliver(RequestId id, ObjectNode message) {
            throw new NoClassDefFoundError("for the test");
          }

          @Override
          public void none() {}

          @Override
          public OutgoingMessages way() {
            throw new AssertionError("nothing is asked");
          }
        };
    Call call = Calls.open(1, broken, table);
    call.replaceOnEnd(ended::incrementAndGet);
    call.serve(() -> call.answer(Json.object()));
    assertEquals(1, ended.get());
    assertTrue(table.awaitNone(Duration.ZERO));
  }
}
