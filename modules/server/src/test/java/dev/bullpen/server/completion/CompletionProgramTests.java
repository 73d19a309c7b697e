package dev.bullpen.server.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.pool.job.JobRequest.Program;
import dev.bullpen.project.Project;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.session.ClientCapabilities;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.EndedAtOnce;
import dev.bullpen.server.call.JobLimits;
import dev.bullpen.server.call.Methods;
import dev.bullpen.server.call.RateLimits;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.catalog.Catalogs;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Completions whose program has to be compiled first. */
@Timeout(60)
class CompletionProgramTests {
  private static final Program READY = new Program(List.of("Ready"), List.of("/classes"));

  @TempDir Path folder;
  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();
  private final List<JobRequest> jobs = new ArrayList<>();

  /** What is compiled for each request. */
  private final List<CompletableFuture<Program>> compiled = new ArrayList<>();

  private Catalogs catalogs;
  private Completions completions;

  @BeforeEach
  void a_prompt_that_a_script_completes() throws Exception {
    Path root = folder.toRealPath();
    Path prompts = Files.createDirectory(root.resolve("prompts"));
    Files.writeString(prompts.resolve("p.txt"), "{{name}}");
    Files.writeString(
        prompts.resolve("p.meta.json"), "{\"name\": \"p\", \"arguments\": [{\"name\": \"name\"}]}");
    Path script = Files.writeString(prompts.resolve("p.completion.sh"), "#!/bin/sh\n");
    assertTrue(script.toFile().setExecutable(true));
    Map<String, String> environment =
        Map.of("PATH", "/usr/bin:/bin", "MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true");
    catalogs = new Catalogs(Project.open(root, environment, root, warning -> {}));
    CompletableFuture<Void> loaded = new CompletableFuture<>();
    catalogs.whenLoaded(() -> loaded.complete(null));
    loaded.get(30, TimeUnit.SECONDS);
    byte[] values = "[\"a\"]".getBytes(StandardCharsets.UTF_8);
    completions =
        new Completions(
            catalogs,
            new CompletionRuns(
                new EndedAtOnce(new JobOutcome.Completed(false, 0, values, new byte[0]), jobs),
                new CompletionCache(System::nanoTime)),
            (lane, command) -> {
              compiled.add(new CompletableFuture<>());
              return compiled.get(compiled.size() - 1);
            },
            new RateLimits(0),
            Duration.ZERO,
            JobLimits.NONE,
            Calls.threads(Runnable::run));
  }

  @AfterEach
  void end() {
    catalogs.close();
  }

  private Call ask(int id) {
    ObjectNode params = Json.object();
    params.set("ref", Json.object().put("type", "ref/prompt").put("name", "p"));
    params.set("argument", Json.object().put("name", "name").put("value", "v"));
    Call call =
        new Call(
            Calls.id(id),
            Methods.COMPLETE,
            params,
            Calls.legacy(Revision.V2025_06_18, ClientCapabilities.NONE),
            new LineReply(wire.writer()),
            table);
    table.add(call);
    call.serve(() -> completions.handle(call));
    return call;
  }

  @Test
  void however_many_wait_for_a_program_each_is_answered_when_it_is_there() {
    int many = 300;
    for (int id = 0; id < many; id++) {
      ask(id);
    }
    assertEquals(0, jobs.size());
    compiled.forEach(found -> found.complete(READY));
    List<JsonNode> answers = wire.lines();
    assertEquals(many, answers.size());
    answers.forEach(answer -> assertTrue(answer.has("result"), answer.toString()));
    jobs.forEach(job -> assertEquals(READY, job.script().program()));
  }

  @Test
  void one_that_is_cancelled_withdraws_its_compilation() {
    ask(1).cancel();
    assertTrue(compiled.get(0).isCancelled());
    assertEquals(List.of(), wire.lines());
    assertEquals(0, jobs.size());
  }
}
