package dev.bullpen.acceptance.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Editor;
import dev.bullpen.testkit.fixture.Requests;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** How often a completion script is run: CO-18, CO-22. Each run leaves a line in a file. */
class CompletionSharingTests {
  @RegisterExtension
  static final Rigs WITH_ONE_HELPER =
      new Rigs(CompletionSharingTests::project, launcher -> launcher.workers(1, 1));

  @RegisterExtension
  static final Rigs WITH_TWO_HELPERS =
      new Rigs(CompletionSharingTests::project, launcher -> launcher.workers(2, 2));

  private static final Duration SOON = Duration.ofSeconds(20);

  /** Nothing in these tests takes so long. */
  private static final String FOR_LONG = "3600";

  private static final String SCRIPT = "completions/%s.sh";

  /** Answers how often it has been run for this value. */
  private static final String COUNTS =
      "echo \"$MCP_COMPLETION_NAME $MCP_COMPLETION_QUERY\" >>\"$MCP_TEST_GATE.runs\"\n"
          + "printf '[\"run %s\"]' \"$(grep -cxF \"$MCP_COMPLETION_NAME $MCP_COMPLETION_QUERY\""
          + " \"$MCP_TEST_GATE.runs\")\"\n";

  /** The same when it has been let through. */
  private static final String WAITS =
      "passage=\"$MCP_TEST_GATE.$MCP_COMPLETION_QUERY\"\n"
          + "[ -p \"$passage\" ] || mkfifo \"$passage\"\n"
          + "echo \"$MCP_COMPLETION_QUERY $$\" >\"$MCP_TEST_GATE\"\n"
          + "read -r word <\"$passage\"\n"
          + COUNTS;

  /** Is there when what is slow may end. */
  private static final String OPEN = ".open";

  private static void project(ProjectFixture project) {
    project
        .provider("plain", COUNTS)
        .provider("slow", "until [ -e " + OPEN + " ]; do sleep 0.05; done\n" + COUNTS)
        .provider("waits", ProjectFixture.LONG_SECONDS, WAITS);
    kept(project, "kept", FOR_LONG, COUNTS);
    kept(project, "reads", FOR_LONG, "cat completions/data.json\n");
    project.file("completions/data.json", "[\"old\"]");
  }

  private static void kept(ProjectFixture project, String name, String seconds, String script) {
    String path = SCRIPT.formatted(name);
    project
        .prompt(name, "query")
        .script(path, script)
        .entry(
            "completions",
            Messages.json(
                "{'name':'%s','path':'%s','cache':%s,'timeoutSecs':%d}",
                name, path, seconds, ProjectFixture.SHORT_SECONDS));
  }

  /** How often a provider's script has been run for a value. */
  private static long runs(Rig rig, String provider, String value) {
    Path file = Path.of(rig.gate().path() + ".runs");
    try (Stream<String> lines = Files.exists(file) ? Files.lines(file) : Stream.of()) {
      return lines.filter((provider + " " + value)::equals).count();
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
  }

  private static String completed(Rig rig, String provider, String value) {
    return rig.client().complete(provider, "query", value).values().get(0);
  }

  private static ObjectNode params(String provider, String value, String context) {
    ObjectNode params = Messages.completePrompt(provider, "query", value);
    params.set("context", Messages.json("{'arguments':{'language':'%s'}}", context));
    return params;
  }

  private static long send(Rig rig, String provider, String value) {
    return rig.client()
        .send("completion/complete", Messages.completePrompt(provider, "query", value));
  }

  private static Answer await(Rig rig, long id) {
    return rig.client().await(id, McpClient.PATIENCE);
  }

  private static boolean isSuperseded(Answer answer) {
    return answer.meta().path("dev.bullpen/superseded").asBoolean(false)
        && Json.text(answer.completion()).equals("{\"values\":[],\"hasMore\":true}");
  }

  @ParameterizedTest
  @EnumSource(names = {"V2024_11_05", "V2025_11_25", "V2026_07_28"})
  void an_answer_that_may_be_kept_is_given_again_without_a_run(Revision revision) {
    Rig rig = WITH_ONE_HELPER.of(revision);
    for (int i = 1; i <= 3; i++) {
      assertEquals("run 1", completed(rig, "kept", "again"));
      assertEquals("run " + i, completed(rig, "plain", "again"), "nothing is said of keeping this");
    }
    assertEquals(1, runs(rig, "kept", "again"));
    assertEquals(3, runs(rig, "plain", "again"));
  }

  @Test
  void a_change_of_the_project_ends_what_is_kept() {
    try (Rig rig = Rig.start(CompletionSharingTests::project, launcher -> launcher.workers(1, 1))) {
      Editor editor = new Editor(rig.project());
      assertEquals("old", completed(rig, "reads", "a"));
      editor.put("completions/data.json", "[\"new\"]");
      assertTrue(
          Poll.until(Deadline.in(SOON), () -> completed(rig, "reads", "a").equals("new")),
          "a change of the script's data is not noticed");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void equal_requests_in_flight_are_answered_by_one_run(Revision revision) {
    Rig rig = WITH_TWO_HELPERS.of(revision);
    Job job = ready(rig, rig.freshToken());
    List<Long> others =
        IntStream.range(0, 20).mapToObj(i -> send(rig, "waits", job.token())).toList();
    rig.client().ping(); // they have been read
    rig.letThrough(job);
    assertEquals(List.of("run 1"), await(rig, job.id()).values());
    for (long other : others) {
      assertEquals(List.of("run 1"), await(rig, other).values());
      assertEquals(1, rig.client().answers(other));
    }
    assertEquals(1, runs(rig, "waits", job.token()));
    rig.assertGone(job, SOON);
  }

  /** A run of {@code waits} that can be let through. */
  private static Job ready(Rig rig, String token) {
    Job job = new Job(send(rig, "waits", token), token, List.of());
    return rig.ready(job, 1, SOON);
  }

  @Test
  void a_run_goes_on_while_anybody_waits_for_it_and_ends_with_the_last() {
    Rig rig = WITH_TWO_HELPERS.of(Revision.V2025_11_25);
    Job first = ready(rig, rig.freshToken());
    long second = send(rig, "waits", first.token());
    rig.client().ping();
    rig.client().cancel(first.id());
    rig.client().ping();
    rig.letThrough(first);
    assertEquals(List.of("run 1"), await(rig, second).values());
    assertEquals(0, rig.client().answers(first.id()));

    Job third = ready(rig, rig.freshToken());
    long fourth = send(rig, "waits", third.token());
    rig.client().ping();
    rig.client().cancel(third.id());
    rig.client().cancel(fourth);
    rig.assertGone(third, SOON);
    assertEquals(0, rig.client().answers(third.id()));
    assertEquals(0, rig.client().answers(fourth));
    assertEquals(0, runs(rig, "waits", third.token()), "it did not come to its end");
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void co_18_a_newer_value_supersedes_what_has_not_begun(Revision revision) {
    Rig rig = WITH_ONE_HELPER.of(revision);
    Job busy = ready(rig, rig.freshToken());
    List<Long> typed =
        Stream.of("a", "ab", "abc", "abcd").map(value -> send(rig, "plain", value)).toList();
    for (long older : typed.subList(0, 3)) {
      Answer answer = await(rig, older);
      assertTrue(isSuperseded(answer), answer.message().toString());
      Mark.atMost("the answer to what is superseded", answer.took(), Duration.ofMillis(500));
    }
    assertEquals(0, rig.client().answers(busy.id()), "another field");
    rig.letThrough(busy);
    assertEquals(List.of("run 1"), await(rig, busy.id()).values());
    assertEquals(List.of("run 1"), await(rig, typed.get(3)).values());
    for (String older : List.of("a", "ab", "abc")) {
      assertEquals(0, runs(rig, "plain", older));
    }
    assertEquals(1, runs(rig, "plain", "abcd"));
    typed.forEach(id -> assertEquals(1, rig.client().answers(id)));
  }

  @Test
  void at_a_cold_start_the_newest_value_is_the_one_that_is_answered() throws IOException {
    for (int round = 0; round < 2; round++) {
      try (Conversation server =
          Conversation.open(CompletionSharingTests::project, launcher -> launcher.workers(1, 1))) {
        List<Answer> answers = new ArrayList<>();
        int keys = 30;
        List<String> lines = new ArrayList<>();
        lines.add(Requests.initialize("0", "2025-11-25").replace('\'', '"'));
        lines.add("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        for (int i = 1; i <= keys; i++) {
          lines.add(
              Json.text(
                  Messages.request(
                      i,
                      "completion/complete",
                      Messages.completePrompt("slow", "query", "x".repeat(i)))));
        }
        // At once: with the greeting a helper begins to come up.
        server.process().sendLines(lines.toArray(String[]::new));
        // Whatever runs keeps the helper until all that may be superseded has been.
        assertTrue(
            Poll.until(Deadline.in(McpClient.PATIENCE), () -> answered(server, keys) >= keys - 2),
            () -> answered(server, keys) + " are answered");
        Files.createFile(server.project().resolve(OPEN));
        for (int i = 1; i <= keys; i++) {
          answers.add(
              new Answer(
                  server
                      .process()
                      .transcript()
                      .awaitResponse(Integer.toString(i), Deadline.in(McpClient.PATIENCE))
                      .flatMap(Line::json)
                      .orElseThrow(),
                  Duration.ZERO));
        }
        assertEquals(List.of("run 1"), answers.get(keys - 1).values());
        // A helper may have come up between two of them, and begun with the first.
        long others = answers.stream().filter(answer -> !isSuperseded(answer)).count() - 1;
        assertTrue(others <= 1, others + " others have been run");
      }
    }
  }

  private static long answered(Conversation server, int keys) {
    return IntStream.rangeClosed(1, keys)
        .filter(i -> !server.process().transcript().responses(Integer.toString(i)).isEmpty())
        .count();
  }

  @Test
  void what_runs_is_not_superseded_and_neither_is_another_context() {
    Rig rig = WITH_ONE_HELPER.of(Revision.V2025_11_25);
    Job busy = ready(rig, rig.freshToken());
    long newer = send(rig, "waits", rig.freshToken());
    long java = rig.client().send("completion/complete", params("plain", "left", "java"));
    long rust = rig.client().send("completion/complete", params("plain", "right", "rust"));
    rig.client().ping();
    rig.client().cancel(newer);
    assertEquals(0, rig.client().answers(busy.id()));
    rig.letThrough(busy);
    assertEquals(List.of("run 1"), await(rig, busy.id()).values());
    assertEquals(List.of("run 1"), await(rig, java).values());
    assertEquals(List.of("run 1"), await(rig, rust).values());
    assertFalse(isSuperseded(await(rig, java)));
  }
}
