package dev.bullpen.helper.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProviderThreadsTests {
  private final ProviderThreads threads = new ProviderThreads();
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Thread> left = new ArrayList<>();

  /** Of a provider. */
  private <T> T result(Callable<T> provider) throws Exception {
    FutureTask<T> task = new FutureTask<>(provider);
    threads.start(task);
    return task.get();
  }

  private Thread leave(ThreadFactory factory) {
    Thread thread = factory.newThread(this::awaitTheEnd);
    thread.start();
    left.add(thread);
    return thread;
  }

  private void awaitTheEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void nothing_is_left() throws InterruptedException {
    end.countDown();
    for (Thread thread : left) {
      thread.join();
    }
  }

  private static ThreadGroup ownGroup() {
    return Thread.currentThread().getThreadGroup();
  }

  @Test
  void no_provider_leaves_a_thread_group_behind() throws Exception {
    ThreadGroup first = result(ProviderThreadsTests::ownGroup);
    int groups = ownGroup().activeGroupCount();
    for (int i = 0; i < 10; i++) {
      assertSame(first, result(ProviderThreadsTests::ownGroup));
    }
    assertTrue(ownGroup().activeGroupCount() <= groups); // those of earlier tests may have gone
    assertEquals("provider", first.getName());
  }

  @Test
  void a_thread_that_is_left_is_seen() throws Exception {
    assertTrue(result(() -> true) && threads.awaitOthers());
    result(() -> leave(Thread::new));
    assertFalse(threads.awaitOthers());
  }

  /** Such a factory goes by the group of the thread that made it. */
  @Test
  void so_is_one_of_a_factory_that_an_earlier_provider_has_made() throws Exception {
    ThreadFactory kept = result(Executors::defaultThreadFactory);
    assertTrue(threads.awaitOthers());
    result(() -> leave(kept));
    assertFalse(threads.awaitOthers());
  }

  /** Whose workers are in a group of their own on JDK 25. */
  @Test
  void so_is_one_of_a_task_of_the_common_pool() throws Exception {
    assertTrue(result(() -> ofCommonPool(() -> true)) && threads.awaitOthers());
    result(() -> ofCommonPool(() -> leave(Thread::new)));
    assertFalse(threads.awaitOthers());
  }

  /** By one of its workers; who waited for the task itself might run it. */
  private static <T> T ofCommonPool(Callable<T> work) throws Exception {
    CountDownLatch done = new CountDownLatch(1);
    FutureTask<T> task = new FutureTask<>(work);
    ForkJoinPool.commonPool()
        .execute(
            () -> {
              task.run();
              done.countDown();
            });
    done.await();
    return task.get();
  }

  @Test
  void so_is_one_of_a_virtual_thread() throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "there are no virtual threads");
    assertTrue(result(() -> ofVirtualThread(() -> true)) && threads.awaitOthers());
    result(() -> ofVirtualThread(() -> leave(Thread::new)));
    assertFalse(threads.awaitOthers());
  }

  /** One that has waited, so that all are there which the JDK has for such. */
  private static <T> T ofVirtualThread(Callable<T> work) throws Exception {
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              LockSupport.parkNanos(1);
              return work.call();
            });
    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    return task.get();
  }

  @Test
  void so_is_what_waits_to_start_a_delayed_task() throws Exception {
    CompletableFuture<Void> never = new CompletableFuture<>();
    result(() -> ofCommonPool(() -> never.orTimeout(1, TimeUnit.HOURS)));
    assertFalse(threads.awaitOthers());
    never.complete(null);
  }

  @Test
  void those_that_the_jdk_keeps_for_all_belong_to_no_provider() throws Exception {
    assertEquals(0, result(() -> new ProcessBuilder("true").start().waitFor()));
    Cleaner cleaner = result(Cleaner::create);
    assertTrue(threads.awaitOthers());
    cleaner.register(this, () -> {}).clean(); // so long it is needed
  }

  @Test
  void what_a_provider_makes_of_its_thread_group_ends_no_other() throws Exception {
    int priority = result(() -> ownGroup().getMaxPriority());
    result(
            () -> {
              ownGroup().setMaxPriority(Thread.MIN_PRIORITY);
              makeDaemon(ownGroup());
              return Thread.currentThread();
            })
        .join();
    assertEquals(priority, result(() -> ownGroup().getMaxPriority()));
    assertEquals(Thread.NORM_PRIORITY, result(() -> Thread.currentThread().getPriority()));
  }

  /** Before JDK 19 one is destroyed with its last thread. */
  @SuppressWarnings("removal") // a provider can still do it
  private static void makeDaemon(ThreadGroup group) {
    group.setDaemon(true);
  }
}
