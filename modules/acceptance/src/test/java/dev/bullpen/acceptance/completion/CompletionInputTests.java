package dev.bullpen.acceptance.completion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What scripts are told: CO-12 to CO-14 and CO-17. */
@Needs("base64")
class CompletionInputTests {
  @RegisterExtension
  static final Rigs RIGS =
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
    for (Revision revision :
        List.of(Revision.V2025_06_18, Revision.V2025_11_25, Revision.V2026_07_28)) {
      assertEquals(
          List.of(framework),
          frameworks(revision, "{'arguments':{'language':'" + language + "','unknown':'x'}}")
              .values());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2024_11_05", "V2025_03_26"})
  void co_13_revisions_without_a_context_ignore_one(Revision revision) {
    assertEquals(
        List.of("spring", "flask"),
        frameworks(revision, "{'arguments':{'language':'java'}}").values());
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
