package dev.bullpen.server.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.server.call.Reply.BatchReply;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.client.SharedBudget;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The answers to a batch. */
class ReplyTests {
  private static final String ALICE = "alice";
  private static final int MEBIBYTE = 1024 * 1024;
  private static final int MOST = 8 * MEBIBYTE;
  private static final int ANSWERS = 50;

  private final Wire wire = Wire.reading();
  private final SharedBudget budget = new SharedBudget(MOST);

  private BatchReply batch(int outstanding, SharedBudget of) {
    return new BatchReply(new LineReply(wire.writer()), outstanding, of, ALICE, complete -> {});
  }

  private static ObjectNode answer(int id, int length) {
    return JsonRpc.result(Calls.id(id), Json.object().put("text", "x".repeat(length)));
  }

  private static void deliver(BatchReply batch, int id, int length) {
    batch.deliver(Calls.id(id), answer(id, length));
  }

  private static List<Integer> ids(JsonNode answers) {
    return answers.valueStream().map(one -> one.path("id").asInt(0)).toList();
  }

  private static long whole(JsonNode answers) {
    return answers.valueStream().filter(one -> one.has("result")).count();
  }

  @Test
  void long_answers_for_which_there_is_no_room_are_errors() {
    BatchReply batch = batch(ANSWERS, budget);
    for (int id = 1; id <= ANSWERS; id++) {
      assertTrue(budget.held() <= MOST, "more is kept than there may be");
      deliver(batch, id, MEBIBYTE);
    }
    JsonNode answers = wire.lines().get(0);
    assertEquals(IntStream.rangeClosed(1, ANSWERS).boxed().toList(), ids(answers));
    assertEquals(5, whole(answers), "two thirds of the budget");
    assertEquals(
        "The answers to this batch are too long together. Send its requests one at a time.",
        answers.path(ANSWERS - 1).at("/error/message").stringValue());
    assertEquals(0, budget.held());
  }

  @Test
  void with_room_all_are_whole() {
    BatchReply batch = batch(ANSWERS, new SharedBudget(2L * ANSWERS * MEBIBYTE));
    IntStream.rangeClosed(1, ANSWERS).forEach(id -> deliver(batch, id, MEBIBYTE));
    assertEquals(ANSWERS, whole(wire.lines().get(0)));
  }

  @Test
  void short_answers_need_no_room() {
    SharedBudget none = new SharedBudget(1);
    none.take("bob", 1);
    int most = BatchReply.SHORT_BYTES - JsonRpc.line(answer(1, 0)).length;
    BatchReply batch = batch(3, none);
    IntStream.rangeClosed(1, 3).forEach(id -> deliver(batch, id, most - 2 + id));
    JsonNode answers = wire.lines().get(0);
    assertEquals(List.of(1, 2, 3), ids(answers));
    assertTrue(answers.path(1).has("result"));
    assertTrue(answers.path(2).has("error"));
  }

  @Test
  void what_is_withdrawn_makes_room_for_another() {
    BatchReply batch = batch(8, budget);
    IntStream.rangeClosed(1, 6).forEach(id -> deliver(batch, id, MEBIBYTE));
    long before = budget.held();
    batch.withdraw(Calls.id(2));
    assertEquals(before - JsonRpc.line(answer(2, MEBIBYTE)).length, budget.held());
    batch.withdraw(Calls.id(2));
    batch.withdraw(Calls.id(6));
    deliver(batch, 7, MEBIBYTE);
    batch.none();
    JsonNode answers = wire.lines().get(0);
    assertEquals(List.of(1, 3, 4, 5, 7), ids(answers));
    assertEquals(5, whole(answers));
    assertEquals(0, budget.held());
  }

  @Test
  void batches_that_wait_for_their_last_answer_share_the_room() {
    BatchReply first = batch(6, budget);
    BatchReply second = batch(1, budget);
    IntStream.rangeClosed(1, 5).forEach(id -> deliver(first, id, MEBIBYTE));
    deliver(second, 6, MEBIBYTE);
    deliver(first, 7, MEBIBYTE);
    List<JsonNode> answers = wire.lines();
    assertEquals(0, whole(answers.get(0)));
    assertEquals(5, whole(answers.get(1)));
  }
}
