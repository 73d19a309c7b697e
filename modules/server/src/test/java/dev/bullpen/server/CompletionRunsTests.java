package dev.bullpen.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.pool.FailureReason;
import dev.bullpen.pool.JobRequest;
import dev.bullpen.pool.Lane;
import dev.bullpen.posix.EnvironmentBlock;
import dev.bullpen.project.completion.CompletionArguments;
import dev.bullpen.project.completion.CompletionBinding;
import dev.bullpen.project.completion.CompletionLimit;
import dev.bullpen.project.completion.CompletionPosition;
import dev.bullpen.project.completion.CompletionProvider;
import dev.bullpen.project.completion.CompletionRef;
import dev.bullpen.project.completion.CompletionRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CompletionRunsTests {
  private static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir Path folder;
  private Path script;

  private final Intake intake = new Intake();
  private final Wire wire = Wire.reading();
  private final CallTable table = new CallTable();
  private final Map<Integer, Call> calls = new HashMap<>();
  private long now = 7_000_000_000L;
  private final CompletionRuns runs = new CompletionRuns(intake, new CompletionCache(() -> now));

  /** One request; what it does not set is the same for all. */
  private final class Ask {
    private final int id;
    private String argument = "query";
    private String value = "v";
    private Map<String, String> context = Map.of();
    private OptionalInt limit = OptionalInt.empty();
    private CompletionPosition position = CompletionPosition.START;
    private Optional<Duration> cache = Optional.empty();
    private Duration timeout = Duration.ofSeconds(5);
    private boolean modern;
    private boolean cancelled;
    private long order;

    Ask(int id) {
      this.id = id;
      this.order = id;
    }

    Ask argument(String name) {
      argument = name;
      return this;
    }

    Ask value(String typed) {
      value = typed;
      return this;
    }

    Ask context(String name, String resolved) {
      context = Map.of(name, resolved);
      return this;
    }

    Ask limit(int most) {
      limit = OptionalInt.of(most);
      return this;
    }

    Ask page(int offset) {
      position = new CompletionPosition(offset, Optional.empty(), Optional.of("0123456789abcdef"));
      return this;
    }

    Ask kept(Duration life) {
      cache = Optional.of(life);
      return this;
    }

    Ask timeout(Duration most) {
      timeout = most;
      return this;
    }

    Ask modern() {
      modern = true;
      return this;
    }

    Ask cancelledBefore() {
      cancelled = true;
      return this;
    }

    Ask order(long arrived) {
      order = arrived;
      return this;
    }

    void send() {
      Call call = Calls.open(id, new LineReply(wire.writer()), table);
      calls.put(id, call);
      if (cancelled) {
        call.cancel();
      }
      CompletionRequest request =
          new CompletionRequest(
              new CompletionRef.OfPrompt("p"),
              Json.object().put("type", "ref/prompt").put("name", "p"),
              argument,
              value,
              context,
              new CompletionLimit(limit));
      CompletionProvider provider =
          new CompletionProvider(
              "p", "manual:p.sh", List.of(script.toString()), Optional.empty(), Map.of(), cache);
      CompletionArguments arguments = CompletionArguments.of(request);
      JobRequest job =
          new JobRequest(
              "completion p",
              Lane.INTERACTIVE,
              new JobRequest.Script(
                  JobRequest.Program.script(provider.command()),
                  folder,
                  EnvironmentBlock.of(Map.of()),
                  Map.of()),
              new JobRequest.Limits(1_000_000, 0, 100, timeout, Duration.ZERO),
              Optional.empty());
      runs.answer(
          new CompletionQuery(
              order,
              CompletionField.of(modern, request),
              CompletionKey.of(modern, provider, request, arguments, position, runs.epoch()),
              job),
          new CompletionRun(
              call,
              CompletionBinding.of(provider, arguments),
              position,
              request.limit(),
              Optional.empty()));
    }
  }

  @BeforeEach
  void a_script() throws IOException {
    script = Files.writeString(folder.resolve("p.sh"), "#!/bin/sh\n");
  }

  private Ask ask(int id) {
    return new Ask(id);
  }

  /** What each request was answered, by its id; fails if one was answered twice. */
  private Map<Integer, JsonNode> answers() {
    Map<Integer, JsonNode> answers = new HashMap<>();
    for (JsonNode line : wire.lines()) {
      assertEquals(null, answers.put(line.get("id").intValue(), line), "two answers: " + line);
    }
    assertEquals(0, runs.fields(), "nobody waits any more");
    return answers;
  }

  private static String completion(JsonNode answer) {
    return Json.text(answer.at("/result/completion")).replace('"', '\'');
  }

  private static boolean isSuperseded(JsonNode answer) {
    return answer.at("/result/_meta").path("dev.bullpen/superseded").booleanValue(false)
        && completion(answer).equals("{'values':[],'hasMore':true}");
  }

  private static final String A = "{'values':['a'],'total':1,'hasMore':false}";
  private static final String B = "{'values':['b'],'total':1,'hasMore':false}";

  @Test
  void equal_requests_in_flight_are_answered_by_one_run() {
    ask(1).send();
    ask(2).send();
    intake.get(0).begins();
    ask(3).send();
    assertEquals(1, intake.count());
    intake.get(0).says("[\"a\"]");
    Map<Integer, JsonNode> answers = answers();
    assertEquals(3, answers.size());
    answers.values().forEach(answer -> assertEquals(A, completion(answer)));
  }

  @Test
  void after_its_end_a_run_is_not_shared_any_more() {
    ask(1).send();
    intake.get(0).begins().says("[\"a\"]");
    ask(2).send();
    intake.get(1).begins().says("[\"b\"]");
    Map<Integer, JsonNode> answers = answers();
    assertEquals(A, completion(answers.get(1)));
    assertEquals(B, completion(answers.get(2)));
  }

  @Test
  void each_request_has_its_own_cut_of_the_same_output() {
    ask(1).send();
    ask(2).limit(5).send(); // what a script is told that is told nothing
    assertEquals(1, intake.count());
    intake.get(0).begins().says("[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\"]");
    Map<Integer, JsonNode> answers = answers();
    assertEquals(6, answers.get(1).at("/result/completion/values").size());
    assertEquals(5, answers.get(2).at("/result/completion/values").size());
    assertTrue(answers.get(2).at("/result/completion/hasMore").booleanValue());
  }

  @Test
  void what_the_script_is_told_otherwise_is_another_run() {
    ask(1).send();
    ask(2).limit(6).send();
    ask(3).page(5).send();
    ask(4).context("a", "b").send();
    ask(5).context("a", "c").send();
    ask(6).argument("other").send();
    ask(7).modern().send();
    ask(8).timeout(SECOND).send();
    assertEquals(8, intake.count());
    for (int i = 0; i < 8; i++) {
      intake.get(i).begins().says("[\"a\"]");
    }
    assertEquals(8, answers().size());
  }

  @Test
  void a_failure_is_told_to_all_who_wait() {
    ask(1).send();
    ask(2).send();
    intake.get(0).begins().fails(FailureReason.TIMEOUT);
    Map<Integer, JsonNode> answers = answers();
    assertEquals("timeout", answers.get(1).at("/error/data/reason").stringValue());
    assertEquals("timeout", answers.get(2).at("/error/data/reason").stringValue());
  }

  @Test
  void a_job_that_is_refused_at_once_leaves_nothing() {
    intake.refuse();
    ask(1).send();
    ask(2).send();
    Map<Integer, JsonNode> answers = answers();
    assertEquals("busy", answers.get(1).at("/error/data/reason").stringValue());
    assertEquals("busy", answers.get(2).at("/error/data/reason").stringValue());
  }

  @Test
  void a_job_goes_on_until_the_last_who_waits_is_cancelled() {
    ask(1).send();
    ask(2).send();
    ask(3).send();
    calls.get(1).cancel();
    calls.get(3).cancel();
    assertFalse(intake.get(0).isCancelled());
    intake.get(0).begins().says("[\"a\"]");
    assertEquals(Map.of(2, A), answered());
  }

  @Test
  void the_last_who_is_cancelled_ends_the_job_and_nobody_can_join_it() {
    ask(1).send();
    ask(2).send();
    intake.get(0).begins();
    calls.get(1).cancel();
    calls.get(2).cancel();
    assertTrue(intake.get(0).isCancelled());
    ask(3).send();
    assertEquals(2, intake.count());
    intake.get(1).begins().says("[\"a\"]");
    assertEquals(Map.of(3, A), answered());
  }

  @Test
  void one_that_was_cancelled_before_starts_nothing() {
    ask(1).cancelledBefore().send();
    assertEquals(0, intake.count());
    assertEquals(Map.of(), answered());
  }

  private Map<Integer, String> answered() {
    Map<Integer, String> answered = new HashMap<>();
    answers().forEach((id, answer) -> answered.put(id, completion(answer)));
    return answered;
  }

  @Test
  void a_newer_value_supersedes_one_that_waits() {
    ask(1).value("a").send();
    ask(2).value("a").send();
    ask(3).value("ab").send();
    assertTrue(intake.get(0).isWithdrawn());
    intake.get(1).begins().says("[\"a\"]");
    Map<Integer, JsonNode> answers = answers();
    assertTrue(isSuperseded(answers.get(1)), answers.get(1).toString());
    assertTrue(isSuperseded(answers.get(2)), answers.get(2).toString());
    assertEquals(A, completion(answers.get(3)));
  }

  @Test
  void a_newer_value_leaves_one_alone_that_runs() {
    ask(1).value("a").send();
    intake.get(0).begins();
    ask(2).value("ab").send();
    ask(3).value("abc").send();
    assertTrue(intake.get(1).isWithdrawn());
    intake.get(0).says("[\"a\"]");
    intake.get(2).begins().says("[\"b\"]");
    Map<Integer, JsonNode> answers = answers();
    assertEquals(A, completion(answers.get(1)));
    assertTrue(isSuperseded(answers.get(2)));
    assertEquals(B, completion(answers.get(3)));
  }

  @Test
  void who_goes_back_to_a_value_that_runs_supersedes_the_one_between() {
    ask(1).value("a").send();
    intake.get(0).begins();
    ask(2).value("ab").send();
    ask(3).value("a").send();
    intake.get(0).says("[\"a\"]");
    assertEquals(2, intake.count());
    Map<Integer, JsonNode> answers = answers();
    assertEquals(A, completion(answers.get(1)));
    assertTrue(isSuperseded(answers.get(2)));
    assertEquals(A, completion(answers.get(3)));
  }

  @Test
  void other_fields_are_left_alone() {
    ask(1).value("a").send();
    ask(2).value("b").argument("other").send();
    ask(3).value("b").context("language", "java").send();
    ask(4).value("b").modern().send();
    for (int i = 0; i < 4; i++) {
      intake.get(i).begins().says("[\"a\"]");
    }
    assertEquals(Map.of(1, A, 2, A, 3, A, 4, A), answered());
  }

  @Test
  void further_pages_neither_supersede_nor_are_superseded() {
    ask(1).value("a").send();
    ask(2).value("b").page(5).send();
    ask(3).value("a").page(5).send();
    ask(4).value("a").send();
    ask(5).value("c").send();
    assertTrue(intake.get(0).isWithdrawn());
    intake.get(1).begins().says("[\"a\"]");
    intake.get(2).begins().says("[\"a\"]");
    intake.get(3).begins().says("[\"a\"]");
    Map<Integer, JsonNode> answers = answers();
    assertTrue(isSuperseded(answers.get(1)));
    assertTrue(isSuperseded(answers.get(4)));
    for (int id : new int[] {2, 3, 5}) {
      assertEquals(1, answers.get(id).at("/result/completion/values").size());
      assertFalse(isSuperseded(answers.get(id)));
    }
  }

  @Test
  void a_request_that_was_overtaken_on_its_way_is_the_older_one() {
    ask(1).value("abc").order(3).send();
    ask(2).value("ab").order(2).send();
    assertEquals(1, intake.count());
    intake.get(0).begins().says("[\"a\"]");
    Map<Integer, JsonNode> answers = answers();
    assertEquals(A, completion(answers.get(1)));
    assertTrue(isSuperseded(answers.get(2)));
  }

  @Test
  void of_those_who_wait_for_a_superseded_run_the_cancelled_are_not_answered() {
    ask(1).value("a").send();
    ask(2).value("a").send();
    calls.get(1).cancel();
    ask(3).value("ab").send();
    intake.get(1).begins().says("[\"a\"]");
    assertEquals(Map.of(2, "{'values':[],'hasMore':true}", 3, A), answered());
  }

  @Test
  void without_a_time_to_live_nothing_is_kept() {
    ask(1).send();
    intake.get(0).begins().says("[\"a\"]");
    ask(2).send();
    assertEquals(2, intake.count());
    intake.get(1).begins().says("[\"a\"]");
    assertEquals(2, answers().size());
  }

  @Test
  void what_a_script_said_is_said_again_until_it_is_too_old() {
    ask(1).kept(SECOND).send();
    intake.get(0).begins().says("[\"a\"]");
    now += SECOND.toNanos() - 1;
    ask(2).kept(SECOND).send();
    assertEquals(1, intake.count());
    now++;
    ask(3).kept(SECOND).send();
    assertEquals(2, intake.count());
    intake.get(1).begins().says("[\"b\"]");
    ask(4).kept(SECOND).send();
    assertEquals(Map.of(1, A, 2, A, 3, B, 4, B), answered());
  }

  @Test
  void it_is_kept_before_it_is_answered() {
    ask(1).kept(SECOND).send();
    ask(2).kept(SECOND).send();
    calls.get(1).cancel();
    intake.get(0).begins().says("[\"a\"]");
    ask(3).kept(SECOND).send();
    assertEquals(1, intake.count());
    assertEquals(Map.of(2, A, 3, A), answered());
  }

  @Test
  void what_is_kept_is_kept_for_what_the_script_was_told() {
    ask(1).kept(SECOND).send();
    intake.get(0).begins().says("[\"a\"]");
    List<Ask> others =
        List.of(
            ask(2).kept(SECOND).value("w"),
            ask(3).kept(SECOND).context("a", "b"),
            ask(4).kept(SECOND).limit(9),
            ask(5).kept(SECOND).page(5),
            ask(6).kept(SECOND).modern(),
            ask(7).kept(Duration.ofSeconds(2)));
    for (int i = 0; i < others.size(); i++) {
      others.get(i).send();
      assertEquals(i + 2, intake.count());
      intake.get(i + 1).begins().says("[\"b\"]");
    }
    ask(8).kept(SECOND).timeout(SECOND).send(); // how long it might take is nothing it is told
    assertEquals(7, intake.count());
    assertEquals(8, answers().size());
  }

  @Test
  void failures_are_not_kept() {
    ask(1).kept(SECOND).send();
    intake.get(0).begins().exits(1);
    ask(2).kept(SECOND).send();
    intake.get(1).begins().says("no JSON");
    ask(3).kept(SECOND).send();
    intake.get(2).begins().fails(FailureReason.TIMEOUT);
    ask(4).kept(SECOND).send();
    intake.get(3).begins().says("[\"a\"]");
    Map<Integer, JsonNode> answers = answers();
    assertEquals("script-failed", answers.get(1).at("/error/data/reason").stringValue());
    assertEquals("script-output", answers.get(2).at("/error/data/reason").stringValue());
    assertEquals("timeout", answers.get(3).at("/error/data/reason").stringValue());
    assertEquals(A, completion(answers.get(4)));
  }

  @Test
  void a_change_of_the_project_ends_what_was_kept_and_what_is_under_way_is_not() {
    ask(1).kept(SECOND).send();
    intake.get(0).begins().says("[\"a\"]");
    ask(2).kept(SECOND).value("w").send();
    intake.get(1).begins();
    runs.forget();
    ask(3).kept(SECOND).send();
    ask(4).kept(SECOND).value("w").send();
    assertEquals(4, intake.count(), "the kept one is gone, and the one under way is not joined");
    intake.get(1).says("[\"a\"]");
    intake.get(3).begins().says("[\"b\"]");
    ask(5).kept(SECOND).value("w").send();
    assertEquals(4, intake.count());
    Map<Integer, JsonNode> answers = answers();
    assertEquals(A, completion(answers.get(1)));
    assertEquals(A, completion(answers.get(2)));
    assertTrue(isSuperseded(answers.get(3)));
    assertEquals(B, completion(answers.get(4)));
    assertEquals(B, completion(answers.get(5)));
  }

  @Test
  void a_script_that_has_changed_is_asked_itself() throws IOException {
    ask(1).kept(SECOND).send();
    intake.get(0).begins().says("[\"a\"]");
    Files.writeString(script, "#!/bin/sh\n# changed\n");
    ask(2).kept(SECOND).send();
    assertEquals(2, intake.count());
    intake.get(1).begins().says("[\"b\"]");
    Files.delete(script);
    ask(3).kept(SECOND).send();
    assertEquals(3, intake.count());
    intake.get(2).begins().says("[\"b\"]");
    ask(4).kept(SECOND).send();
    assertEquals(4, intake.count(), "of a script nobody can look at nothing is kept");
    intake.get(3).begins().says("[\"b\"]");
    assertEquals(Map.of(1, A, 2, B, 3, B, 4, B), answered());
  }

  @Test
  void what_is_kept_supersedes_too() {
    ask(1).kept(SECOND).value("a").send();
    intake.get(0).begins().says("[\"a\"]");
    ask(2).kept(SECOND).value("ab").send();
    ask(3).kept(SECOND).value("a").send();
    assertTrue(intake.get(1).isWithdrawn());
    Map<Integer, JsonNode> answers = answers();
    assertTrue(isSuperseded(answers.get(2)));
    assertEquals(A, completion(answers.get(3)));
  }

  @Test
  void each_request_has_one_answer_however_joins_cancels_and_ends_cross() throws Exception {
    int rounds = 500;
    for (int i = 0; i < rounds; i++) {
      int first = 2 * i + 1;
      ask(first).value("v" + i).send();
      Intake.Entry job = intake.get(intake.count() - 1).begins();
      Thread ends = new Thread(() -> job.says("[\"a\"]"));
      Call cancelled = calls.get(first);
      Thread cancels = new Thread(cancelled::cancel);
      ends.start();
      cancels.start();
      ask(first + 1).value("v" + i).send();
      ends.join();
      cancels.join();
      Intake.Entry last = intake.get(intake.count() - 1);
      if (last != job) {
        last.begins().says("[\"a\"]");
      }
    }
    Map<Integer, JsonNode> answers = answers();
    for (int i = 0; i < rounds; i++) {
      assertTrue(answers.containsKey(2 * i + 2), "request " + (2 * i + 2));
    }
    assertTrue(table.awaitNone(Duration.ZERO));
  }
}
