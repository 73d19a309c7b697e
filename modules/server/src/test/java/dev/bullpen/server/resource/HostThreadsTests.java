package dev.bullpen.server.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class HostThreadsTests {
  private static final int EACH = 2;
  private static final int WAITING = 3;

  private final HostThreads threads = new HostThreads("test hosts", 2 * EACH, EACH, WAITING);
  private final CountDownLatch silence = new CountDownLatch(1);
  private final Semaphore begun = new Semaphore(0);

  @AfterEach
  void end() {
    threads.close();
  }

  private void addSilent() {
    threads.add(
        "silent.example",
        () -> {
          begun.release();
          awaitSilence();
        });
  }

  private void awaitSilence() {
    try {
      silence.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitDone(String host) throws InterruptedException {
    CountDownLatch done = new CountDownLatch(1);
    threads.add(host, done::countDown);
    assertTrue(done.await(30, TimeUnit.SECONDS), host + " waits for others");
  }

  @Test
  void a_silent_host_keeps_nobody_waiting_but_who_asks_for_it() throws Exception {
    for (int i = 0; i < EACH + WAITING; i++) {
      addSilent();
    }
    begun.acquire(EACH);
    awaitDone("files.example");
    assertEquals(0, begun.availablePermits());
    silence.countDown();
    begun.acquire(WAITING);
    awaitDone("silent.example");
  }

  @Test
  void what_waits_for_a_host_is_done_in_the_order_it_was_asked_for() throws Exception {
    List<Integer> order = new CopyOnWriteArrayList<>();
    try (HostThreads one = new HostThreads("test host", EACH, 1, WAITING)) {
      CountDownLatch done = new CountDownLatch(WAITING);
      one.add("silent.example", this::awaitSilence);
      for (int i = 0; i < WAITING; i++) {
        int number = i;
        one.add(
            "silent.example",
            () -> {
              order.add(number);
              done.countDown();
            });
      }
      silence.countDown();
      assertTrue(done.await(30, TimeUnit.SECONDS));
    }
    assertEquals(List.of(0, 1, 2), order);
  }

  @Test
  void no_more_wait_than_may() throws Exception {
    for (int i = 0; i < EACH + WAITING; i++) {
      addSilent();
    }
    assertThrows(RejectedExecutionException.class, this::addSilent);
    awaitDone("files.example");
    silence.countDown();
    begun.acquire(EACH + WAITING);
    awaitDone("silent.example");
  }

  @Test
  void tasks_that_fail_cost_the_next_nothing() throws Exception {
    for (int i = 0; i < EACH; i++) {
      threads.add(
          "files.example",
          () -> {
            throw new NoClassDefFoundError("as tests do");
          });
    }
    awaitDone("files.example");
  }

  @ParameterizedTest
  @CsvSource({
    "https://h/a, h:443",
    "https://H:443/a, h:443",
    "https://h:0443/a, h:443",
    "https://h:8443/a, h:8443",
    "https://[::1]/a, [::1]:443",
    "https://[::1]:443/a, [::1]:443",
    "https://b\u00fccher.example:0443, b\u00fccher.example:443"
  })
  void a_host_is_the_same_however_its_port_is_written(String uri, String key) {
    assertEquals(key, HostThreads.host(URI.create(uri)));
  }
}
