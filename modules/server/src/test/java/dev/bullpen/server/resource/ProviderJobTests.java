package dev.bullpen.server.resource;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.pool.job.JobOutcome;
import dev.bullpen.pool.job.JobRequest;
import dev.bullpen.project.Project;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.CallThreads;
import dev.bullpen.server.call.Calls;
import dev.bullpen.server.call.EndedAtOnce;
import dev.bullpen.server.call.Reply.LineReply;
import dev.bullpen.server.call.Wire;
import dev.bullpen.server.catalog.Catalogs;
import dev.bullpen.server.client.LargeAnswers;
import dev.bullpen.server.program.NoProgramException;
import dev.bullpen.server.program.ProgramSource;
import dev.bullpen.server.resource.ResourceFetch.ResourceThreads;
import dev.bullpen.server.tool.TestScripts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The jobs that read resources by a provider's script. */
class ProviderJobTests {
  private static final int HELPERS = 4;

  private static final ProgramSource SCRIPTS =
      (lane, command) -> CompletableFuture.completedFuture(JobRequest.Program.script(command));

  @TempDir Path folder;
  private Path root;
  private final Map<String, String> environment = new HashMap<>(Map.of("PATH", "/usr/bin:/bin"));
  private final List<JobRequest> jobs = new ArrayList<>();
  private final List<ResourceFetch.Fetched> fetched = new CopyOnWriteArrayList<>();

  private JobOutcome outcome = ended(false, 0);

  @BeforeEach
  void a_project_with_providers() throws Exception {
    root = folder.toRealPath();
    environment.put("MCPBASH_ENABLE_GIT_PROVIDER", "true");
    for (String name : List.of("own", "git")) {
      Path script = Files.createDirectories(root.resolve("providers")).resolve(name + ".sh");
      Files.writeString(script, "#!/bin/sh\n");
      assertTrue(script.toFile().setExecutable(true));
    }
    Path text = Files.createDirectory(root.resolve("resources")).resolve("a.txt");
    Files.writeString(text, "");
    Files.writeString(
        text.resolveSibling("a.meta.json"), "{\"uri\":\"own://a\",\"provider\":\"own\"}");
  }

  private JobRequest read(String uri) throws Exception {
    begin(uri, SCRIPTS);
    return jobs.get(jobs.size() - 1);
  }

  /** The error that a client gets whose read has failed. */
  private String data(JobOutcome ending) throws Exception {
    outcome = ending;
    return data(SCRIPTS);
  }

  private String data(ProgramSource programs) throws Exception {
    begin("own://a", programs);
    ResourceFetch.Fetched.Failure failure =
        assertInstanceOf(ResourceFetch.Fetched.Failure.class, fetched.get(0));
    fetched.clear();
    JsonNode data =
        ResourceReading.refusal(
                failure,
                "own://a",
                Calls.open(1, new LineReply(Wire.reading().writer()), new CallTable()))
            .error()
            .data();
    return data.isMissingNode() ? "none" : Json.text(data);
  }

  private static JobOutcome ended(boolean signalled, int code) {
    return new JobOutcome.Completed(signalled, code, new byte[2], new byte[0]);
  }

  private void begin(String uri, ProgramSource programs) throws Exception {
    Project project = Project.open(root, environment, root, warning -> {});
    fetched.clear();
    ResourceThreads others = ResourceThreads.of(HELPERS, (time, task) -> null);
    try (CallThreads threads = new CallThreads("read", 1, (time, task) -> null);
        Catalogs catalogs = new Catalogs(project);
        LargeAnswers room = new LargeAnswers()) {
      new ResourceFetch(
              TestScripts.of(catalogs, environment, new EndedAtOnce(outcome, jobs), programs),
              threads,
              others,
              room)
          .serve(
              Calls.open(1, new LineReply(Wire.reading().writer()), new CallTable()),
              project.resourceReads().plan(Optional.of(uri), Optional.empty()),
              fetched::add);
      await().until(() -> !fetched.isEmpty());
    } finally {
      others.all().forEach(CallThreads::close);
    }
  }

  @Test
  void a_provider_has_the_time_of_a_tool() throws Exception {
    assertEquals(Duration.ofSeconds(30), read("own://a").limits().timeout());
    environment.put("MCPBASH_DEFAULT_TOOL_TIMEOUT", "7");
    environment.put("MCPBASH_GIT_TIMEOUT", "60");
    assertEquals(Duration.ofSeconds(7), read("own://a").limits().timeout());
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', 35",
    "60, '', 65",
    "99, '', 65",
    "24, '', 30",
    "25, '', 30",
    "26, '', 31",
    "10, 5, 15",
    "60, 300, 300"
  })
  void git_has_the_time_of_its_fetch_and_some_more(String fetch, String tool, int seconds)
      throws Exception {
    environment.put("MCPBASH_GIT_TIMEOUT", fetch);
    environment.put("MCPBASH_DEFAULT_TOOL_TIMEOUT", tool);
    assertEquals(
        Duration.ofSeconds(seconds), read("git+https://e.org/r#main:a").limits().timeout());
  }

  @ParameterizedTest
  @CsvSource({"'', 20", "1, 6", "60, 65", "61, 65", "x, 20"})
  void https_has_the_time_that_is_set_and_some_more(String setting, int seconds) throws Exception {
    Path script = Files.createDirectories(root.resolve("providers")).resolve("https.sh");
    Files.writeString(script, "#!/bin/sh\n");
    environment.put("MCPBASH_HTTPS_TIMEOUT", setting);
    JobRequest job = read("https://files.example/a");
    assertEquals(Duration.ofSeconds(seconds), job.limits().timeout());
    assertEquals(
        Integer.toString(seconds - 5), job.script().environment().get("MCPBASH_HTTPS_TIMEOUT"));
  }

  @ParameterizedTest
  @EnumSource
  void a_read_whose_job_has_failed_says_why_to_a_program_too(FailureReason reason)
      throws Exception {
    assertEquals(
        "{\"reason\":\"%s\"}".formatted(reason.word()),
        data(new JobOutcome.Failed(reason, "where", new byte[0])));
  }

  @Test
  void a_provider_that_fails_is_reported_with_its_code_or_signal() throws Exception {
    for (int code : new int[] {1, 2, 5, 6, 127}) {
      assertEquals(
          "{\"reason\":\"script-failed\",\"exitCode\":%d}".formatted(code),
          data(ended(false, code)));
    }
    assertEquals("{\"reason\":\"script-failed\",\"signal\":9}", data(ended(true, 9)));
  }

  @Test
  void what_a_provider_says_of_the_request_is_no_failure_of_its_job() throws Exception {
    assertEquals("{\"uri\":\"own://a\"}", data(ended(false, 3)));
    assertEquals("none", data(ended(false, 4)));
  }

  @Test
  void a_content_beyond_a_limit_smaller_than_a_message_has_the_reason_of_every_other()
      throws Exception {
    environment.put("MCPBASH_MAX_RESOURCE_BYTES", "1");
    assertEquals("{\"reason\":\"output-limit\"}", data(ended(false, 0)));
  }

  @Test
  void a_program_that_cannot_be_run_has_its_reason() throws Exception {
    assertEquals(
        "{\"reason\":\"no-compiler\"}",
        data(
            (lane, command) ->
                CompletableFuture.failedFuture(
                    new NoProgramException("no-compiler", "it is not", ""))));
  }
}
