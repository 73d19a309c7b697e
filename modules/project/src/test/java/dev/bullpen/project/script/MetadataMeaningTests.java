package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What metadata declares: arguments, URIs, providers and templates. */
class MetadataMeaningTests extends DiscoveredProject {
  @Test
  void arguments_are_read_from_a_schema() throws IOException {
    project.prompt(
        "p",
        """
        {"type": "object", "required": ["tone"], "properties": {
          "tone": {"description": "how", "enum": ["b", "a", 1, true, null, "b"]},
          "city": {"examples": ["Rome"]}, "odd": 7, "both": {"enum": ["e"], "examples": ["x"]}}}\
        """);
    assertEquals(
        Optional.of(
            List.of(
                new PromptArgument(
                    "tone", Optional.of("how"), true, List.of("b", "a", "1", "true")),
                new PromptArgument("city", Optional.empty(), false, List.of("Rome")),
                new PromptArgument("odd", Optional.empty(), false, List.of()),
                new PromptArgument("both", Optional.empty(), false, List.of("e")))),
        project.catalog().prompt("p").orElseThrow().arguments());
  }

  @Test
  void arguments_are_read_from_an_array() throws IOException {
    project.prompt(
        "p", "[{\"name\": \"a\", \"required\": true, \"enum\": [\"x\"]}, {\"name\": 4}, 5]");
    assertEquals(
        Optional.of(List.of(new PromptArgument("a", Optional.empty(), true, List.of("x")))),
        project.catalog().prompt("p").orElseThrow().arguments());
  }

  @Test
  void no_arguments_and_no_word_about_arguments_are_different() throws IOException {
    project.prompt("none", "{\"type\": \"object\"}").prompt("unspoken", "null");
    assertEquals(
        Optional.of(List.of()), project.catalog().prompt("none").orElseThrow().arguments());
    assertEquals(Optional.empty(), project.catalog().prompt("unspoken").orElseThrow().arguments());
  }

  @Test
  void a_resource_without_a_uri_gets_one_from_its_path() throws IOException {
    project.file("resources/my notes/\u00e9.txt", "");
    Resource resource = project.catalog().resources().get(0);
    assertEquals("file://" + project.root + "/resources/my%20notes/%C3%A9.txt", resource.uri());
    assertEquals("file", resource.provider());
  }

  @Test
  void the_provider_is_declared_or_follows_from_the_scheme() throws IOException {
    project
        .file("resources/a.txt", "")
        .file("resources/a.meta.json", "{\"uri\": \"https://example.org/a\"}")
        .file("resources/b.txt", "")
        .file("resources/b.meta.json", "{\"uri\": \"git+https://example.org/b\"}")
        .file("resources/c.txt", "")
        .file("resources/c.meta.json", "{\"uri\": \"note://c\", \"provider\": \"note\"}")
        .file("resources/d.txt", "")
        .file("resources/d.meta.json", "{\"uri\": \"note://d\"}");
    assertEquals(
        List.of("https", "git", "note", "file"),
        project.catalog().resources().stream().map(Resource::provider).toList());
  }

  @Test
  void templates_come_from_metadata_and_hide_a_file_of_the_same_stem() throws IOException {
    project
        .file("resources/t.meta.json", "{\"name\": \"t\", \"uriTemplate\": \"note://{id}\"}")
        .file("resources/t.txt", "")
        .script("resources/t.completion.sh");
    assertEquals(List.of(), resources());
    ResourceTemplate template = project.catalog().templates().get(0);
    assertEquals(List.of("id"), template.template().variables());
    assertEquals("t", template.path());
    assertEquals(Optional.of("t.completion.sh"), template.completionScript());
  }

  @Test
  void bad_templates_are_named_and_skipped() throws IOException {
    project
        .file("resources/a.meta.json", "{\"uriTemplate\": \"note://{id}\"}")
        .file("resources/b.meta.json", "{\"name\": \"b\", \"uriTemplate\": \"note://b\"}")
        .file("resources/c.meta.json", "{\"name\": \"c\", \"uriTemplate\": \"note://{id\"}")
        .file(
            "resources/d.meta.json",
            "{\"name\": \"d\", \"uriTemplate\": \"note://{id}\", \"uri\": \"note://d\"}")
        .file("resources/e.meta.json", "{\"name\": \"e\", \"uriTemplate\": \"e://{id}\"}")
        .file("resources/f.meta.json", "{\"name\": \"taken\", \"uriTemplate\": \"f://{id}\"}")
        .file("resources/taken.txt", "");
    assertEquals(List.of("e"), templates());
    List<String> problems = project.catalog().problems();
    assertEquals(5, problems.size(), problems.toString());
    assertTrue(problems.get(2).contains("c.meta.json"), problems.toString());
    assertTrue(problems.get(2).contains("not closed at character 8"), problems.toString());
  }

  @Test
  void metadata_of_the_whole_file_name_wins_over_metadata_of_the_stem() throws IOException {
    project
        .file("prompts/c.txt", "")
        .file("prompts/c.meta.json", "{\"name\": \"stem\"}")
        .file("prompts/c.txt.meta.json", "{\"name\": \"whole\"}");
    assertEquals(List.of("whole"), prompts());
  }

  @Test
  void a_script_does_not_take_the_metadata_of_the_text_beside_it() throws IOException {
    project
        .file("prompts/run.sh", "echo")
        .file("prompts/run.txt", "text")
        .file("prompts/run.meta.json", "{\"name\": \"run\"}");
    assertEquals("run.txt", project.catalog().prompt("run").orElseThrow().path());
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void broken_metadata_is_named_and_its_file_published_as_if_it_had_none() throws IOException {
    project.file("prompts/a.txt", "").file("prompts/a.meta.json", "{\"name\": ");
    Catalog catalog = project.catalog();
    assertEquals(Optional.empty(), catalog.prompt("a").orElseThrow().arguments());
    assertEquals(1, catalog.problems().size());
    assertTrue(
        catalog
            .problems()
            .get(0)
            .startsWith(project.root.resolve("prompts/a.meta.json").toString()),
        catalog.problems().get(0));
  }

  @Test
  void metadata_that_is_a_link_is_read_if_it_leads_to_a_file_of_the_project() throws IOException {
    Path outside = temporary.toRealPath().resolve("outside.json");
    Files.writeString(outside, "{\"name\": \"out\", \"render\": \"script\"}");
    project
        .file("prompts/a.txt", "")
        .script("prompts/b.sh")
        .file("resources/r.txt", "")
        .file("shared/a.json", "{\"name\": \"shared\"}")
        .file("shared/t.json", "{\"name\": \"t\", \"uriTemplate\": \"note://{id}\"}");
    Files.createSymbolicLink(
        project.root.resolve("prompts/a.meta.json"), Path.of("../shared/a.json"));
    Files.createSymbolicLink(project.root.resolve("prompts/b.meta.json"), outside);
    Files.createSymbolicLink(
        project.root.resolve("resources/r.meta.json"), Path.of("../shared/a.json"));
    Files.createSymbolicLink(
        project.root.resolve("resources/t.meta.json"), Path.of("../shared/t.json"));
    assertEquals(List.of("shared"), prompts());
    assertEquals(List.of("shared"), resources());
    assertEquals(List.of("t"), templates());
    List<String> problems = project.catalog().problems();
    assertEquals(1, problems.size(), problems.toString());
    assertTrue(problems.get(0).contains("prompts/b.meta.json is ignored"), problems.get(0));
  }

  @Test
  void the_raw_metadata_is_kept() throws IOException {
    project.file("prompts/a.txt", "").file("prompts/a.meta.json", "{\"z\":1.50,\"name\":\"a\"}");
    assertEquals(
        "{\"z\":1.50,\"name\":\"a\"}",
        Json.text(project.catalog().prompt("a").orElseThrow().metadata()));
  }

  @Test
  void a_resource_may_carry_its_metadata_inside() throws IOException {
    project
        .file("resources/a.txt", "# mcp: {\"name\": \"inside\", \"uri\": \"note://a\"}\ntext")
        .file("resources/b.txt", "# about mcp: nothing\n")
        .file("resources/late.txt", "\n".repeat(10) + "mcp: {\"uri\": \"note://late\"}\n");
    assertEquals(List.of("b", "inside", "late"), resources());
    assertTrue(project.catalog().resource("note://a").isPresent());
    assertEquals(Optional.empty(), project.catalog().resource("note://late"));
  }

  @Test
  void broken_metadata_inside_a_resource_is_said() throws IOException {
    project
        .file("resources/a.txt", "# mcp: {\"name\": \"inside\"\ntext")
        .file("resources/b.txt", "as in mcp: {x}\n");
    assertEquals(List.of("a", "b"), resources());
    List<String> problems = project.catalog().problems();
    assertEquals(1, problems.size(), problems.toString());
    assertTrue(problems.get(0).contains("resources/a.txt is taken as it is"), problems.get(0));
  }
}
