package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.catalog.Catalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Where metadata is found: beside a file, behind a link, and inside of a resource. */
class MetadataDiscoveryTests extends DiscoveredProject {
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
