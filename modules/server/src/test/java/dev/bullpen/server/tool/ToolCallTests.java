package dev.bullpen.server.tool;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.JobHandle;
import dev.bullpen.pool.job.JobListener;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.project.Project;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.protocol.question.StateSeal;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.asking.Asking;
import dev.bullpen.server.asking.QuestionKind;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.CallsInFlight;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.RateLimits;
import dev.bullpen.server.call.Reply;
import dev.bullpen.server.call.StubJob;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.client.Caller;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.program.NoProgramException;
import dev.bullpen.server.thread.Timers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** When a call of a tool waits for what. */
@Timeout(60)
class ToolCallTests {
  private static final Program SCRIPT = Program.script(List.of("/bin/true"));

  @TempDir Path folder;
  private final Timers timers = new Timers();
  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();
  private final CallThreads threads = new CallThreads("tool call", 1, 1, (time, task) -> null);
  private final CallThreads policies = new CallThreads("short call", 1, (time, task) -> null);
  private final SchemaChecks checks = new SchemaChecks(timers, warning -> {});
  private final Client client = Calls.client(wire);
  private final BlockingQueue<JobListener> begun = new LinkedBlockingQueue<>();
  private final BlockingQueue<ObjectNode> answers = new LinkedBlockingQueue<>();

  /** Whether the next notification of a call fails. */
  private volatile boolean isBroken;

  /** What the next calls run. */
  private volatile CompletableFuture<Program> found = CompletableFuture.completedFuture(SCRIPT);

  /**
   * How often that has been asked for, perhaps when arguments have had their turn to be checked.
   */
  private final AtomicInteger asked = new AtomicInteger();

  private Catalogs catalogs;
  private ToolCalls tools;
  private int calls;

  @BeforeEach
  void a_tool() throws Exception {
    Path root = folder.toRealPath();
    Path script =
        Files.writeString(
            Files.createDirectories(root.resolve("tools/t")).resolve("tool.sh"), "#!/bin/sh\n");
    assertTrue(script.toFile().setExecutable(true));
    Files.writeString(
        script.resolveSibling("tool.meta.json"), "{\"name\": \"t\", \"description\": \"d\"}");
    Map<String, String> environment =
        Map.of(
            "PATH", "/usr/bin:/bin",
            "MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true",
            "MCPBASH_MAX_PROGRESS_PER_MIN", "2",
            "MCPBASH_TOOL_ALLOWLIST", "*");
    catalogs = new Catalogs(Project.open(root, environment, root, warning -> {}));
    CompletableFuture<Void> loaded = new CompletableFuture<>();
    catalogs.whenLoaded(() -> loaded.complete(null));
    loaded.get(30, TimeUnit.SECONDS);
    tools =
        new ToolCalls(
            new ToolServices(
                TestScripts.of(catalogs, environment, this::prepare, (lane, command) -> find()),
                threads,
                policies,
                checks,
                Asking.of(
                    timers, Duration.ofMinutes(1), new StateSeal(Duration.ofMinutes(1), true), 1)),
            new RateLimits(0),
            new CallsInFlight(Integer.MAX_VALUE));
  }

  @AfterEach
  void end() {
    client.close();
    checks.close();
    threads.close();
    policies.close();
    catalogs.close();
    timers.close();
  }

  private CompletableFuture<Program> find() {
    CompletableFuture<Program> now = found;
    asked.incrementAndGet();
    return now;
  }

  private void awaitAsked(int often) {
    await().atMost(Duration.ofSeconds(30)).until(() -> asked.get() == often);
  }

  private JobHandle prepare(JobRequest request, JobListener listener) {
    return new StubJob() {
      @Override
      public void submit() {
        begun.add(listener);
      }
    };
  }

  private final class Answers implements Reply {
    @Override
    public OutgoingMessages way() {
      throw new AssertionError("nothing is asked");
    }

    @Override
    public void deliver(RequestId id, ObjectNode message) {
      answers.add(message);
    }

    @Override
    public void offer(RequestId id, ObjectNode notification) {
      if (isBroken) {
        isBroken = false;
        throw new NoClassDefFoundError("as the test wants it");
      }
    }

    @Override
    public void send(RequestId id, ObjectNode notification) {}

    @Override
    public void none() {}

    @Override
    public void withdraw(RequestId id) {}
  }

  private Call call() {
    return call(
        Json.object().put("name", "t"),
        Calls.legacy(client, Revision.V2025_06_18, ClientCapabilities.NONE));
  }

  private Call call(ObjectNode params, Caller caller) {
    Call call =
        new Call(Calls.id(++calls), Methods.TOOLS_CALL, params, caller, new Answers(), table);
    table.add(call);
    call.serve(() -> tools.handle(call));
    return call;
  }

  private JobListener begun() throws InterruptedException {
    JobListener job = begun.poll(30, TimeUnit.SECONDS);
    assertTrue(job != null, "no tool is run: " + answers);
    return job;
  }

  private static void says(JobListener job, String text) {
    job.ended(
        new JobOutcome.Completed(false, 0, text.getBytes(StandardCharsets.UTF_8), new byte[0]));
  }

  private String answer() throws InterruptedException {
    ObjectNode answer = answers.poll(30, TimeUnit.SECONDS);
    assertTrue(answer != null, "no answer");
    return Json.text(answer);
  }

  @Test
  void one_that_has_no_program_is_answered_while_others_have_all_places() throws Exception {
    call();
    JobListener running = begun();
    found =
        CompletableFuture.failedFuture(
            new NoProgramException("not-compiled", "T.java is wrong", ""));
    call();
    assertTrue(answer().contains("T.java is wrong"));
    says(running, "done");
    assertTrue(answer().contains("done"));
  }

  @Test
  void however_many_wait_for_a_program_others_have_places_and_each_is_run_when_it_is_there()
      throws Exception {
    int many = 300;
    CompletableFuture<Program> compiled = new CompletableFuture<>();
    found = compiled;
    for (int i = 0; i < many; i++) {
      call();
    }
    awaitAsked(many);
    found = CompletableFuture.completedFuture(SCRIPT);
    call();
    says(begun(), "not compiled");
    assertTrue(answer().contains("not compiled"));
    compiled.complete(SCRIPT);
    for (int i = 0; i < many; i++) {
      says(begun(), "done");
      assertTrue(answer().contains("done"));
    }
  }

  @Test
  void a_call_without_a_place_asks_for_its_program_and_withdraws_that_when_it_is_cancelled()
      throws Exception {
    call();
    JobListener running = begun();
    found = new CompletableFuture<>();
    Call second = call();
    awaitAsked(2);
    second.cancel();
    await().until(found::isCancelled); // perhaps it is just being asked for
    says(running, "done");
    assertTrue(answer().contains("done"));
    await().until(() -> threads.describe().contains("0 with a place"));
    assertEquals(0, begun.size());
    assertEquals(0, answers.size());
  }

  @Test
  void a_retry_that_is_refused_before_its_tool_starts_can_be_repeated_and_no_other()
      throws Exception {
    Caller caller = Calls.modern(client, ClientCapabilities.NONE);
    ObjectNode params = Json.object().put("name", "t");
    call(params, caller);
    says(begun(), "{\"resultType\":\"input_required\",\"requestState\":1}");
    String state = Json.parse(answer()).at("/result/requestState").stringValue();
    ObjectNode retry = params.deepCopy().put("requestState", state);
    found = CompletableFuture.failedFuture(NoProgramException.busy());
    call(retry, caller);
    assertTrue(answer().contains("call again in a moment"));
    found = CompletableFuture.completedFuture(SCRIPT);
    call(retry, caller);
    says(begun(), "done");
    assertTrue(answer().contains("done"));
    call(retry, caller);
    assertTrue(answer().contains("has been used"));
  }

  @Test
  void what_goes_wrong_with_a_last_line_does_not_withhold_the_result() throws Exception {
    call();
    JobListener job = begun();
    job.events(
        "{\"method\":\"notifications/message\",\"params\":{\"level\":\"error\",\"data\":1}}"
            .getBytes(StandardCharsets.UTF_8));
    isBroken = true;
    says(job, "done");
    assertTrue(answer().contains("done"));
  }

  @Test
  void a_retry_that_waits_is_answered_whatever_goes_wrong_in_its_end() throws Exception {
    Caller caller =
        Calls.modern(client, new ClientCapabilities(true, false, false, false, false, false));
    ObjectNode params = Json.object().put("name", "t");
    call(params, caller);
    JobListener job = begun();
    job.note(
        QuestionKind.ELICIT.requestFile(),
        "{\"message\":\"?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}"
            .getBytes(StandardCharsets.UTF_8));
    String state = Json.parse(answer()).at("/result/requestState").stringValue();
    ObjectNode retry = params.deepCopy().put("requestState", state);
    retry.putObject("inputResponses").putObject("answer").put("action", "decline");
    retry.putObject("_meta").put("progressToken", 1);
    call(retry, caller);
    for (int i = 1; i <= 2; i++) { // the second one waits for the end
      job.events(
          "{\"method\":\"notifications/progress\",\"params\":{\"progress\":%d}}%n"
              .formatted(i)
              .getBytes(StandardCharsets.UTF_8));
    }
    isBroken = true;
    says(job, "done");
    assertTrue(answer().contains("Internal error"));
  }
}
