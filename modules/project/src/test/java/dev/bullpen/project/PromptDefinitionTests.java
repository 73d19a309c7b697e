package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.prompt.Prompt;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PromptDefinitionTests extends ProjectTest {

  private Prompt prompt(String metadata) throws IOException {
    project.file("prompts/p.txt", "text").file("prompts/p.meta.json", metadata);
    return project.catalog().prompts().get(0);
  }

  private String arguments(String written) throws IOException {
    return Json.text(
        prompt("{\"arguments\": %s}".formatted(written)).definition().get("arguments"));
  }

  @Test
  void a_client_sees_what_mcp_defines_as_it_was_written_and_nothing_else() throws IOException {
    assertEquals(
        "{\"name\":\"n\",\"title\":\"T\",\"description\":\"D\","
            + "\"arguments\":[{\"name\":\"a\",\"title\":\"A\",\"description\":\"d\",\"required\":true}],"
            + "\"icons\":[{\"src\":\"https://e.org/i\"}],\"_meta\":{\"k\":1.0}}",
        Json.text(
            prompt(
                    """
                    {"_meta": {"k": 1.0}, "icons": [{"src": "https://e.org/i"}], "role": "assistant",
                     "metadata": {"x": 1}, "path": "p.txt", "title": "T", "description": "D",
                     "arguments": [{"required": true, "description": "d", "title": "A", "name": "a",
                       "enum": ["x"]}], "name": "n", "render": "text"}\
                    """)
                .definition()));
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void a_file_alone_has_all_that_clients_ask_for() throws IOException {
    project.file("prompts/p.txt", "");
    Prompt prompt = project.catalog().prompts().get(0);
    assertEquals("{\"name\":\"p\",\"description\":\"\"}", Json.text(prompt.definition()));
    assertFalse(prompt.isScript());
    assertEquals("user", prompt.role());
  }

  @Test
  void arguments_of_a_schema_say_whether_they_are_required() throws IOException {
    assertEquals(
        "[{\"name\":\"z\",\"title\":\"Z\",\"required\":false},"
            + "{\"name\":\"a\",\"description\":\"d\",\"required\":true},"
            + "{\"name\":\"odd\",\"required\":false}]",
        arguments(
            """
            {"type": "object", "required": ["a", 3, "gone"], "properties": {
              "z": {"title": "Z", "type": "string"}, "a": {"description": "d"}, "odd": 7}}\
            """));
  }

  @Test
  void arguments_of_an_array_are_as_they_were_written() throws IOException {
    assertEquals(
        "[{\"name\":\"a\"},{\"name\":\"b\",\"required\":false}]",
        arguments(
            "[{\"name\": \"a\", \"required\": \"yes\"}, {\"name\": \"b\", \"required\": false}]"));
    assertEquals("[]", arguments("[]"));
    assertEquals("[]", arguments("{}"));
    assertEquals(List.of(), project.catalog().problems());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"[1]", "[{\"description\": \"d\"}]", "[{\"name\": 4}]", "[{\"name\": \" \"}]"})
  void an_argument_without_a_name_is_reported_and_left_out(String written) throws IOException {
    assertEquals("[]", arguments(written));
    assertOneProblem("p.meta.json: an argument is ignored");
  }

  @Test
  void arguments_that_are_none_are_reported_and_not_listed() throws IOException {
    assertFalse(prompt("{\"arguments\": \"a\"}").definition().has("arguments"));
    assertOneProblem("\"arguments\" is ignored");
  }

  @ParameterizedTest
  @CsvSource({"script, true", "text, false"})
  void a_prompt_is_filled_in_or_run(String render, boolean isScript) throws IOException {
    assertEquals(isScript, prompt("{\"render\": \"%s\"}".formatted(render)).isScript());
    assertEquals(List.of(), project.catalog().problems());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"Script\"", "\"\"", "true", "{}"})
  void any_other_way_is_reported_and_means_text(String render) throws IOException {
    assertFalse(prompt("{\"render\": %s}".formatted(render)).isScript());
    assertOneProblem("p.meta.json: \"render\" is ignored");
  }

  @Test
  void a_script_is_published_where_metadata_is_its_own() throws IOException {
    project
        .script("prompts/run.sh", "#!/bin/sh\n")
        .file("prompts/run.meta.json", "{\"render\": \"script\"}");
    Prompt prompt = promptNamed("run");
    assertTrue(prompt.isScript());
    assertEquals("run.sh", prompt.path());
  }

  @ParameterizedTest
  @CsvSource({"user", "assistant"})
  void a_role_of_mcp_is_kept(String role) throws IOException {
    assertEquals(role, prompt("{\"role\": \"%s\"}".formatted(role)).role());
    assertEquals(List.of(), project.catalog().problems());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"system\"", "\"User\"", "\"\"", "7"})
  void any_other_role_is_reported_and_means_the_user(String role) throws IOException {
    assertEquals("user", prompt("{\"role\": %s}".formatted(role)).role());
    assertOneProblem("p.meta.json: \"role\" is ignored: it is neither \"user\" nor \"assistant\"");
  }

  @Test
  void scripts_still_get_what_mcp_bash_gave_them() throws IOException {
    assertEquals(
        "{\"name\":\"p\",\"description\":\"\",\"path\":\"p.txt\",\"arguments\":[],"
            + "\"role\":\"system\",\"metadata\":{\"x\":1}}",
        Json.text(
            prompt("{\"role\": \"system\", \"arguments\": [], \"metadata\": {\"x\": 1}}")
                .described()));
  }

  @Test
  void what_is_listed_is_every_definition_in_the_order_of_names() throws IOException {
    project.file("prompts/b.txt", "").file("prompts/a.txt", "").file("prompts/C.txt", "");
    Catalog catalog = project.catalog();
    assertEquals(List.of("C", "a", "b"), catalog.prompts().stream().map(Prompt::name).toList());
    assertEquals(
        catalog.prompts().stream().map(Prompt::definition).toList(),
        catalog.listed(CatalogKind.PROMPTS));
  }
}
