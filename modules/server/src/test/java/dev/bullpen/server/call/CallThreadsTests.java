package dev.bullpen.server.call;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.program.ProgramSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallThreadsTests {
  private static final Duration LONG = Duration.ofSeconds(30);

  /** Of one helper. */
  private static final int PLACES = 2;

  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();
  private final CallThreads threads = new CallThreads("test call", 1);
  private final ExecutorService helper = Executors.newSingleThreadExecutor();
  private int calls;

  @AfterEach
  void end() {
    table.abandonAll(JsonRpcError.internalError("over"));
    threads.close();
    helper.shutdownNow();
  }

  private Call call() {
    return Calls.open(++calls, new LineReply(wire.writer()), table);
  }

  /** A pool of one helper. */
  private JobIntake pool() {
    return new JobIntake() {
      @Override
      public Receipt submit(JobRequest request, JobListener listener) {
        CompletableFuture<JobOutcome> job = new CompletableFuture<>();
        helper.execute(() -> job.complete(done()));
        job.thenAccept(listener::ended);
        return new Receipt() {
          @Override
          public void cancel() {
            job.cancel(false);
          }

          @Override
          public boolean withdraw() {
            return job.cancel(false);
          }
        };
      }
    };
  }

  private static JobOutcome done() {
    return new JobOutcome.Completed(false, 0, new byte[0], new byte[0]);
  }

  private static JobRequest job() {
    return job("job");
  }

  private static JobRequest job(String name) {
    return new JobRequest(
        name,
        Lane.LONG,
        new JobRequest.Script(
            JobRequest.Program.script(List.of("/bin/true")),
            Path.of("/"),
            EnvironmentBlock.of(Map.of()),
            Map.of()),
        new JobRequest.Limits(1, 0, 1, LONG, Duration.ZERO),
        Optional.empty());
  }

  /** Takes every place until what is returned is completed. */
  private CompletableFuture<Void> full() throws JsonRpcException {
    CompletableFuture<Void> free = new CompletableFuture<>();
    for (int i = 0; i < PLACES; i++) {
      CompletableFuture<Void> begun = new CompletableFuture<>();
      threads.serve(
          call(),
          thread -> {
            begun.complete(null);
            free.join();
          });
      begun.join();
    }
    return free;
  }

  @Test
  void calls_that_need_several_jobs_each_never_wait_for_each_other_in_a_circle() throws Exception {
    int many = 50 * PLACES;
    ProgramSource compiled = // by the one helper there is
        (lane, command, onCancel, then, otherwise) ->
            pool().submit(job(), outcome -> then.accept(JobRequest.Program.script(command)));
    for (int i = 0; i < many; i++) {
      Call call = call();
      threads.serve(
          call,
          thread -> {
            thread.run(pool(), job()); // as policy.sh is
            try {
              thread.program(compiled, Lane.LONG, List.of("/a/Tool.java"));
            } catch (NoProgramException e) {
              throw new IllegalStateException(e);
            }
            thread.run(pool(), job());
            call.answer(Json.object());
          });
    }
    assertTrue(table.awaitNone(LONG));
    assertEquals(many, wire.lines().size());
  }

  @Test
  void first_jobs_are_handed_in_in_the_order_of_their_calls_unless_one_waits() throws Exception {
    Intake intake = new Intake();
    CompletableFuture<Void> slow = new CompletableFuture<>();
    threads.serve(
        call(),
        thread -> {
          slow.join();
          thread.run(intake, job("first"));
        });
    threads.serve(
        call(),
        thread -> {
          slow.complete(null);
          thread.run(intake, job("second"));
        });
    await().until(() -> intake.count() == 2);
    assertEquals("second", intake.get(1).request().name());
  }

  @Test
  void the_end_of_a_job_with_much_output_is_over_when_its_call_is_and_of_another_at_once()
      throws Exception {
    Intake intake = new Intake();
    CompletableFuture<Void> answer = new CompletableFuture<>();
    for (int i = 0; i < PLACES; i++) {
      threads.serve(
          call(),
          thread -> {
            thread.run(intake, job());
            answer.join();
          });
    }
    await().until(() -> intake.count() == PLACES);
    intake.get(0).begins().says("little");
    CompletableFuture<Void> end =
        CompletableFuture.runAsync(
            () -> intake.get(1).begins().says("x".repeat(AnswerRoom.LARGE_BYTES + 1)));
    assertThrows(TimeoutException.class, () -> end.get(100, TimeUnit.MILLISECONDS));
    answer.complete(null);
    end.get(30, TimeUnit.SECONDS);
  }

  @Test
  void calls_beyond_the_places_wait_in_order_and_a_cancelled_one_starts_nothing() throws Exception {
    CompletableFuture<Void> free = full();
    List<Integer> order = new CopyOnWriteArrayList<>();
    AtomicInteger atATime = new AtomicInteger();
    List<Call> waiting = new ArrayList<>();
    CompletableFuture<Void> last = new CompletableFuture<>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      Call call = call();
      waiting.add(call);
      threads.serve(
          call,
          thread -> {
            assertTrue(atATime.incrementAndGet() <= PLACES);
            synchronized (order) {
              order.add(number);
            }
            atATime.decrementAndGet();
            if (number == 4) {
              last.complete(null);
            }
          });
    }
    waiting.get(1).cancel();
    waiting.get(3).cancel();
    free.complete(null);
    last.get(30, TimeUnit.SECONDS);
    await().until(() -> order.size() == 3);
    assertFalse(order.contains(1) || order.contains(3), order.toString());
  }

  @Test
  void what_only_waits_leaves_its_place_to_others() throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    int waiting = 3 * PLACES;
    for (int i = 0; i < waiting; i++) {
      Call call = call();
      threads.serve(
          call, thread -> call.answer(Json.object().put("x", thread.await(answer, () -> {}))));
    }
    Call served = call();
    threads.serve(served, thread -> served.answer(Json.object().put("x", "served")));
    await().until(() -> !served.isOpen());
    answer.complete("answered");
    assertTrue(table.awaitNone(LONG));
    assertEquals(waiting + 1, wire.lines().size());
  }

  @Test
  void a_cancel_wakes_the_wait_ends_the_job_and_starts_no_other() throws Exception {
    Intake intake = new Intake();
    Call call = call();
    CompletableFuture<CallThread> thread = new CompletableFuture<>();
    CompletableFuture<Throwable> woken = new CompletableFuture<>();
    threads.serve(
        call,
        own -> {
          thread.complete(own);
          try {
            own.run(intake, job());
          } catch (RuntimeException e) {
            woken.complete(e);
            throw e;
          }
        });
    await().until(() -> intake.count() == 1);
    call.cancel();
    assertTrue(intake.get(0).isCancelled());
    assertTrue(woken.get(30, TimeUnit.SECONDS) instanceof CancellationException);
    assertThrows(CancellationException.class, () -> thread.get().run(intake, job()));
    assertEquals(1, intake.count());
    assertEquals(List.of(), wire.lines());
  }

  @Test
  void a_call_beyond_those_that_may_wait_is_told_that_the_server_is_busy() throws Exception {
    CompletableFuture<Void> free = full();
    for (int i = 0; i < CallThreads.MOST_WAITING; i++) {
      threads.serve(call(), thread -> {});
    }
    JsonRpcException e =
        assertThrows(JsonRpcException.class, () -> threads.serve(call(), thread -> {}));
    assertEquals("busy", e.error().data().path("reason").stringValue(""));
    free.complete(null);
  }
}
