package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What tools/list says of a project's tools: TL-01 to TL-14, TL-26. */
class ToolListTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ToolListTests::project, launcher -> launcher.workers(1, 1));

  /** Keywords of two drafts and of none, odd numbers, and an order that no map would keep. */
  private static final String SCHEMA =
      "{'type':'object','zebra':{'b':1,'a':[1.50,100,12345678901234567890]},'$schema':"
          + "'https://json-schema.org/draft/2020-12/schema','$id':'urn:x','properties':{'z':{'$ref':"
          + "'#/$defs/name'},'a':{'type':'integer','minimum':1.0,'maximum':1000.0}},'required':['z'],"
          + "'$defs':{'name':{'$anchor':'name','type':'string'}},'if':{'required':['a']},'then':{},"
          + "'else':{},'allOf':[{}],'not':{'required':['never']},'additionalProperties':false}";

  private static void project(ProjectFixture project) {
    project
        .tool("plain", ToolScripts.HELLO)
        .tool("schema", "{'inputSchema':" + SCHEMA + "}", ToolScripts.HELLO)
        .tool(
            "everything",
            "{'title':'All of it','annotations':{'readOnlyHint':true,'title':'Hinted'},"
                + "'icons':[{'src':'https://example.com/i.png','mimeType':'image/png',"
                + "'sizes':['16x16']}],'_meta':{'com.example/key':1},"
                + "'execution':{'taskSupport':'optional'},'timeoutSecs':7,"
                + "'outputSchema':{'type':'object','properties':{'n':{'type':'number'}}}}",
            "echo '{\"n\":1}'\n")
        .tool("array-output", "{'outputSchema':{'type':'array'}}", "echo '[]'\n")
        .tool("boolean-schema", "{'inputSchema':{'properties':{'any':true}}}", ToolScripts.HELLO)
        .tool("Zulu", ToolScripts.HELLO)
        .tool("bad name", ToolScripts.HELLO)
        .tool("x".repeat(65), ToolScripts.HELLO)
        .script("tools/plain/helper.sh", "echo helper\n")
        .file("tools/plain/README.md", "No tool.\n")
        .file("tools/broken/tool.meta.json", "{\"name\":")
        .script("tools/broken/tool.sh", ToolScripts.HELLO);
  }

  @ParameterizedTest
  @EnumSource
  void tl_01_and_tl_26_tools_come_with_a_name_and_a_schema_in_the_same_order(Revision revision) {
    Rig rig = RIGS.of(revision);
    Answer answer = list(rig);
    assertEquals(
        List.of("Zulu", "array-output", "boolean-schema", "everything", "plain", "schema"),
        names(answer),
        answer.message().toString());
    assertEquals(Json.text(answer.result()), Json.text(list(rig).result()));
    assertFalse(answer.result().has("nextCursor"), "PA-01: " + answer.message());
  }

  @ParameterizedTest
  @EnumSource
  void tl_04_a_schema_passes_through_as_it_was_written(Revision revision) {
    Said.exactly(SCHEMA, tool(revision, "schema").get("inputSchema"));
  }

  @ParameterizedTest
  @EnumSource
  void tl_09_to_tl_14_each_revision_sees_the_members_it_defines(Revision revision) {
    Set<String> expected =
        switch (revision) {
          case V2024_11_05 -> Set.of("name", "description", "inputSchema");
          case V2025_03_26 -> Set.of("name", "description", "inputSchema", "annotations");
          case V2025_06_18 ->
              Set.of(
                  "name",
                  "title",
                  "description",
                  "inputSchema",
                  "outputSchema",
                  "annotations",
                  "_meta");
          default ->
              Set.of(
                  "name",
                  "title",
                  "description",
                  "inputSchema",
                  "outputSchema",
                  "annotations",
                  "icons",
                  "_meta");
        };
    assertEquals(expected, Set.copyOf(tool(revision, "everything").propertyNames()));
  }

  @Test
  void tl_08_what_cannot_be_published_is_told_on_standard_error() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    list(rig);
    for (String word : List.of("bad name", "x".repeat(65), "broken")) {
      rig.process().stderr().assertSays(word);
    }
  }

  private static Answer list(Rig rig) {
    return rig.client().call("tools/list", Messages.json("{}"));
  }

  private static List<String> names(Answer answer) {
    return StreamSupport.stream(answer.result().path("tools").spliterator(), false)
        .map(tool -> tool.get("name").stringValue())
        .toList();
  }

  private static JsonNode tool(Revision revision, String name) {
    Answer answer = list(RIGS.of(revision));
    return StreamSupport.stream(answer.result().path("tools").spliterator(), false)
        .filter(tool -> tool.get("name").stringValue().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " in " + answer.message()));
  }
}
