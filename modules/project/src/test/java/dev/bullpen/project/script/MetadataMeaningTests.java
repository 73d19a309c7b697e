package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import java.io.IOException;
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
}
