package dev.bullpen.server.call;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.Lane;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.WaterMarks;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.CallThreads.CallThread;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.client.LargeAnswers;
import dev.bullpen.server.client.Principal;
import dev.bullpen.server.program.NoProgramException;
import dev.bullpen.server.program.ProgramSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CallThreadsTests {
  private static final Duration LONG = Duration.ofSeconds(30);

  /** Of one helper. */
  private static final int PLACES = 2;

  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();
  private final CallThreads threads = new CallThreads("test call", 1, (time, task) -> null);
  private final ExecutorService helper = Executors.newSingleThreadExecutor();
  private int calls;

  // A client that reads nothing until the test lets it.
  private final Wire unread = Wire.stopped(new WaterMarks(100, 50), () -> {});
  private final Client deaf = Calls.client(unread, new Principal("deaf", true));

  @AfterEach
  void end() {
    unread.readOn();
    table.abandonAll(JsonRpcError.internalError("over"));
    threads.close();
    helper.shutdownNow();
  }

  private Call call() {
    return Calls.open(++calls, new LineReply(wire.writer()), table);
  }

  private Call call(Client client) {
    return Calls.open(
        ++calls,
        Calls.legacy(client, Revision.V2025_06_18, ClientCapabilities.NONE),
        new LineReply(wire.writer()),
        table);
  }

  /** The deaf client has much to read from now on. */
  private void fill() throws InterruptedException {
    unread.writer().send(JsonRpc.line(Json.object()));
    unread.awaitBlocked();
    unread.writer().send(JsonRpc.line(Json.object().put("padding", "x".repeat(200))));
    assertTrue(deaf.isFull());
  }

  /** A pool of one helper, which a job has until its listener knows its end. */
  private JobIntake pool(JobOutcome outcome) {
    return (request, listener) ->
        new StubJob() {
          @Override
          public void submit() {
            helper.execute(() -> listener.ended(outcome));
          }
        };
  }

  private static JobOutcome done(int bytes) {
    return new JobOutcome.Completed(false, 0, new byte[bytes], new byte[0]);
  }

  private static JobRequest job() {
    return job("job");
  }

  private static JobRequest job(String name) {
    return new JobRequest(
        name,
        Lane.LONG,
        new JobRequest.Script(
            JobRequest.Program.script(List.of("/bin/true")), Path.of("/"), Map.of()),
        new JobRequest.Limits(1, 0, 1, LONG, Duration.ZERO),
        Optional.empty());
  }

  /** Takes so many places until what is returned is completed. */
  private CompletableFuture<Void> full(int places) throws JsonRpcException {
    CompletableFuture<Void> free = new CompletableFuture<>();
    for (int i = 0; i < places; i++) {
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
    JobIntake pool = pool(done(LargeAnswers.LARGE_BYTES + 1)); // its helper waits for each call
    ProgramSource compiled = // by the one helper there is
        (lane, command) -> {
          CompletableFuture<JobRequest.Program> found = new CompletableFuture<>();
          pool(done(0))
              .submit(job(), outcome -> found.complete(JobRequest.Program.script(command)));
          return found;
        };
    for (int i = 0; i < many; i++) {
      Call call = call();
      threads.serve(
          call,
          thread -> {
            thread.run(pool, job());
            try {
              thread.program(compiled.find(Lane.LONG, List.of("/a/Tool.java")));
            } catch (NoProgramException e) {
              throw new IllegalStateException(e);
            }
            thread.run(pool, job());
            thread.run(pool, job());
            call.answer(Json.object());
          });
    }
    assertTrue(table.awaitNone(LONG));
    assertEquals(many, wire.lines().size());
  }

  @Test
  void a_principal_with_many_calls_delays_anothers_first_by_no_more_than_those_that_run()
      throws Exception {
    CompletableFuture<Void> free = full(PLACES);
    List<String> served = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> otherServed = new CompletableFuture<>();
    for (int i = 0; i < 100; i++) {
      threads.serve(
          call(),
          thread -> {
            served.add("many");
            otherServed.join(); // the other's thread may be held before it notes that it runs
          });
    }
    Client other = Calls.client(Wire.reading(), new Principal("other", true));
    threads.serve(
        call(other),
        thread -> {
          served.add("other");
          otherServed.complete(null);
        });
    free.complete(null);
    await().atMost(LONG).until(() -> served.size() == 101);
    assertTrue(served.indexOf("other") < PLACES, served.toString());
  }

  @Test
  void first_jobs_are_handed_in_in_the_order_of_their_calls() throws Exception {
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
  void what_waits_before_its_first_job_lets_others_hand_in_theirs() throws Exception {
    Intake intake = new Intake();
    CompletableFuture<Void> answer = new CompletableFuture<>();
    threads.serve(
        call(),
        thread -> {
          thread.await(answer);
          thread.run(intake, job("first"));
        });
    threads.serve(call(), thread -> thread.run(intake, job("second")));
    await().until(() -> intake.count() == 1);
    answer.complete(null);
    await().until(() -> intake.count() == 2);
    assertEquals("first", intake.get(1).request().name());
  }

  @Test
  void a_cancel_wakes_a_call_that_waits_for_the_first_job_of_another_and_starts_none()
      throws Exception {
    Intake intake = new Intake();
    CompletableFuture<Void> free = full(1);
    Call call = call();
    CompletableFuture<Void> begun = new CompletableFuture<>();
    CompletableFuture<Throwable> woken = new CompletableFuture<>();
    threads.serve(
        call,
        thread -> {
          begun.complete(null);
          try {
            thread.run(intake, job());
          } catch (CancellationException e) {
            woken.complete(e);
            throw e;
          }
        });
    begun.join();
    call.cancel();
    woken.get(30, TimeUnit.SECONDS);
    assertEquals(0, intake.count());
    free.complete(null);
  }

  @Test
  void a_call_has_an_answer_and_the_next_its_turn_whatever_goes_wrong_on_its_thread()
      throws Exception {
    threads.serve(
        call(),
        thread -> {
          throw new NoClassDefFoundError("as tests do");
        });
    threads.serve(
        call(),
        thread -> {
          throw new CancellationException("of no cancel");
        });
    Intake broken = new Intake();
    broken.breaks();
    threads.serve(call(), thread -> thread.run(broken, job()));
    Call last = call();
    threads.serve(
        last,
        thread -> {
          thread.run(pool(done(0)), job());
          last.answer(Json.object());
        });
    assertTrue(table.awaitNone(LONG));
    assertEquals(3, wire.lines().stream().filter(line -> line.has("error")).count());
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
            () -> intake.get(1).begins().says("x".repeat(LargeAnswers.LARGE_BYTES + 1)));
    assertThrows(TimeoutException.class, () -> end.get(100, TimeUnit.MILLISECONDS));
    answer.complete(null);
    end.get(30, TimeUnit.SECONDS);
  }

  @Test
  void calls_beyond_the_places_wait_in_order_and_a_cancelled_one_starts_nothing() throws Exception {
    CompletableFuture<Void> others = full(PLACES - 1);
    CompletableFuture<Void> free = full(1);
    List<Integer> order = new CopyOnWriteArrayList<>();
    List<Call> waiting = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      int number = i;
      Call call = call();
      waiting.add(call);
      threads.serve(
          call,
          thread -> {
            order.add(number);
            call.answer(Json.object());
          });
    }
    waiting.get(1).cancel();
    waiting.get(3).cancel();
    assertEquals(List.of(), order);
    free.complete(null);
    await().until(() -> !waiting.get(4).isOpen());
    assertEquals(List.of(0, 2, 4), order);
    others.complete(null);
  }

  @Test
  void what_only_waits_leaves_its_place_to_others() throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    int waiting = 3 * PLACES;
    for (int i = 0; i < waiting; i++) {
      Call call = call();
      threads.serve(call, thread -> call.answer(Json.object().put("x", thread.await(answer))));
    }
    Call served = call();
    threads.serve(served, thread -> served.answer(Json.object().put("x", "served")));
    await().until(() -> !served.isOpen());
    answer.complete("answered");
    assertTrue(table.awaitNone(LONG));
    assertEquals(waiting + 1, wire.lines().size());
  }

  @Test
  void a_call_beyond_those_that_may_wait_without_a_place_is_refused_and_keeps_no_other_waiting()
      throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    for (int i = 0; i <= CallThreads.MOST_ASIDE; i++) {
      threads.serve(call(), thread -> thread.aside(() -> thread.hold(answer, () -> {})));
    }
    await().until(() -> wire.has("busy"));
    Call noProgram = call();
    threads.serve(
        noProgram,
        thread -> {
          try {
            thread.program(new CompletableFuture<>());
          } catch (NoProgramException e) {
            noProgram.answer(Json.object().put("x", "not compiled: " + e.reason()));
          }
        });
    await().until(() -> wire.has("not compiled: busy"));
    answer.complete("answered");
  }

  @Test
  void all_principals_together_may_have_twice_as_many_that_wait_without_a_place() throws Exception {
    CompletableFuture<String> answer = new CompletableFuture<>();
    int principals = 0;
    for (int waiting : List.of(256, 256 + 128, 256 + 128 + 85, 512)) { // each a share of 256
      Client client = Calls.client(Wire.reading(), Principal.remote("user " + ++principals));
      for (int i = 0; i < CallThreads.MOST_ASIDE; i++) {
        threads.serve(call(client), thread -> thread.aside(() -> thread.hold(answer, () -> {})));
      }
      await().until(() -> threads.describe().contains(waiting + " that only wait"));
    }
    answer.complete("answered");
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
  void a_call_beyond_those_that_may_wait_is_refused_as_busy() throws Exception {
    CompletableFuture<Void> free = full(PLACES);
    for (int i = 0; i < CallThreads.MOST_WAITING; i++) {
      threads.serve(call(), thread -> {});
    }
    JsonRpcException e =
        assertThrows(JsonRpcException.class, () -> threads.serve(call(), thread -> {}));
    assertEquals("busy", e.error().data().path("reason").stringValue(""));
    free.complete(null);
  }

  /** Serves calls of a host, which end when what is returned is completed. */
  private CompletableFuture<Void> read(
      CallThreads hosts, String host, List<String> begun, String... reads) throws JsonRpcException {
    CompletableFuture<Void> end = new CompletableFuture<>();
    for (String read : reads) {
      hosts.serve(
          call(),
          Optional.of(host),
          thread -> {
            begun.add(read);
            end.join();
          });
    }
    return end;
  }

  @Test
  void a_silent_host_holds_up_only_its_own_and_no_more_run_than_may_in_all() throws Exception {
    List<String> begun = new CopyOnWriteArrayList<>();
    try (CallThreads hosts = new CallThreads("host", 3, 2, (time, task) -> null)) {
      CompletableFuture<Void> silent = read(hosts, "silent", begun, "a", "b", "c");
      CompletableFuture<Void> files = read(hosts, "files", begun, "d", "e");
      CompletableFuture<Void> other = read(hosts, "other", begun, "f");
      await().until(() -> begun.size() == 3);
      assertEquals(Set.of("a", "b", "d"), Set.copyOf(begun));
      files.complete(null);
      await().until(() -> begun.size() == 5);
      assertEquals(List.of("e", "f"), begun.subList(3, 5));
      silent.complete(null);
      await().until(() -> begun.size() == 6);
      other.complete(null);
    }
  }

  @Test
  void no_call_of_a_client_that_does_not_read_begins_however_many_wait_until_it_does()
      throws Exception {
    CompletableFuture<Void> free = new CompletableFuture<>();
    List<String> begun = new CopyOnWriteArrayList<>();
    CallThreads.Work holding =
        thread -> {
          begun.add("deaf");
          free.join();
        };
    for (int i = 0; i < PLACES; i++) {
      threads.serve(call(deaf), holding);
    }
    await().until(() -> begun.size() == PLACES);
    fill();
    int waiting = CallThreads.MOST_ASIDE + PLACES;
    for (int i = 0; i < waiting; i++) {
      threads.serve(call(deaf), holding);
    }
    for (int i = 0; i < waiting; i++) {
      Call call = call();
      CompletableFuture<Void> answered = new CompletableFuture<>();
      threads.serve(
          call,
          thread -> {
            call.answer(Json.object());
            answered.complete(null);
          });
      answered.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }
    assertEquals(PLACES, begun.size());
    unread.readOn();
    await().atMost(LONG).until(() -> !deaf.isFull());
    free.complete(null);
    threads.roomAgain();
    await().atMost(LONG).until(() -> begun.size() == PLACES + waiting);
  }

  @Test
  void when_a_client_reads_again_its_waiting_calls_get_all_places_at_once() throws Exception {
    CompletableFuture<Void> free = new CompletableFuture<>();
    List<CallThread> begun = new CopyOnWriteArrayList<>();
    fill();
    for (int i = 0; i < 2 * PLACES; i++) {
      threads.serve(
          call(deaf),
          thread -> {
            begun.add(thread);
            free.join();
          });
    }
    assertEquals(0, begun.size());
    unread.readOn();
    await().atMost(LONG).until(() -> !deaf.isFull());
    threads.roomAgain();
    await().atMost(LONG).until(() -> begun.size() == PLACES);
    free.complete(null);
    await().atMost(LONG).until(() -> begun.size() == 2 * PLACES);
  }

  @Test
  void places_of_a_client_that_reads_no_more_are_found_by_those_that_wait() throws Exception {
    List<Runnable> later = new CopyOnWriteArrayList<>();
    CompletableFuture<Void> free = new CompletableFuture<>();
    try (CallThreads watching =
        new CallThreads(
            "test call",
            1,
            (time, task) -> {
              later.add(task);
              return null;
            })) {
      for (int i = 0; i < PLACES; i++) {
        watching.serve(call(deaf), thread -> free.join());
      }
      Call call = call();
      watching.serve(call, thread -> call.answer(Json.object()));
      later.get(0).run();
      assertTrue(call.isOpen(), "the places are taken by a client that reads");
      fill();
      later.get(1).run();
      await().atMost(LONG).until(() -> !call.isOpen());
      later.get(2).run();
      assertEquals(3, later.size(), "none waits any more");
      free.complete(null);
    }
  }

  @Test
  void a_client_that_does_not_read_takes_no_host_from_others() throws Exception {
    CompletableFuture<Void> free = new CompletableFuture<>();
    CompletableFuture<Void> begun = new CompletableFuture<>();
    Optional<String> host = Optional.of("files");
    try (CallThreads hosts = new CallThreads("host", PLACES, 1, (time, task) -> null)) {
      hosts.serve(
          call(deaf),
          host,
          thread -> {
            begun.complete(null);
            free.join();
          });
      begun.join();
      fill();
      Call other = call();
      hosts.serve(other, host, thread -> other.answer(Json.object()));
      await().atMost(LONG).until(() -> !other.isOpen());
      free.complete(null);
    }
  }
}
