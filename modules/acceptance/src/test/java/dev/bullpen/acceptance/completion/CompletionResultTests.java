package dev.bullpen.acceptance.completion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.ForEachRevision;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The request as a script gets it, its output as the client gets it, and limits: CO-03 to CO-22.
 */
@Tag("promise")
class CompletionResultTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(CompletionResultTests::project, launcher -> launcher.workers(1, 1));

  /** {@code v001} to {@code v250}. */
  private static final String MANY =
      "printf '['\ni=1\nwhile [ $i -lt 250 ]; do printf '\"v%03d\",' $i; i=$((i+1)); done\n"
          + "printf '\"v250\"]'\n";

  /** The same ones, but only those that were asked for. */
  private static final String BY_OFFSET =
      "i=$((MCP_COMPLETION_OFFSET+1)); end=$((MCP_COMPLETION_OFFSET+MCP_COMPLETION_LIMIT))\n"
          + "more=true; [ $end -ge 25 ] && end=25 more=false\nprintf '{\"suggestions\":['\n"
          + "while [ $i -lt $end ]; do printf '\"v%03d\",' $i; i=$((i+1)); done\n"
          + "printf '\"v%03d\"],\"hasMore\":%s}' $end $more\n";

  /** Suggests frameworks of the language chosen before, or all of them. */
  private static final String DEPENDENT =
      "case ${MCP_COMPLETION_CONTEXT_LANGUAGE:-} in\n"
          + "java) echo '[\"spring\"]' ;;\npython) echo '[\"flask\"]' ;;\n"
          + "*) echo '[\"spring\",\"flask\"]' ;;\nesac\n";

  private static final int RATE = 20;

  private static void project(ProjectFixture project) {
    told(project);
    failing(project);
    says(
        project,
        "strings",
        "[\"b\",\"a\",\"b\",\"caf\u00e9 \ud83d\ude00\",\"line\\nbreak \\u0000\"]");
    says(project, "prose", "no such value /etc/secret");
    project
        .provider("reads", "printf '[\"%s\"]\\n' $(wc -c)\n")
        .provider("many", MANY)
        .provider("by-offset", BY_OFFSET);
  }

  private static void says(ProjectFixture project, String name, String output) {
    project.provider(name, "cat <<'END'\n" + output + "\nEND\n");
  }

  @ForEachRevision
  void co_03_and_co_06_strings_come_in_the_order_of_the_script_and_once(Revision revision) {
    Answer answer = complete(revision, "strings");
    assertEquals(
        List.of("b", "a", "caf\u00e9 \ud83d\ude00", "line\nbreak \0"), answer.values(), "FR-02");
  }

  @Test
  void co_03_what_is_no_list_of_strings_is_an_error_that_shows_nothing_of_it() {
    Answer answer = complete(Revision.V2025_11_25, "prose");
    assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
    assertTrue(answer.errorText().contains("prose"), answer.errorText());
    assertFalse(answer.message().toString().contains("secret"), answer.message().toString());
  }

  @ForEachRevision
  void co_04_more_than_a_hundred_values_are_cut(Revision revision) {
    Answer answer = complete(revision, "many");
    assertEquals(
        IntStream.rangeClosed(1, 100).mapToObj("v%03d"::formatted).toList(), answer.values());
    assertEquals(250, answer.completion().path("total").asInt(0));
    assertTrue(answer.completion().path("hasMore").asBoolean(false));
  }

  @ForEachRevision
  void co_16_a_result_has_the_members_of_its_revision_and_no_others(Revision revision) {
    JsonNode result = complete(revision, "strings").result();
    Set<String> members = new HashSet<>(result.propertyNames());
    assertEquals(
        revision.handshake() ? Set.of("completion") : Set.of("completion", "resultType", "_meta"),
        members);
    assertTrue(
        Set.of("values", "total", "hasMore").containsAll(result.get("completion").propertyNames()),
        result.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"many", "by-offset"})
  void paging_shows_every_value_once_and_ends(String provider) {
    List<String> shown = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    int pages = 0;
    do {
      Answer page = page(provider, 10, cursor);
      shown.addAll(page.values());
      cursor = next(page);
      pages++;
    } while (cursor.isPresent() && pages < 50);
    int values = provider.equals("many") ? 250 : 25;
    assertEquals(IntStream.rangeClosed(1, values).mapToObj("v%03d"::formatted).toList(), shown);
  }

  private static Answer complete(Revision revision, String provider) {
    return RIGS.of(revision).client().complete(provider, "query", "x");
  }

  private static Answer page(String provider, int limit, Optional<String> cursor) {
    ObjectNode params = Messages.completePrompt(provider, "query", "x").put("limit", limit);
    cursor.ifPresent(text -> params.put("cursor", text));
    return RIGS.of(Revision.V2025_11_25).client().call("completion/complete", params);
  }

  private static Optional<String> next(Answer page) {
    JsonNode cursor = page.result().path("_meta").path("dev.bullpen/nextCursor");
    return cursor.isString() ? Optional.of(cursor.stringValue()) : Optional.empty();
  }

  private static void told(ProjectFixture project) {
    project
        .prompt("frameworks", "language", "framework")
        .completion("frameworks", ProjectFixture.SHORT_SECONDS, DEPENDENT);
    for (String variable : List.of("QUERY", "ARGS_JSON")) {
      project.provider(
          "tell-" + variable.replace('_', '-'),
          "printf '[\"'; printf %s \"${MCP_COMPLETION_"
              + variable
              + "-unset}\" | base64 -w0; printf '\"]'\n");
    }
  }

  @ParameterizedTest
  @CsvSource({"java,spring", "python,flask"})
  void co_12_a_completion_depends_on_what_was_chosen_before(String language, String framework) {
    for (Revision revision : List.of(Revision.V2025_11_25, Revision.V2026_07_28)) {
      assertEquals(
          List.of(framework),
          frameworks(revision, "{'arguments':{'language':'" + language + "','unknown':'x'}}")
              .values());
    }
  }

  @Test
  void co_13_revisions_without_a_context_ignore_one() {
    assertEquals(
        List.of("spring", "flask"),
        frameworks(Revision.V2024_11_05, "{'arguments':{'language':'java'}}").values());
  }

  @Needs("base64")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "$(touch /tmp/never)",
        "`touch /tmp/never`",
        "; rm -rf /",
        "../../etc/passwd",
        "a\nb\tc",
        "'single' \"double\" \\back",
        "caf\u00e9 \ud83d\ude00",
        "%s%n{{x}}",
        "-n",
        ""
      })
  void co_17_a_value_reaches_the_script_as_it_is_and_as_data(String value) throws JsonException {
    assertEquals(value, tell("tell-QUERY", value));
    JsonNode told = Json.parse(tell("tell-ARGS-JSON", value));
    assertEquals(value, told.path("query").stringValue("?"));
    assertEquals(value, told.path("prefix").stringValue("?"));
    assertEquals(value, told.path("argument").path("value").stringValue("?"));
    assertEquals("query", told.path("argument").path("name").stringValue("?"));
    assertEquals("tell-ARGS-JSON", told.path("ref").path("name").stringValue("?"));
  }

  private static Answer frameworks(Revision revision, String context) {
    ObjectNode params = Messages.completePrompt("frameworks", "framework", "");
    params.set("context", Messages.json("{'c':" + context + "}").get("c"));
    return RIGS.of(revision).client().call("completion/complete", params);
  }

  private static String tell(String provider, String value) {
    return told(RIGS.of(Revision.V2025_11_25).client().complete(provider, "query", value));
  }

  private static String told(Answer answer) {
    assertEquals(1, answer.values().size(), answer.message().toString());
    return new String(Base64.getDecoder().decode(answer.values().get(0)), UTF_8);
  }

  private static void failing(ProjectFixture project) {
    project
        .provider("slow", 1, "exec sleep " + Scripts.SLEEP_SECONDS + "\n")
        .provider("failing", "echo 'secret in /etc/shadow' >&2; echo '[\"secret\"]'; exit 7\n")
        .provider("killed", "kill -9 $$\n")
        .provider("floods", "exec head -c 300000000 /dev/zero\n");
  }

  @Tag("slow")
  @Test
  void co_18_beyond_the_rate_there_is_an_error_and_nothing_else_is_delayed() {
    try (Rig rig =
        Rig.start(
                CompletionResultTests::project,
                launcher ->
                    launcher.workers(2, 2).with("--completion-rate", Integer.toString(RATE)))
            .settled()) {
      List<Job> burst = IntStream.range(0, 1000).mapToObj(i -> rig.send(Rig.FAST)).toList();
      Mark.atMost("a ping behind a burst", rig.client().ping().took(), Duration.ofMillis(500));
      List<Answer> answers =
          burst.stream().map(job -> rig.client().await(job.id(), McpClient.PATIENCE)).toList();
      List<Answer> refused = answers.stream().filter(Answer::failed).toList();
      assertTrue(refused.size() > 500, refused.size() + " of 1000 were refused");
      assertTrue(refused.size() < 1000, "all were refused");
      for (Answer answer : refused) {
        assertEquals(42900, answer.code().orElse(0), answer.message().toString());
      }
      assertTrue(
          Poll.until(
              Deadline.in(McpClient.PATIENCE),
              () -> !rig.client().complete(Rig.FAST, "query", "").failed()),
          "nothing is served after the burst");
    }
  }

  @Test
  void its_script_has_nothing_to_read_and_leaves_the_next_line_to_the_server() {
    assertEquals(List.of("0"), complete(Revision.V2025_11_25, "reads").values());
    assertFalse(RIGS.of(Revision.V2025_11_25).client().ping().failed());
  }

  @Test
  void co_20_errors_show_nothing_of_the_inside() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Answer answer = rig.client().complete("failing", "query", "");
    assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
    String text = answer.message().toString();
    assertFalse(text.contains("secret"), text);
    assertFalse(text.contains("/"), text);
    rig.process().stderr().assertSays("completions/failing.sh: exit code ");
    rig.process().stderr().assertSays("secret in /etc/shadow");
    rig.process().stderr().assertSays("completion failing failed after ");
    assertEquals(
        rig.client().complete("unknown-1", "query", "").errorText(),
        rig.client().complete("unknown-2", "query", "").errorText());
  }

  @Test
  void co_21_a_slow_script_is_ended_in_time() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    Job job = rig.send("slow");
    Answer answer = rig.client().await(job.id(), McpClient.PATIENCE);
    assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
    assertEquals(Optional.of("timeout"), answer.reason());
    Mark.atMost("a timeout of 1 s", answer.took(), Duration.ofMillis(1500));
    rig.assertGone(job, Mark.slack(Duration.ofSeconds(1)));
  }

  @Test
  void a_script_that_is_killed_or_floods_is_an_error_and_the_next_is_served() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    for (String provider : List.of("killed", "floods")) {
      Answer answer = rig.client().complete(provider, "query", "");
      assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
    }
    assertEquals(
        Optional.of("output-limit"), rig.client().complete("floods", "query", "").reason());
  }
}
