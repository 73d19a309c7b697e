package dev.bullpen.faults.completion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.fixture.Rigs;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Scripts;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

/** What may be completed: CO-01, CO-02, CO-08 to CO-11, CO-15, CO-24. */
class CompletionReferenceTests {
  private static final String TEMPLATE = "logs://{service}/{day}";
  private static final String CONCRETE = "notes://readme";

  private static final Rigs RIGS =
      new Rigs(CompletionReferenceTests::project, launcher -> launcher.workers(1, 2));

  private static void project(ProjectFixture project) {
    project
        .prompt("plain", "free")
        .provider("test_prompt_with_arguments", "echo '[]'\n")
        .prompt("test_prompt_with_arguments", "arg1", "arg2")
        .entry(
            "resourceTemplates",
            Messages.json(
                "{'name':'logs','uriTemplate':'%s','description':'Logs','mimeType':'text/plain','provider':'file'}",
                TEMPLATE))
        .entry(
            "resources",
            Messages.json(
                "{'name':'readme','uri':'%s','description':'A"
                    + " note','mimeType':'text/plain','provider':'file'}",
                CONCRETE))
        .completion("logs", ProjectFixture.SHORT_SECONDS, Scripts.FAST);
  }

  @AfterAll
  static void close() {
    RIGS.close();
  }

  @ParameterizedTest
  @EnumSource
  void co_01_and_co_02_every_revision_is_served(Revision revision) {
    assertEquals(List.of("ok"), RIGS.of(revision).client().complete("fast", "query", "").values());
  }

  @ParameterizedTest
  @EnumSource
  void co_08_an_unknown_prompt_or_template_is_invalid(Revision revision) {
    assertInvalid(RIGS.of(revision).client().complete("no-such", "query", ""));
    assertInvalid(resource(revision, "no://{such}", "such"));
    assertInvalid(resource(revision, "no://such", "such"));
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void co_09_an_undeclared_argument_is_invalid_and_one_without_completer_has_no_values(
      Revision revision) {
    assertInvalid(RIGS.of(revision).client().complete("plain", "undeclared", ""));
    assertInvalid(RIGS.of(revision).client().complete("fast", "undeclared", ""));
    assertInvalid(resource(revision, TEMPLATE, "undeclared"));
    Answer none = RIGS.of(revision).client().complete("plain", "free", "x");
    assertEquals(Messages.json("{'values':[],'total':0,'hasMore':false}"), none.completion());
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void co_10_malformed_params_are_invalid(Revision revision) {
    String ref = "'ref':{'type':'ref/prompt','name':'fast'}";
    String argument = "'argument':{'name':'query','value':''}";
    for (String params :
        List.of(
            "",
            ref,
            argument,
            "'ref':'fast'," + argument,
            "'ref':{}," + argument,
            "'ref':{'type':'ref/prompt'}," + argument,
            "'ref':{'type':'ref/resource','name':'fast'}," + argument,
            "'ref':{'type':'ref/tool','name':'fast'}," + argument,
            "'ref':{'type':7,'name':'fast'}," + argument,
            "'ref':{'type':'ref/prompt','name':7}," + argument,
            ref + ",'argument':'query'",
            ref + ",'argument':{'value':''}",
            ref + ",'argument':{'name':'query'}",
            ref + ",'argument':{'name':'query','value':7}",
            ref + ",'argument':{'name':7,'value':''}")) {
      ObjectNode object = Messages.json("{" + params + "}");
      Answer answer = RIGS.of(revision).client().call("completion/complete", object);
      assertEquals(-32602, answer.code().orElse(0), params + ": " + answer.message());
    }
  }

  @ParameterizedTest
  @EnumSource
  void co_11_a_template_is_found_by_its_text_and_by_what_it_matches(Revision revision) {
    assertEquals(List.of("ok"), resource(revision, TEMPLATE, "service").values());
    assertEquals(List.of("ok"), resource(revision, "logs://web/today", "day").values());
    assertInvalid(resource(revision, CONCRETE, "service"));
    assertInvalid(resource(revision, "logs://web", "day"));
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void co_15_a_title_and_unknown_members_are_ignored(Revision revision) {
    ObjectNode params =
        Messages.json(
            "{'ref':{'type':'ref/prompt','name':'fast','title':'Other','x':1},"
                + "'argument':{'name':'query','value':'','y':2},'z':3,'inputResponses':{},'requestState':'s'}");
    assertEquals(
        List.of("ok"), RIGS.of(revision).client().call("completion/complete", params).values());
  }

  @ParameterizedTest
  @EnumSource
  void co_24_the_conformance_fixture_is_answered(Revision revision) {
    Answer answer =
        RIGS.of(revision).client().complete("test_prompt_with_arguments", "arg1", "test");
    assertTrue(answer.completion().path("values").isArray(), answer.message().toString());
  }

  private static Answer resource(Revision revision, String uri, String argument) {
    return RIGS.of(revision)
        .client()
        .call("completion/complete", Messages.completeResource(uri, argument, ""));
  }

  private static void assertInvalid(Answer answer) {
    assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
  }
}
