package dev.bullpen.pool;

import static dev.bullpen.pool.TestPool.LONG_ENOUGH;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A thread that waits for its job wakes up for every way in which the job can end. */
class BlockingRunTests {
  @TempDir Path folder;

  @AfterEach
  void nothing_is_left() throws IOException {
    TestPool.assertNoChildren();
  }

  @Test
  void it_returns_what_the_script_wrote_and_why_it_failed() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      JobOutcome outcome = pool.pool().run(request("echo out; echo err >&2; exit 3", LONG_ENOUGH));
      JobOutcome.Completed completed = assertInstanceOf(JobOutcome.Completed.class, outcome);
      assertEquals("out\n", new String(completed.stdout()));
      assertEquals("err\n", new String(completed.stderr()));
      assertEquals(3, completed.code());
      assertFalse(completed.isSuccess());
      JobOutcome late = pool.pool().run(request("sleep 60", Duration.ofMillis(100)));
      assertEquals(FailureReason.TIMEOUT, ((JobOutcome.Failed) late).reason());
      assertEquals("next\n", pool.run("echo next").output());
    }
  }

  @Test
  void an_interrupt_ends_the_job() throws Exception {
    try (TestPool pool = new TestPool(1, 1)) {
      FutureTask<JobOutcome> waiting = new FutureTask<>(() -> pool.pool().run(sleeper()));
      Thread thread = new Thread(waiting, "test call");
      thread.start();
      String pid = awaitPid();
      thread.interrupt();
      assertInstanceOf(InterruptedException.class, failure(waiting));
      await().atMost(LONG_ENOUGH).until(() -> !Files.exists(Path.of("/proc", pid)));
    }
  }

  @Test
  void a_close_wakes_it_and_a_closed_pool_refuses() throws Exception {
    TestPool pool = new TestPool(1, 1);
    FutureTask<JobOutcome> waiting = start(() -> pool.pool().run(sleeper()));
    awaitPid();
    pool.close();
    assertInstanceOf(CancellationException.class, failure(waiting));
    JobOutcome refused = pool.pool().run(sleeper());
    assertEquals(FailureReason.SHUTDOWN, ((JobOutcome.Failed) refused).reason());
  }

  @Test
  void a_close_wakes_it_while_a_long_outcome_waits_for_room() throws Exception {
    TestPool pool = new TestPool(1, 1);
    TestClient client = new TestClient(); // there is never any
    JobRequest wordy =
        TestPool.request("head -c 300000 /dev/zero", Lane.INTERACTIVE, LONG_ENOUGH, 400_000)
            .ownedBy(client.owner());
    FutureTask<JobOutcome> waiting = start(() -> pool.pool().run(wordy));
    client.nextLarge();
    pool.close();
    assertInstanceOf(CancellationException.class, failure(waiting));
  }

  private JobRequest sleeper() {
    Path pid = folder.resolve("pid");
    return request("echo $$ >%s.new; mv %s.new %s; sleep 60".formatted(pid, pid, pid), LONG_ENOUGH);
  }

  private String awaitPid() throws IOException {
    Path pid = folder.resolve("pid");
    await().atMost(LONG_ENOUGH).until(() -> Files.exists(pid));
    return Files.readString(pid).strip();
  }

  private static JobRequest request(String script, Duration timeout) {
    return TestPool.request(script, Lane.INTERACTIVE, timeout, 1000);
  }

  private static FutureTask<JobOutcome> start(Callable<JobOutcome> call) {
    FutureTask<JobOutcome> task = new FutureTask<>(call);
    new Thread(task, "test call").start();
    return task;
  }

  private static Throwable failure(FutureTask<JobOutcome> task) {
    return assertThrows(
            ExecutionException.class, () -> task.get(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS))
        .getCause();
  }
}
