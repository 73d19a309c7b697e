package dev.bullpen.protocol.shape;

import static dev.bullpen.protocol.Conformance.assertDefined;
import static dev.bullpen.protocol.Conformance.assertResult;
import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.method.ListPage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.node.ObjectNode;

class PromptDefinitionTests {
  private static final String RICH =
      "{'name':'p','title':'P','description':'d','arguments':"
          + "[{'name':'a','title':'A','description':'of a','required':true,'x':1},{'name':'b'}],"
          + "'icons':[{'src':'https://x/y','mimeType':'image/png'}],'_meta':{'x':1},"
          + "'path':'secret.txt','role':'user','metadata':null}";

  @ParameterizedTest
  @DisplayName("PR-01: every revision sees the members it defines")
  @CsvSource({
    "V2024_11_05,'name description arguments','name description required'",
    "V2025_03_26,'name description arguments','name description required'",
    "V2025_06_18,'name title description arguments _meta','name title description required'",
    "V2025_11_25,'name title description arguments icons _meta','name title description required'",
    "V2026_07_28,'name title description arguments icons _meta','name title description required'"
  })
  void every_revision_sees_the_members_it_defines(
      Revision revision, String members, String ofArgument) {
    ObjectNode given = object(RICH);
    ObjectNode prompt = ListedDefinition.prompt(given, revision);
    assertEquals(RICH, text(given), "is left as it was");
    assertEquals(members, String.join(" ", prompt.propertyNames()));
    assertEquals(ofArgument, String.join(" ", prompt.path("arguments").get(0).propertyNames()));
    assertShown(revision, prompt);
    ObjectNode page =
        ListPage.result("prompts", List.of(prompt), Optional.of("c"), 5, revision, CacheHint.STALE);
    assertResult(revision, "ListPromptsResult", page);
  }

  @ParameterizedTest
  @DisplayName("whatever the project wrote, what is shown is valid")
  @EnumSource
  void whatever_the_project_wrote_is_shown_valid(Revision revision) {
    Junk.everywhere(
        object(RICH), broken -> assertShown(revision, ListedDefinition.prompt(broken, revision)));
    Junk.everywhere(
        (ObjectNode) object(RICH).path("arguments").get(0),
        argument -> {
          ObjectNode prompt = object(RICH);
          prompt.putArray("arguments").add(argument);
          assertShown(revision, ListedDefinition.prompt(prompt, revision));
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|{'name':'unnamed','description':'unnamed'}",
        "{'name':'p','title':'P','description':' '}|{'name':'p','title':'P','description':'P'}",
        "{'name':'p','description':'d','arguments':[]}|"
            + "{'name':'p','description':'d','arguments':[]}",
        "{'name':'p','description':'d','arguments':[5,{'name':'a','required':'yes'},{}]}|"
            + "{'name':'p','description':'d','arguments':[{'name':'a'}]}"
      })
  void what_is_wrong_is_left_out_and_what_is_missing_put_in(String full, String shown) {
    assertEquals(shown, text(ListedDefinition.prompt(object(full), Revision.V2026_07_28)));
  }

  private static void assertShown(Revision revision, ObjectNode prompt) {
    assertValid(revision, "Prompt", prompt);
    assertDefined(revision, "Prompt", prompt);
    assertFalse(prompt.path("description").stringValue().isBlank(), prompt::toString);
    prompt
        .path("arguments")
        .forEach(argument -> assertDefined(revision, "PromptArgument", argument));
  }
}
