package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A schema that clients cannot use costs its tool that schema, and no other tool anything. */
class ToolSchemaTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ToolSchemaTests::project, launcher -> launcher.workers(1, 1));

  private static final String GOOD = "{'type':'object','properties':{'n':{'type':'integer'}}}";

  /** What cannot be used here either. */
  private static final List<String> UNUSABLE =
      List.of(
          "{'type':'object','properties':{'x':{'type':'int'}}}",
          "{'type':'object','properties':{'x':{'$ref':'#/$defs/nowhere'}}}",
          "{'type':'object','properties':{'x':{'$ref':'https://example.org/x'}}}",
          "{'type':'object','properties':{'x':{'pattern':'(?P<x>a)'}}}",
          "{'type':'object','properties':{'x':{'required':true}}}",
          "{'type':'object','properties':{'x':{'minimum':1,'exclusiveMinimum':true}}}",
          "{'type':'object','properties':{'x':'string'}}",
          "{'type':'object','properties':[]}",
          "{'type':'object','$schema':'https://example.org/dialect'}");

  /** What can be used here, and not by the official TypeScript client. */
  private static final List<String> REFUSED =
      List.of(
          "{'type':'object','properties':{'x':{'pattern':'(?i)a'}}}",
          "{'type':'object','properties':{'x':{'enum':[]}}}",
          "{'type':'object','properties':{'x':{'nullable':true}}}",
          "{'type':'object','id':'x'}");

  private static void project(ProjectFixture project) {
    for (int i = 0; i < UNUSABLE.size(); i++) {
      tool(project, "wrong-" + i, UNUSABLE.get(i));
    }
    for (int i = 0; i < REFUSED.size(); i++) {
      tool(project, "refused-" + i, REFUSED.get(i));
    }
    tool(project, "good", GOOD);
  }

  private static void tool(ProjectFixture project, String name, String schema) {
    project.tool(
        name, "{'inputSchema':%1$s,'outputSchema':%1$s}".formatted(schema), "echo '{\"n\":1}'\n");
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_06_18", "V2025_11_25", "V2026_07_28"})
  void no_client_sees_a_schema_that_it_cannot_use(Revision revision) {
    Map<String, JsonNode> tools = new HashMap<>();
    RIGS.of(revision)
        .client()
        .call("tools/list", Messages.json("{}"))
        .result()
        .path("tools")
        .forEach(tool -> tools.put(tool.path("name").stringValue(""), tool));
    assertEquals(UNUSABLE.size() + REFUSED.size() + 1, tools.size());
    tools.forEach(
        (name, tool) -> {
          assertEquals(name.equals("good"), tool.has("outputSchema"), tool.toString());
          if (name.startsWith("wrong")) {
            assertTrue(tool.path("inputSchema").path("properties").isEmpty(), tool.toString());
            assertFalse(tool.path("inputSchema").has("$schema"), tool.toString());
          }
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void the_tools_work_all_the_same(Revision revision) {
    for (String name : new String[] {"good", "wrong-0", "refused-0"}) {
      Answer answer = RIGS.of(revision).client().callTool(name, "{}");
      assertFalse(answer.isError(), answer.message().toString());
      assertTrue(answer.text().startsWith("{\"n\":1}"), answer.message().toString());
    }
  }
}
