package dev.bullpen.server.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TurnsTests {
  private final List<String> done = new CopyOnWriteArrayList<>();
  private final CountDownLatch all = new CountDownLatch(5);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);
  private Turns turns;

  @AfterEach
  void end() {
    turns.close();
  }

  private void add(String whose, String name) {
    turns.add(
        whose,
        () -> {
          done.add(name);
          all.countDown();
        });
  }

  /** A task that is done when the test lets it be, and has begun. */
  private void hold(String whose) throws InterruptedException {
    turns.add(
        whose,
        () -> {
          begun.countDown();
          try {
            go.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    assertTrue(begun.await(30, TimeUnit.SECONDS));
  }

  private void awaitAll() throws InterruptedException {
    go.countDown();
    assertTrue(all.await(30, TimeUnit.SECONDS), done.toString());
  }

  @Test
  void who_has_many_tasks_lets_each_other_have_one_between() throws Exception {
    turns = new Turns("turns", 1);
    hold("a");
    add("a", "a1");
    add("a", "a2");
    add("b", "b1");
    add("b", "b2");
    add("c", "c1");
    awaitAll();
    assertEquals(List.of("b1", "c1", "a1", "b2", "a2"), done);
  }

  @Test
  void the_tasks_of_one_are_never_done_beside_each_other() throws Exception {
    turns = new Turns("turns", 2);
    hold("a");
    List.of("a1", "a2", "a3").forEach(name -> add("a", name));
    List.of("b1", "b2").forEach(name -> add("b", name));
    CountDownLatch behind = new CountDownLatch(1);
    turns.add("b", behind::countDown);
    assertTrue(behind.await(30, TimeUnit.SECONDS));
    assertEquals(List.of("b1", "b2"), done);
    awaitAll();
    assertEquals(List.of("b1", "b2", "a1", "a2", "a3"), done);
  }

  @Test
  void what_a_task_throws_ends_nothing_but_that() throws Exception {
    turns = new Turns("turns", 1);
    turns.add(
        "a",
        () -> {
          throw new IllegalStateException("a defect");
        });
    List.of("1", "2", "3", "4", "5").forEach(name -> add("a", name));
    awaitAll();
    assertEquals(List.of("1", "2", "3", "4", "5"), done);
  }
}
