package dev.bullpen.faults.completion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.faults.fixture.Needs;
import dev.bullpen.faults.fixture.Rigs;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What scripts are told: CO-12 to CO-14 and CO-17. */
@Needs("base64")
class CompletionInputTests {
  private static final Rigs RIGS =
      new Rigs(CompletionInputTests::project, launcher -> launcher.workers(1, 2));

  /** Suggests frameworks of the language chosen before, or all of them. */
  private static final String DEPENDENT =
      "case ${MCP_COMPLETION_CONTEXT_LANGUAGE:-} in\n"
          + "java) echo '[\"spring\"]' ;;\npython) echo '[\"flask\"]' ;;\n"
          + "*) echo '[\"spring\",\"flask\"]' ;;\nesac\n";

  private static void project(ProjectFixture project) {
    project
        .prompt("frameworks", "language", "framework")
        .completion("frameworks", ProjectFixture.SHORT_SECONDS, DEPENDENT);
    for (String variable :
        List.of("QUERY", "ARGUMENT", "REF", "REF_TYPE", "ARGS_JSON", "CONTEXT_A_B", "LIMIT")) {
      project.provider(
          "tell-" + variable.replace('_', '-'),
          "printf '[\"'; printf %s \"${MCP_COMPLETION_"
              + variable
              + "-unset}\" | base64 -w0; printf '\"]'\n");
    }
  }

  @AfterAll
  static void close() {
    RIGS.close();
  }

  @ParameterizedTest
  @CsvSource({"java,spring", "python,flask"})
  void co_12_a_completion_depends_on_what_was_chosen_before(String language, String framework) {
    for (Revision revision :
        List.of(Revision.V2025_06_18, Revision.V2025_11_25, Revision.V2026_07_28)) {
      assertEquals(
          List.of(framework),
          frameworks(revision, "{'arguments':{'language':'" + language + "','unknown':'x'}}")
              .values());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'arguments':{'language':1}}",
        "{'arguments':{'language':null}}",
        "{'arguments':[]}",
        "{'arguments':'java'}",
        "'java'"
      })
  void co_12_values_of_the_context_are_strings(String context) {
    assertEquals(-32602, frameworks(Revision.V2025_11_25, context).code().orElse(0));
  }

  @Test
  void co_12_the_argument_itself_wins_over_its_copy_in_the_context() throws JsonException {
    ObjectNode params = Messages.completePrompt("tell-ARGS-JSON", "query", "typed");
    params.set("context", Messages.json("{'arguments':{'query':'stale','other':'kept'}}"));
    JsonNode told =
        Json.parse(
            told(RIGS.of(Revision.V2025_11_25).client().call("completion/complete", params)));
    assertEquals("typed", told.path("query").stringValue(""));
    assertEquals(Messages.json("{'other':'kept'}"), told.path("context").path("arguments"));
  }

  @ParameterizedTest
  @EnumSource(names = {"V2024_11_05", "V2025_03_26"})
  void co_13_revisions_without_a_context_ignore_one(Revision revision) {
    assertEquals(
        List.of("spring", "flask"),
        frameworks(revision, "{'arguments':{'language':'java'}}").values());
  }

  @ParameterizedTest
  @EnumSource
  void co_14_without_a_context_there_is_the_unfiltered_list(Revision revision) {
    assertEquals(
        List.of("spring", "flask"),
        RIGS.of(revision).client().complete("frameworks", "framework", "").values());
  }

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

  @Test
  void scripts_need_no_json_to_know_what_is_asked() {
    assertEquals("query", tell("tell-ARGUMENT", "v"));
    assertEquals("tell-REF", tell("tell-REF", "v"));
    assertEquals("ref/prompt", tell("tell-REF-TYPE", "v"));
    assertEquals("5", tell("tell-LIMIT", "v"));
    ObjectNode params = Messages.completePrompt("tell-CONTEXT-A-B", "query", "v");
    params.set("context", Messages.json("{'arguments':{'a-b':'resolved'}}"));
    assertEquals(
        "resolved",
        told(RIGS.of(Revision.V2025_11_25).client().call("completion/complete", params)));
    assertEquals("unset", tell("tell-CONTEXT-A-B", "v"));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1})
  void co_17_a_value_has_a_greatest_length(int over) {
    int most = 4096;
    Answer answer =
        RIGS.of(Revision.V2025_11_25).client().complete("fast", "query", "x".repeat(most + over));
    assertEquals(over > 0, answer.failed(), answer.message().toString());
    assertEquals(over > 0 ? -32602 : 0, answer.code().orElse(0));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nul\0", "bell\u0007", "escape\u001b[0m", "half\ud800"})
  void co_17_control_characters_and_half_characters_reach_no_script(String value) {
    Answer answer = RIGS.of(Revision.V2025_11_25).client().complete("fast", "query", value);
    assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
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
}
