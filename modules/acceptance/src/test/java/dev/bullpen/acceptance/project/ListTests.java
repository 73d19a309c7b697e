package dev.bullpen.acceptance.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.ForEachRevision;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.PromptScripts;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What the lists say of a project: TL-01 to TL-14, TL-26, PR-01, RS-01, RS-02, RS-10, RS-13. */
class ListTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ListTests::project, launcher -> launcher.workers(1, 1));

  /** Keywords of two drafts and of none, odd numbers, and an order that no map would keep. */
  private static final String SCHEMA =
      "{'type':'object','zebra':{'b':1,'a':[1.50,100,12345678901234567890]},'$schema':"
          + "'https://json-schema.org/draft/2020-12/schema','$id':'urn:x','properties':{'z':{'$ref':"
          + "'#/$defs/name'},'a':{'type':'integer','minimum':1.0,'maximum':1000.0}},'required':['z'],"
          + "'$defs':{'name':{'$anchor':'name','type':'string'}},'if':{'required':['a']},'then':{},"
          + "'else':{},'allOf':[{}],'not':{'required':['never']},'additionalProperties':false}";

  /** What every rig has besides. */
  private static final List<String> OF_THE_RIG = List.of(Rig.FAST, Rig.HOLD);

  private static final String OF_A_RESOURCE =
      "\"title\":\"All of it\",\"description\":\"How to\",\"mimeType\":\"text/markdown\","
          + "\"annotations\":{\"audience\":[\"user\"],\"priority\":0.5,"
          + "\"lastModified\":\"2025-01-12T15:00:58Z\"},"
          + "\"icons\":[{\"src\":\"https://example.com/i.png\",\"mimeType\":\"image/png\","
          + "\"sizes\":[\"16x16\"]}],\"_meta\":{\"com.example/key\":1},\"surprise\":1}";

  private static void project(ProjectFixture project) {
    prompts(project);
    resources(project);
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

  @ForEachRevision
  void tl_01_and_tl_26_tools_come_with_a_name_and_a_schema_in_the_same_order(Revision revision) {
    Answer answer = Listed.TOOLS.first(client(revision));
    assertEquals(
        List.of("Zulu", "array-output", "boolean-schema", "everything", "plain", "schema"),
        Listed.TOOLS.names(answer),
        answer.message().toString());
    assertEquals(
        Json.text(answer.result()), Json.text(Listed.TOOLS.first(client(revision)).result()));
    assertFalse(answer.result().has("nextCursor"), "PA-01: " + answer.message());
  }

  @ForEachRevision
  void tl_04_a_schema_passes_through_as_it_was_written(Revision revision) {
    Said.exactly(SCHEMA, Listed.TOOLS.item(client(revision), "schema").get("inputSchema"));
  }

  @Test
  void tl_08_what_cannot_be_published_is_told_on_standard_error() {
    McpClient client = client(Revision.V2025_11_25);
    for (Listed list : Listed.values()) {
      list.first(client);
    }
    for (String word :
        List.of(
            "bad name",
            "x".repeat(65),
            "tools/broken",
            "prompts/broken.meta.json",
            "resources/broken.meta.json")) {
      client.process().stderr().assertSays(word);
    }
  }

  private static void prompts(ProjectFixture project) {
    project
        .file("prompts/everything.txt", "{{text}}\n")
        .file(
            "prompts/everything.meta.json",
            "{\"name\":\"everything\",\"title\":\"All of it\",\"description\":\"How to\","
                + "\"arguments\":[{\"name\":\"text\",\"title\":\"A text\",\"description\":\"Some\","
                + "\"required\":true,\"enum\":[\"a\"]}],\"role\":\"assistant\","
                + "\"icons\":[{\"src\":\"https://example.com/i.png\",\"mimeType\":\"image/png\","
                + "\"sizes\":[\"16x16\"]}],\"_meta\":{\"com.example/key\":1},\"metadata\":{\"a\":1}}")
        .file("prompts/schema.txt", "x\n")
        .file(
            "prompts/schema.meta.json",
            "{\"name\":\"schema\",\"description\":\"d\",\"arguments\":{\"type\":\"object\","
                + "\"properties\":{\"zebra\":{\"type\":\"string\",\"description\":\"Z\"},"
                + "\"ant\":{\"type\":\"string\"}},\"required\":[\"ant\"]}}")
        .file("prompts/bare.txt", "Bare.\n")
        .file("prompts/deep/er/deep.md", "Deep.\n")
        .file("prompts/README.md", "No prompt.\n")
        .file("prompts/.hidden.txt", "No prompt.\n")
        .script("prompts/bare.completion.sh", "echo '[]'\n")
        .script("prompts/helper.sh", "echo helper\n")
        .file("prompts/broken.txt", "Broken.\n")
        .file("prompts/broken.meta.json", "{\"name\":");
    PromptScripts.add(project, "made", "printf made\n");
  }

  @ForEachRevision
  void pr_01_prompts_come_with_a_name_in_the_same_order(Revision revision) {
    Answer answer = Listed.PROMPTS.first(client(revision));
    List<String> names =
        Listed.PROMPTS.names(answer).stream().filter(name -> !OF_THE_RIG.contains(name)).toList();
    assertEquals(
        List.of("bare", "broken", "deep", "everything", "made", "schema"),
        names,
        answer.message().toString());
    assertEquals(
        Json.text(answer.result()), Json.text(Listed.PROMPTS.first(client(revision)).result()));
    assertEquals(
        names.size() + OF_THE_RIG.size(),
        answer.meta().path("mcpbash/total").asInt(0),
        answer.message().toString());
    assertFalse(answer.result().has("nextCursor"), "PA-01: " + answer.message());
  }

  /** Of a member that came later, the revision it came with. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TOOLS|everything|''|name description inputSchema annotations@2025-03-26 title@2025-06-18"
            + " outputSchema@2025-06-18 _meta@2025-06-18 icons@2025-11-25",
        "PROMPTS|everything|''|name description arguments title@2025-06-18 _meta@2025-06-18"
            + " icons@2025-11-25",
        "PROMPTS|everything|/arguments/0|name description required title@2025-06-18",
        "RESOURCES|guide|''|name uri description mimeType annotations title@2025-06-18"
            + " _meta@2025-06-18 icons@2025-11-25",
        "TEMPLATES|page|''|name uriTemplate description mimeType annotations title@2025-06-18"
            + " _meta@2025-06-18 icons@2025-11-25"
      })
  void tl_09_to_tl_14_and_rs_13_each_revision_sees_the_members_it_defines(
      Listed list, String name, String place, String members) {
    for (Revision revision : Revision.tested().toList()) {
      Set<String> expected =
          Stream.of(members.split(" "))
              .map(member -> (member + "@").split("@", 3))
              .filter(member -> member[1].compareTo(revision.text()) <= 0)
              .map(member -> member[0])
              .collect(Collectors.toSet());
      JsonNode item = list.item(client(revision), name).at(place);
      Set<String> seen = new HashSet<>(item.propertyNames());
      seen.remove("size"); // of a resource: optional in each of them
      assertEquals(expected, seen, revision + ": " + item);
    }
  }

  private static McpClient client(Revision revision) {
    return RIGS.of(revision).client();
  }

  private static void resources(ProjectFixture project) {
    project
        .file("resources/plain.txt", "Plain.\n")
        .file("resources/deep/er/a b%.txt", "Odd.\n")
        .file("resources/guide.md", "# Guide\n")
        .file("resources/guide.meta.json", "{\"name\":\"guide\"," + OF_A_RESOURCE)
        .file("resources/spoken.txt", "")
        .file("resources/spoken.meta.json", "{\"name\":\"spoken\",\"uri\":\"echo://hello\"}")
        .file("resources/inline.txt", "# mcp: {\"name\":\"inside\",\"uri\":\"echo://inside\"}\n")
        .file(
            "resources/page.meta.json",
            "{\"name\":\"page\",\"uriTemplate\":\"page://{chapter}/{page}\"," + OF_A_RESOURCE)
        .file("resources/broken.txt", "Broken.\n")
        .file("resources/broken.meta.json", "{\"name\":")
        .file("resources/README.md", "No resource.\n")
        .file("resources/plain.txt~", "No resource.\n")
        .file("resources/.hidden", "No resource.\n")
        .script("resources/plain.completion.sh", "echo '[]'\n")
        .script("resources/helper.sh", "echo helper\n");
  }

  @ForEachRevision
  void rs_01_resources_come_with_a_name_and_a_uri_in_the_same_order(Revision revision) {
    Answer answer = Listed.RESOURCES.first(client(revision));
    assertEquals(
        List.of("a b%", "broken", "guide", "inside", "plain", "spoken"),
        Listed.RESOURCES.names(answer),
        answer.message().toString());
    for (JsonNode resource : Listed.RESOURCES.items(answer)) {
      assertTrue(resource.get("uri").stringValue().contains("://"), resource.toString());
    }
    assertEquals(
        Json.text(answer.result()), Json.text(Listed.RESOURCES.first(client(revision)).result()));
    assertFalse(answer.result().has("nextCursor"), "PA-01: " + answer.message());
    assertEquals(6, answer.meta().path("mcpbash/total").asInt(0), answer.message().toString());
  }

  @ForEachRevision
  void rs_01_templates_are_listed_by_themselves(Revision revision) {
    Answer answer = Listed.TEMPLATES.first(client(revision));
    assertEquals(List.of("page"), Listed.TEMPLATES.names(answer), answer.message().toString());
    assertEquals(
        "page://{chapter}/{page}",
        Listed.TEMPLATES.items(answer).get(0).get("uriTemplate").stringValue());
    assertEquals(1, answer.meta().path("mcpbash/total").asInt(0), answer.message().toString());
  }

  @Test
  void a_file_without_a_uri_is_known_by_its_place() {
    String uri =
        Listed.RESOURCES.item(client(Revision.V2025_11_25), "a b%").get("uri").stringValue();
    assertEquals("file:///", uri.substring(0, 8));
    assertEquals("/project/resources/deep/er/a%20b%25.txt", uri.substring(uri.indexOf("/project")));
  }
}
