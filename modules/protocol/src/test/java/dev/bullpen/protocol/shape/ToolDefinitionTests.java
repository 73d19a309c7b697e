package dev.bullpen.protocol.shape;

import static dev.bullpen.protocol.Conformance.assertDefined;
import static dev.bullpen.protocol.Conformance.assertResult;
import static dev.bullpen.protocol.Conformance.assertValid;
import static dev.bullpen.protocol.Samples.INPUT_SCHEMA;
import static dev.bullpen.protocol.Samples.RICH_TOOL;
import static dev.bullpen.protocol.Trees.object;
import static dev.bullpen.protocol.Trees.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.OfficialSchemas;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.method.ListPage;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ToolDefinitionTests {

  @ParameterizedTest
  @DisplayName("TL-01, TL-09…TL-13: every revision sees the members it defines")
  @CsvSource({
    "V2024_11_05,'name description inputSchema'",
    "V2025_03_26,'name description inputSchema annotations'",
    "V2025_06_18,'name title description inputSchema outputSchema annotations _meta'",
    "V2025_11_25,'name title description inputSchema outputSchema annotations icons _meta'",
    "V2026_07_28,'name title description inputSchema outputSchema annotations icons _meta'"
  })
  void every_revision_sees_the_members_it_defines(Revision revision, String members) {
    ObjectNode given = object(RICH_TOOL);
    ObjectNode tool = ListedDefinition.tool(given, revision);
    assertEquals(RICH_TOOL, text(given), "is left as it was");
    assertEquals(members, String.join(" ", tool.propertyNames()));
    assertValid(revision, "Tool", tool);
    assertDefined(revision, "Tool", tool);
    if (tool.has("annotations")) {
      assertEquals("{'title':'A','readOnlyHint':true}", text(tool.path("annotations")));
    }
    assertResult(revision, "ListToolsResult", page(revision, tool));
  }

  @Test
  @DisplayName("TL-04: the newest revision gets the schemas as they were written")
  void the_newest_revision_gets_the_schemas_as_they_were_written() {
    ObjectNode tool = ListedDefinition.tool(object(RICH_TOOL), Revision.V2026_07_28);
    assertEquals(INPUT_SCHEMA, text(tool.path("inputSchema")));
    assertEquals(
        "{'ui':{'resourceUri':'ui://x'},'io.modelcontextprotocol/x':1}", text(tool.path("_meta")));
  }

  @ParameterizedTest
  @DisplayName("TL-03: to a legacy revision a boolean schema is written out, and nothing else")
  @EnumSource(names = "V2026_07_28", mode = EnumSource.Mode.EXCLUDE)
  void a_legacy_revision_gets_boolean_schemas_written_out(Revision revision) {
    assertEquals(
        INPUT_SCHEMA.replace("'any':true,'none':false", "'any':{},'none':{'not':{}}"),
        text(ListedDefinition.tool(object(RICH_TOOL), revision).path("inputSchema")));
    assertFalse(OfficialSchemas.faults(revision, "Tool", object(RICH_TOOL)).isEmpty());
  }

  @ParameterizedTest
  @EnumSource(names = "V2026_07_28", mode = EnumSource.Mode.EXCLUDE)
  void what_a_legacy_schema_cannot_say_is_left_out(Revision revision) {
    ObjectNode tool =
        ListedDefinition.tool(
            object(
                "{'name':'t','inputSchema':{'properties':[],'required':true,'type':'object',"
                    + "'x':1}}"),
            revision);
    assertEquals("{'type':'object','x':1}", text(tool.path("inputSchema")));
    assertValid(revision, "Tool", tool);
  }

  @ParameterizedTest
  @DisplayName("TL-14: a schema of anything is for the newest revision only")
  @ValueSource(strings = {"{'type':'array'}", "{}", "{'anyOf':[{'type':'object'}]}"})
  void a_schema_of_anything_is_for_the_newest_only(String schema) {
    String written = "{'name':'t','inputSchema':{'type':'object'},'outputSchema':" + schema + "}";
    for (Revision revision : Revision.values()) {
      ObjectNode tool = ListedDefinition.tool(object(written), revision);
      assertEquals(revision.isModern(), tool.has("outputSchema"), revision.wire());
      assertValid(revision, "Tool", tool);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'name':'t'}",
        "{'inputSchema':{'type':'object'}}",
        "{'name':'t','inputSchema':true}",
        "{'name':'t','inputSchema':{}}",
        "{'name':'t','inputSchema':{'type':['object']}}"
      })
  void what_is_no_tool_is_a_defect_of_the_caller(String definition) {
    for (Revision revision : Revision.values()) {
      assertThrows(
          IllegalArgumentException.class,
          () -> ListedDefinition.tool(object(definition), revision));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'title':'T' | T",
        "'title':'T','description':'' | T",
        "'title':'T','description':' ' | T",
        "'title':'T','description':5 | T",
        "'x':1 | t",
        "'description':'d' | d"
      })
  void a_tool_without_a_description_is_described_by_its_title_or_its_name(
      String members, String description) {
    String written = "{'name':'t','inputSchema':{'type':'object'}," + members + "}";
    for (Revision revision : Revision.values()) {
      ObjectNode tool = ListedDefinition.tool(object(written), revision);
      boolean titled = tool.has("title") || description.equals("d");
      assertEquals(titled ? description : "t", tool.path("description").stringValue(""));
      assertValid(revision, "Tool", tool);
    }
  }

  private static ObjectNode page(Revision revision, ObjectNode tool) {
    return ListPage.result("tools", List.of(tool), Optional.of("c"), 5, revision, CacheHint.STALE);
  }
}
