package dev.bullpen.server.prompt;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobIntake;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.project.Project;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.question.StateSeal;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.asking.Reentry;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.EndedAtOnce;
import dev.bullpen.server.call.Intake;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.program.NoProgramException;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.thread.Timers;
import dev.bullpen.server.tool.TestScripts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PromptGettingTests {
  private static final ClientCapabilities FORMS =
      new ClientCapabilities(true, false, false, false, false, false);

  private static final String ASKS =
      "{'resultType':'input_required','inputRequests':{'who':{'method':'elicitation/create','params':"
          + "{'message':'Who?','requestedSchema':{'type':'object','properties':{'name':{'type':'string'}}}}}}}";

  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/usr/bin:/bin", "MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true");

  @TempDir Path folder;
  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();
  private final Timers timers = new Timers();
  private final Client client = Calls.client(wire);
  private final CallThreads threads = new CallThreads("prompt", 1, (time, task) -> null);
  private final CallThreads files = new CallThreads("file", 1, (time, task) -> null);
  private Catalogs catalogs;

  @BeforeEach
  void a_prompt_that_is_a_script() throws Exception {
    client.agreement().negotiate(Revision.V2025_06_18, FORMS);
    client.ready();
    Path root = Files.createDirectories(folder.toRealPath().resolve("project"));
    Path prompts = Files.createDirectory(root.resolve("prompts"));
    Path script = Files.writeString(prompts.resolve("p.sh"), "#!/bin/sh\n");
    assertTrue(script.toFile().setExecutable(true));
    Files.writeString(
        prompts.resolve("p.meta.json"),
        "{\"name\":\"p\",\"description\":\"d\",\"render\":\"script\"}");
    Files.writeString(prompts.resolve("t.txt"), "a text");
    Files.writeString(prompts.resolve("t.meta.json"), "{\"name\":\"t\"}");
    catalogs = new Catalogs(Project.open(root, ENVIRONMENT, root, warning -> {}));
    CountDownLatch loaded = new CountDownLatch(1);
    catalogs.whenLoaded(loaded::countDown);
    assertTrue(loaded.await(60, TimeUnit.SECONDS));
  }

  @AfterEach
  void end() {
    catalogs.close();
    threads.close();
    files.close();
    timers.close();
  }

  private static JobOutcome said(boolean signalled, int code, String stdout) {
    return new JobOutcome.Completed(
        signalled, code, stdout.replace('\'', '"').getBytes(StandardCharsets.UTF_8), new byte[0]);
  }

  private static JobIntake atOnce(JobOutcome outcome) {
    return new EndedAtOnce(outcome, new ArrayList<>());
  }

  private PromptGetting prompts(JobIntake intake) {
    return prompts(
        intake,
        (lane, command) -> CompletableFuture.completedFuture(JobRequest.Program.script(command)));
  }

  private PromptGetting prompts(JobIntake intake, ProgramSource scripts) {
    return new PromptGetting(
        TestScripts.of(catalogs, ENVIRONMENT, intake, scripts),
        threads,
        files,
        new Reentry(new StateSeal(Duration.ofMinutes(10), false)));
  }

  private Call call() {
    return call(7, "p");
  }

  private Call call(int id, String prompt) {
    Message.Request request =
        (Message.Request)
            Calls.message(
                "{'jsonrpc':'2.0','id':%d,'method':'prompts/get','params':{'name':'%s'}}"
                    .formatted(id, prompt));
    Call call =
        new Call(
            request.id(),
            Methods.PROMPTS_GET,
            request.params(),
            Calls.legacy(client, Revision.V2025_06_18, FORMS),
            new LineReply(wire.writer()),
            table);
    table.add(call);
    return call;
  }

  @Test
  void what_a_script_that_has_ended_at_once_asks_is_taken_back_when_its_call_is_cancelled()
      throws Exception {
    Call call = call();
    prompts(atOnce(said(false, 0, ASKS))).handle(call);
    await().until(() -> wire.has("elicitation/create"));
    call.cancel();
    await().until(() -> wire.has("notifications/cancelled"));
    assertEquals(
        List.of("elicitation/create", "notifications/cancelled"),
        wire.lines().stream().map(line -> line.path("method").stringValue("answer")).toList());
  }

  @Test
  void a_prompt_that_is_a_text_waits_for_no_script() throws Exception {
    PromptGetting prompts = prompts(new Intake()); // none of its jobs ends
    List<Call> scripts = new ArrayList<>();
    for (int id = 1; id < 10; id++) {
      Call call = call(id, "p");
      scripts.add(call);
      prompts.handle(call);
    }
    prompts.handle(call(10, "t"));
    await().until(() -> wire.has("a text"));
    scripts.forEach(Call::cancel);
  }

  private String data(PromptGetting prompts) throws Exception {
    prompts.handle(call());
    assertTrue(table.awaitNone(Duration.ofSeconds(30)));
    return Json.text(wire.lines().get(0).path("error").path("data"));
  }

  @ParameterizedTest
  @EnumSource
  void a_prompt_whose_job_has_failed_says_why_to_a_program_too(FailureReason reason)
      throws Exception {
    JobOutcome failed = new JobOutcome.Failed(reason, "where", new byte[0]);
    assertEquals("{\"reason\":\"%s\"}".formatted(reason.word()), data(prompts(atOnce(failed))));
  }

  @Test
  void a_script_that_fails_is_reported_with_its_code() throws Exception {
    assertEquals(
        "{\"reason\":\"script-failed\",\"exitCode\":3}", data(prompts(atOnce(said(false, 3, "")))));
  }

  @Test
  void a_script_ended_by_a_signal_is_reported_with_it() throws Exception {
    assertEquals(
        "{\"reason\":\"script-failed\",\"signal\":9}", data(prompts(atOnce(said(true, 9, "")))));
  }

  @Test
  void a_program_that_cannot_be_run_has_its_reason() throws Exception {
    assertEquals(
        "{\"reason\":\"no-compiler\"}",
        data(
            prompts(
                atOnce(said(false, 0, "")),
                (lane, command) ->
                    CompletableFuture.failedFuture(
                        new NoProgramException("no-compiler", "it is not", "")))));
  }
}
