package dev.bullpen.project.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CatalogTests extends ProjectTest {

  @BeforeEach
  void a_project_with_one_of_each() throws IOException {
    project
        .file("prompts/p.txt", "")
        .file("resources/r.txt", "")
        .file("resources/t.meta.json", "{\"name\": \"t\", \"uriTemplate\": \"t://{id}\"}");
  }

  @Test
  void registered_prompts_and_resources_replace_the_discovered_ones() throws IOException {
    project
        .file("prompts/other/q.txt", "")
        .script("prompts/other/q.completion.sh")
        .register(
            """
            "prompts": [{"name": "q", "path": "other/q.txt", "arguments": [{"name": "x"}]}],
            "resources": [{"name": "s", "uri": "note://s"}, {"name": "g", "uri": "git+https://x"},
                          {"name": "plain", "uri": "file:///x"}]\
            """);
    Catalog catalog = project.catalog();
    Prompt prompt = catalog.prompts().get(0);
    assertEquals(1, catalog.prompts().size());
    assertEquals("q", prompt.name());
    assertEquals(Optional.of("other/q.completion.sh"), prompt.completionScript());
    assertTrue(prompt.argument("x").isPresent());
    assertEquals(
        List.of("git", "file", "note"),
        catalog.resources().stream().map(Resource::provider).toList());
    assertEquals(List.of("t"), catalog.templates().stream().map(ResourceTemplate::name).toList());
    assertEquals(List.of(), catalog.problems());
  }

  @Test
  void an_empty_array_switches_a_kind_off() throws IOException {
    project.register(
        "\"prompts\": [], \"resources\": [], \"resourceTemplates\": [], \"_meta\": {}");
    Catalog catalog = project.catalog();
    assertEquals(List.of(), catalog.prompts());
    assertEquals(List.of(), catalog.resources());
    assertEquals(List.of(), catalog.templates());
    assertEquals(List.of(), catalog.problems());
  }

  @Test
  void registered_templates_are_added_and_win_by_name() throws IOException {
    project.register(
        """
        "resourceTemplates": [{"name": "t", "uriTemplate": "mine://{id}"},
          {"name": "u", "uriTemplate": "u://{id}"}, {"name": "bad", "uriTemplate": "{"}]\
        """);
    Catalog catalog = project.catalog();
    assertEquals(
        List.of("mine://{id}", "u://{id}"),
        catalog.templates().stream().map(t -> t.template().text()).toList());
    assertEquals(1, catalog.problems().size(), catalog.problems().toString());
  }

  @Test
  void a_broken_registration_leaves_nothing_and_says_so() throws IOException {
    project.register("\"completions\": [{\"name\": \"x\", \"path\": \"gone.sh\"}]");
    Catalog catalog = project.catalog();
    assertEquals(List.of(), catalog.prompts());
    assertEquals(List.of(), catalog.templates());
    assertEquals(
        List.of(
            project.root.resolve("server.d/register.json")
                + ": completions[0] \"x\": there is no file \"gone.sh\"."
                + " Create it or correct \"path\", which is relative to the project."),
        project.warnings);
  }

  @Test
  void of_two_matching_templates_the_one_with_more_fixed_text_is_taken() throws IOException {
    project
        .file("resources/a.meta.json", "{\"name\": \"a\", \"uriTemplate\": \"n://{+all}\"}")
        .file("resources/b.meta.json", "{\"name\": \"b\", \"uriTemplate\": \"n://book/{id}\"}");
    Catalog catalog = project.catalog();
    assertEquals("b", catalog.templateMatching("n://book/1").orElseThrow().name());
    assertEquals("a", catalog.templateMatching("n://book/1/2").orElseThrow().name());
    assertEquals(Optional.empty(), catalog.templateMatching("m://book/1"));
  }
}
