package dev.bullpen.server.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.thread.NoThreadException;
import dev.bullpen.server.thread.DaemonThreads.Workers;
import dev.bullpen.server.thread.Timers.TimedThread;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ThreadShortageTests {
  private static final int MANY = 3;
  private static final int NEVER = 0;

  private volatile boolean isShort;
  private final List<String> done = new CopyOnWriteArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);

  /** Where a thread cannot be made it is as where it cannot be started. */
  private final ThreadFactory scarce =
      task -> {
        if (isShort) {
          throw new OutOfMemoryError("unable to create native thread");
        }
        Thread thread = new Thread(task, "scarce");
        thread.setDaemon(true);
        return thread;
      };

  private final Workers workers = new Workers(scarce, MANY, NEVER, new LinkedBlockingQueue<>());
  private final TimedThread timed = new TimedThread(scarce);

  @AfterEach
  void close() {
    workers.shutdownNow();
    timed.shutdownNow();
  }

  private void awaitOver() throws InterruptedException {
    assertTrue(over.await(30, TimeUnit.SECONDS));
  }

  @Test
  void a_task_there_is_no_thread_for_is_refused_and_not_done_later() throws Exception {
    isShort = true;
    assertThrows(NoThreadException.class, () -> workers.execute(() -> done.add("refused")));
    isShort = false;
    workers.execute(
        () -> {
          done.add("later");
          over.countDown();
        });
    awaitOver();
    assertEquals(List.of("later"), done);
    assertEquals(0, workers.getQueue().size());
  }

  @Test
  void where_there_is_a_thread_already_a_task_waits_for_it() throws Exception {
    CountDownLatch busy = new CountDownLatch(1);
    workers.execute(
        () -> {
          try {
            busy.await();
          } catch (InterruptedException closed) {
            done.add("interrupted");
          }
        });
    isShort = true;
    workers.execute(over::countDown);
    assertEquals(1, over.getCount());
    busy.countDown();
    awaitOver();
    assertEquals(List.of(), done);
  }

  @Test
  void a_task_for_later_is_refused_too_and_not_done_later() throws Exception {
    isShort = true;
    Runnable refused = () -> done.add("refused");
    assertThrows(NoThreadException.class, () -> timed.execute(refused));
    assertThrows(NoThreadException.class, () -> timed.schedule(refused, 0, TimeUnit.SECONDS));
    assertThrows(
        NoThreadException.class,
        () -> timed.scheduleWithFixedDelay(refused, 0, 1, TimeUnit.NANOSECONDS));
    isShort = false;
    timed.schedule(over::countDown, 1, TimeUnit.MILLISECONDS);
    awaitOver();
    assertEquals(List.of(), done);
  }
}
