package dev.bullpen.protocol.line;

import static dev.bullpen.protocol.Trees.id;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Queues that share 100 bytes, and may each hold as much. */
@Timeout(30)
class OutgoingBudgetTests {
  private static final Duration SOON = Duration.ofSeconds(10);

  private final OutgoingBudget budget = new OutgoingBudget(100, new WaterMarks(100, 50));

  @ParameterizedTest
  @CsvSource({"39, false", "40, false", "41, true"})
  void beyond_the_budget_a_queue_above_its_share_is_full(int second, boolean isFull) {
    OutQueue first = queueOf(60);
    OutQueue other = queueOf(second);
    assertEquals(isFull, first.isFull());
    assertFalse(other.isFull(), "it holds less than half");
  }

  @ParameterizedTest
  @CsvSource({"49, false", "50, false", "51, true"})
  void a_queue_is_full_only_above_its_share(int bytes, boolean isFull) {
    queueOf(60);
    assertEquals(isFull, queueOf(bytes).isFull());
  }

  @Test
  void a_client_that_does_not_read_makes_no_other_full() {
    OutQueue unread = queueOf(500);
    OutQueue read = new OutQueue(budget);
    for (int i = 0; i < 50; i++) {
      read.add(answer(40));
      assertFalse(read.isFull());
      read.take(40);
      read.written();
    }
    assertTrue(unread.isFull());
  }

  @Test
  void an_empty_queue_has_no_share() {
    List<OutQueue> idle = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      idle.add(queueOf(1));
    }
    idle.forEach(OutgoingBudgetTests::readAll);
    OutQueue one = queueOf(50);
    queueOf(51);
    assertFalse(one.isFull(), "two hold anything, so its share is 50");
    assertEquals(101, budget.held());
  }

  @Test
  void it_has_room_again_at_half_its_share() {
    OutQueue first = queueOf(40);
    first.add(answer(1));
    first.add(answer(24));
    first.add(answer(1));
    queueOf(40);
    assertTrue(first.isFull());
    read(first, 40);
    assertFalse(first.reopen(), "26 are left");
    read(first, 1);
    assertTrue(first.reopen(), "25 are left");
    assertFalse(first.isFull());
    assertFalse(first.reopen());
  }

  @Test
  void a_principal_above_its_share_is_full_on_all_connections_and_makes_no_other_full() {
    List<OutQueue> many = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      OutQueue queue = new OutQueue(budget, "alice");
      assertFalse(queue.isFull(), "the budget has room");
      queue.add(answer(11));
      many.add(queue);
    }
    OutQueue others = new OutQueue(budget, "bob");
    others.add(answer(40));
    assertFalse(others.isFull(), "alice holds more than half");
    OutQueue next = new OutQueue(budget, "alice");
    assertTrue(next.isFull());
    assertTrue(budget.isFull("alice"));
    assertFalse(budget.isFull("bob"));
    assertFalse(budget.isFull("carol"));
    many.subList(0, 6).forEach(OutgoingBudgetTests::readAll);
    assertTrue(next.isFull(), "33 are left, and half of the share is 25");
    readAll(many.get(6));
    assertFalse(next.isFull(), "22 are left");
    assertFalse(budget.isFull("alice"));
    assertTrue(many.get(6).reopen(), "others have room again");
    assertFalse(many.get(6).reopen());
  }

  @Test
  void who_reads_so_far_that_another_principal_is_full_no_longer_says_so() {
    OutQueue unread = new OutQueue(budget, "alice");
    unread.add(answer(20));
    unread.add(answer(40));
    OutQueue read = new OutQueue(budget, "bob");
    read.add(answer(41));
    OutQueue next = new OutQueue(budget, "alice");
    read(unread, 20);
    assertTrue(next.isFull(), "40 are left, and half of the share is 25");
    readAll(read);
    assertFalse(next.isFull());
    assertTrue(read.reopen(), "alice has room again");
    assertFalse(read.reopen());
  }

  @Test
  void what_a_principal_has_not_read_is_given_back_when_its_clients_go() {
    OutQueue gone = new OutQueue(budget, "alice");
    gone.add(answer(101));
    OutQueue next = new OutQueue(budget, "alice");
    assertTrue(next.isFull());
    gone.abandon();
    assertFalse(next.isFull());
    assertEquals(0, budget.held());
  }

  @Test
  void progress_is_dropped_above_the_share() {
    OutQueue first = queueOf(60);
    OutQueue other = queueOf(40);
    assertFalse(first.add(progress(1)), "beyond the budget");
    assertTrue(other.add(progress(10)), "within its share");
  }

  @Test
  void an_abandoned_queue_gives_back_what_waits_and_is_never_full() {
    OutQueue gone = queueOf(80);
    gone.take(1);
    gone.add(answer(70));
    assertTrue(gone.isFull());
    gone.abandon();
    assertFalse(gone.isFull());
    assertEquals(80, budget.held());
    queueOf(60);
    assertFalse(gone.isFull());
    gone.written();
    assertEquals(60, budget.held());
  }

  @Test
  void two_hundred_clients_that_do_not_read_hold_the_budget_and_an_answer_each() {
    int clients = 200;
    int budgetBytes = 1024 * 1024;
    int answerBytes = 1000;
    OutgoingBudget shared = new OutgoingBudget(budgetBytes, WaterMarks.DEFAULT);
    Semaphore reads = new Semaphore(0);
    List<OutgoingLines> all = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      all.add(TestClient.slow(new PageByPage(reads)).start(shared, () -> {}));
    }
    List<OutgoingLines> asking = new ArrayList<>(all);
    for (int id = 0; !asking.isEmpty(); id++) {
      for (OutgoingLines client : asking) {
        client.respond(id(id), line(answerBytes));
      }
      asking.removeIf(OutgoingLines::isFull);
    }
    assertTrue(shared.held() > budgetBytes, "none is full before");
    assertTrue(shared.held() <= budgetBytes + clients * answerBytes, shared.held() + " bytes");
    reads.release(Integer.MAX_VALUE / 2);
    for (OutgoingLines client : all) {
      assertTrue(client.close(SOON));
    }
    assertEquals(0, shared.held());
  }

  @Test
  void the_usual_budget_leaves_a_single_client_its_marks() {
    OutQueue single = new OutQueue(new OutgoingBudget(16 * 1024 * 1024, WaterMarks.DEFAULT));
    single.add(answer(8 * 1024 * 1024));
    assertFalse(single.isFull());
    single.add(answer(1));
    assertTrue(single.isFull());
  }

  @Test
  void a_budget_has_at_least_a_byte() {
    assertEquals(0, new OutgoingBudget(1, WaterMarks.DEFAULT).held());
    assertThrows(IllegalArgumentException.class, () -> new OutgoingBudget(0, WaterMarks.DEFAULT));
  }

  private OutQueue queueOf(int bytes) {
    OutQueue queue = new OutQueue(budget);
    queue.add(answer(bytes));
    return queue;
  }

  private static void read(OutQueue queue, int bytes) {
    queue.take(bytes);
    queue.written();
  }

  private static void readAll(OutQueue queue) {
    read(queue, Integer.MAX_VALUE);
  }

  private static OutQueue.Outgoing answer(int bytes) {
    return new OutQueue.Outgoing(OutQueue.Outgoing.Kind.RESPONSE, Optional.of(id(1)), line(bytes));
  }

  private static OutQueue.Outgoing progress(int bytes) {
    return new OutQueue.Outgoing(OutQueue.Outgoing.Kind.DROPPABLE, Optional.of(id(1)), line(bytes));
  }

  private static byte[] line(int bytes) {
    return ("x".repeat(bytes - 1) + "\n").getBytes(UTF_8);
  }
}
