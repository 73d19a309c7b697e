package dev.bullpen.server.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.project.Project;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.EndedAtOnce;
import dev.bullpen.server.call.Handler;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.call.RateLimits;
import dev.bullpen.server.call.StubJob;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.completion.CompletionCache;
import dev.bullpen.server.completion.CompletionRuns;
import dev.bullpen.server.completion.Completions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class RehearsalTests {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Program OURS = new Program(List.of("Ours"), List.of("/ours.jar"));

  /** Nothing is written behind a test that has ended. */
  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/usr/bin:/bin", "MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true");

  private static final Client ASKER = Calls.client(Wire.reading());

  @TempDir Path folder;

  /** What is to be run, and after how long. */
  private record Later(Duration delay, Runnable task) {}

  private final LinkedBlockingQueue<Later> laters = new LinkedBlockingQueue<>();
  private final List<JobRequest> jobs = new ArrayList<>();
  private Map<String, String> server = Map.of();
  private Duration quiet = Rehearsal.QUIET;
  private int idle = 1;
  private Catalogs catalogs;

  @AfterEach
  void end() {
    catalogs.close();
  }

  /** Run what is to be run next; how long it was to wait. */
  private Duration next() throws InterruptedException {
    Later next = laters.poll(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    assertNotNull(next, "nothing is to be run");
    next.task().run();
    return next.delay();
  }

  /** Jobs end as soon as they are handed in, like this. */
  private JobIntake answering(int code, String stdout) {
    return new EndedAtOnce(ending(code, stdout), jobs);
  }

  private static JobOutcome ending(int code, String stdout) {
    return new JobOutcome.Completed(
        false, code, stdout.getBytes(StandardCharsets.UTF_8), new byte[0]);
  }

  private void catalogs() throws IOException {
    Path root = Files.createDirectories(folder.toRealPath().resolve("project"));
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));
    catalogs = new Catalogs(Project.open(root, ENVIRONMENT, root, warning -> {}));
    CompletableFuture<Void> loaded = new CompletableFuture<>();
    catalogs.whenLoaded(() -> loaded.complete(null));
    loaded.orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS).join();
  }

  private Rehearsal rehearsal(JobIntake intake) throws IOException {
    catalogs();
    Completions completions =
        new Completions(
            catalogs,
            new CompletionRuns(intake, new CompletionCache(System::nanoTime)),
            (lane, command) -> CompletableFuture.completedFuture(OURS),
            new RateLimits(0),
            Duration.ZERO,
            JobLimits.NONE,
            Calls.threads(Runnable::run));
    return rehearsal(
        () ->
            Rehearsal.Request.completion(ASKER, catalogs.project(), completions).stream().toList());
  }

  private Rehearsal rehearsal(Supplier<List<Rehearsal.Request>> kinds) {
    return new Rehearsal(
        server,
        () -> quiet,
        (delay, task) -> {
          laters.add(new Later(delay, task));
          return null;
        },
        () -> idle,
        kinds);
  }

  private void assertLast() {
    assertTrue(laters.isEmpty());
  }

  private void completedByAScript() throws IOException {
    Path prompts = Files.createDirectories(folder.toRealPath().resolve("project/prompts"));
    Files.writeString(prompts.resolve("p.txt"), "{{name}}");
    Files.writeString(
        prompts.resolve("p.meta.json"), "{\"name\": \"p\", \"arguments\": [{\"name\": \"name\"}]}");
    Path script = prompts.resolve("p.completion.sh");
    Files.writeString(script, "#!/bin/sh\necho '[]'\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void a_completion_is_asked_for_often_and_never_runs_anything_of_the_project() throws Exception {
    completedByAScript();
    rehearsal(answering(0, "[\"a\"]")).begin();
    assertEquals(Rehearsal.QUIET, next());
    for (int i = 1; i < Rehearsal.REQUESTS; i++) {
      assertEquals(Duration.ZERO, next());
    }
    assertEquals(Rehearsal.REQUESTS, jobs.size());
    for (JobRequest job : jobs) {
      assertEquals(OURS, job.script().program());
    }
    long different =
        jobs.stream()
            .map(job -> job.script().environment().get("MCP_COMPLETION_ARGS_JSON"))
            .distinct()
            .count();
    assertEquals(Rehearsal.REQUESTS, different);
    assertLast();
  }

  @Test
  void of_several_kinds_each_has_its_turn_with_all_idle_helpers() throws Exception {
    catalogs();
    List<String> asked = new ArrayList<>();
    List<Rehearsal.Request> kinds =
        List.of(kind("a", asked, Json.object()), kind("b", asked, Json.object()));
    idle = 2;
    rehearsal(() -> kinds).begin();
    next();
    next();
    idle = Rehearsal.AT_ONCE + 1;
    next();
    assertEquals(List.of("a", "a", "b", "b"), asked.subList(0, 4));
    assertEquals(Collections.nCopies(Rehearsal.AT_ONCE, "a"), asked.subList(4, asked.size()));
  }

  private static Rehearsal.Request kind(String method, List<String> asked, ObjectNode answer) {
    Handler handler =
        call -> {
          asked.add(method);
          call.answer(answer.deepCopy());
        };
    return new Rehearsal.Request(ASKER, method, handler, number -> Json.object());
  }

  @Test
  void a_client_goes_before() throws Exception {
    completedByAScript();
    rehearsal(answering(0, "[]")).begin();
    quiet = Rehearsal.QUIET.minusNanos(1);
    next();
    assertEquals(0, jobs.size());
    quiet = Rehearsal.QUIET;
    assertEquals(Rehearsal.QUIET, next());
    quiet = Duration.ZERO; // a client has come
    assertEquals(Duration.ZERO, next());
    assertEquals(1, jobs.size());
    assertEquals(Rehearsal.QUIET, next());
    quiet = Rehearsal.QUIET;
    assertEquals(Rehearsal.QUIET, next());
    assertEquals(Duration.ZERO, next());
    assertEquals(3, jobs.size());
  }

  @Test
  void who_is_never_left_alone_is_warm() throws Exception {
    completedByAScript();
    quiet = Duration.ZERO;
    rehearsal(answering(0, "[]")).begin();
    for (int i = 0; i < Rehearsal.CHECKS; i++) {
      next();
    }
    assertTrue(laters.isEmpty());
    assertEquals(0, jobs.size());
  }

  @Test
  void it_waits_for_a_free_helper() throws Exception {
    completedByAScript();
    idle = 0;
    rehearsal(answering(0, "[]")).begin();
    next();
    assertEquals(0, jobs.size());
    idle = 1;
    assertEquals(Rehearsal.QUIET, next());
    next();
    assertEquals(2, jobs.size());
  }

  @Test
  void what_is_asked_for_together_is_answered_before_more_is() throws Exception {
    completedByAScript();
    List<JobListener> waiting = new ArrayList<>();
    idle = 3;
    rehearsal(
            (request, listener) -> {
              waiting.add(listener);
              return new StubJob();
            })
        .begin();
    next();
    assertEquals(3, waiting.size());
    for (JobListener listener : List.copyOf(waiting)) {
      assertTrue(laters.isEmpty());
      listener.ended(ending(0, "[]"));
    }
    assertEquals(Duration.ZERO, next());
    assertEquals(6, waiting.size());
  }

  @Test
  void one_that_fails_is_the_last() throws Exception {
    completedByAScript();
    rehearsal(answering(1, "")).begin();
    next();
    assertEquals(1, jobs.size());
    assertLast();
  }

  @Test
  void one_whose_result_is_an_error_is_the_last() throws Exception {
    catalogs();
    List<String> asked = new ArrayList<>();
    List<Rehearsal.Request> kinds = List.of(kind("a", asked, Json.object().put("isError", true)));
    rehearsal(() -> kinds).begin();
    next();
    assertEquals(List.of("a"), asked);
    assertLast();
  }

  @Test
  void a_project_without_completions_is_left_alone() throws Exception {
    rehearsal(answering(0, "[]")).begin();
    next();
    assertTrue(jobs.isEmpty());
  }

  @Test
  void nothing_is_rehearsed_where_that_is_switched_off() throws Exception {
    server = Map.of("BULLPEN_REHEARSAL", "off");
    completedByAScript();
    rehearsal(answering(0, "[]")).begin();
    assertTrue(laters.isEmpty());
  }
}
