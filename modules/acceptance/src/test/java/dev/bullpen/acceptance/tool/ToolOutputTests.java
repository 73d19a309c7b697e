package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A declared output is held against its schema: TL-15 to TL-17. */
class ToolOutputTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ToolOutputTests::project, launcher -> launcher.workers(1, 2));

  private static final String SCHEMA =
      "{'outputSchema':{'type':'object','properties':{'n':{'type':'integer'}},'required':['n']}}";

  private static void project(ProjectFixture project) {
    prints(project, "right", "{\"n\":1}");
    prints(
        project,
        "right-whole",
        "{\"content\":[],\"structuredContent\":{\"n\":1},\"isError\":false}");
    prints(project, "wrong-type", "{\"n\":\"secret\"}");
    prints(project, "wrong-missing", "{}");
    prints(project, "wrong-prose", "one");
    prints(project, "wrong-nothing", "");
    prints(project, "wrong-whole", "{\"content\":[],\"structuredContent\":{},\"isError\":false}");
    prints(project, "whole-without", "{\"content\":[],\"isError\":false}");
    prints(project, "wrong-cut", "{\"n\":1");
    prints(project, "wrong-deep", "[".repeat(257) + "]".repeat(257));
    prints(
        project,
        "failed-structured",
        "{\"content\":[],\"structuredContent\":{\"why\":\"no\"},\"isError\":true}");
    project.tool("late", SCHEMA.replaceFirst(".$", ",'timeoutSecs':1}"), "exec sleep 60\n");
    for (String kind : new String[] {"null", "[]", "\"x\"", "0", "false"}) {
      project.tool(nameOf(kind), "{'outputSchema':{}}", "echo '" + kind + "'\n");
    }
  }

  private static void prints(ProjectFixture project, String name, String output) {
    project.tool(name, SCHEMA, "cat <<'END'\n" + output + "\nEND\n");
  }

  private static String nameOf(String kind) {
    return "any-" + kind.replaceAll("[^a-z0-9]", "-");
  }

  @ParameterizedTest
  @CsvSource({
    "right,V2025_06_18",
    "right,V2025_11_25",
    "right,V2026_07_28",
    "right-whole,V2025_11_25",
    "right-whole,V2026_07_28"
  })
  void tl_15_what_conforms_is_structured(String tool, Revision revision) {
    Answer answer = call(revision, tool);
    assertFalse(answer.isError(), answer.message().toString());
    assertEquals("{\"n\":1}", Json.text(answer.structured()));
  }

  @Test
  void tl_17_and_is_there_as_text_too() {
    assertEquals("{\"n\":1}", call(Revision.V2025_11_25, "right").text().trim());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"wrong-type", "wrong-missing", "wrong-prose", "wrong-nothing", "wrong-whole"})
  void tl_15_what_does_not_is_a_failure_in_every_revision(String tool) {
    for (Revision revision : Revision.values()) {
      Answer answer = call(revision, tool);
      assertTrue(answer.isError(), revision + ": " + answer.message());
      assertFalse(answer.text().isBlank(), revision + ": " + answer.message());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wrong-prose|the output is not one JSON value; it begins \"one\". Print diagnostics to stderr.",
        "wrong-nothing|the output is not one JSON value; it is empty",
        "wrong-cut|the output is not one JSON value: line ",
        "wrong-deep|the output is not one JSON value: nested deeper than 256",
        "whole-without|its structuredContent is missing, and {} does not fit:"
      })
  void tl_15_who_is_to_mend_it_is_told_what_is_wrong(String tool, String why) {
    String text = call(Revision.V2025_11_25, tool).text();
    assertTrue(text.startsWith("The tool's result does not fit its outputSchema:\n" + why), text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[]", "\"x\"", "0", "false"})
  void tl_16_any_value_may_be_structured_for_the_newest_and_objects_before(String kind) {
    Answer modern = call(Revision.V2026_07_28, nameOf(kind));
    assertTrue(modern.result().has("structuredContent"), modern.message().toString());
    assertEquals(kind, Json.text(modern.structured()));
    for (Revision revision : new Revision[] {Revision.V2025_06_18, Revision.V2025_11_25}) {
      Answer legacy = call(revision, nameOf(kind));
      assertFalse(legacy.isError(), legacy.message().toString());
      assertFalse(legacy.result().has("structuredContent"), legacy.message().toString());
      assertEquals(kind, legacy.text().trim());
    }
  }

  @ParameterizedTest
  @EnumSource
  void an_error_of_a_tool_with_an_output_schema_has_no_structured_content(Revision revision) {
    for (String tool : new String[] {"late", "failed-structured"}) {
      Answer answer = call(revision, tool);
      assertTrue(answer.isError(), answer.message().toString());
      assertFalse(answer.result().has("structuredContent"), answer.message().toString());
      assertFalse(answer.text().isBlank(), answer.message().toString());
      assertTrue(
          answer.result().path("_meta").path("dev.bullpen/structuredContent").isObject(),
          answer.message().toString());
    }
  }

  private static Answer call(Revision revision, String tool) {
    return RIGS.of(revision).client().callTool(tool, "{}");
  }
}
