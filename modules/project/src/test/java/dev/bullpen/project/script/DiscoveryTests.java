package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.completion.CompletionSource.Values;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.resource.Resource;
import dev.bullpen.project.resource.ResourceTemplate;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which files are published, and under which names. */
class DiscoveryTests extends ProjectTest {

  List<String> templates() {
    return project.catalog().templates().stream().map(ResourceTemplate::name).toList();
  }

  @Test
  void a_project_without_folders_is_empty_and_well() {
    Catalog catalog = project.catalog();
    assertEquals(List.of(), catalog.prompts());
    assertEquals(List.of(), catalog.resources());
    assertEquals(List.of(), catalog.templates());
    assertEquals(List.of(), catalog.problems());
    assertEquals(Optional.empty(), catalog.broken());
  }

  @Test
  void prompts_are_the_files_at_any_depth_sorted_by_name() throws IOException {
    project
        .file("prompts/z.txt", "")
        .file("prompts/deep/er/b.md", "")
        .file("prompts/c.txt", "")
        .file("prompts/c.meta.json", "{\"name\": \"a\", \"description\": \"first\"}")
        .file("prompts/noext", "");
    assertEquals(List.of("a", "b", "noext", "z"), prompts());
    assertEquals("deep/er/b.md", promptNamed("b").path());
  }

  @Test
  void what_merely_lies_about_is_not_published() throws IOException {
    for (String folder : new String[] {"prompts", "resources"}) {
      project
          .file(folder + "/real.txt", "")
          .script(folder + "/real.completion.sh")
          .script(folder + "/real.completion", "binary")
          .script(folder + "/real.completion.py", "#!/usr/bin/env python3\n")
          .file(folder + "/helper.sh", "echo")
          .file(folder + "/helper.bash", "echo")
          .file(folder + "/helper", "#!/bin/sh\n")
          .file(folder + "/README", "")
          .file(folder + "/Readme.md", "")
          .file(folder + "/real.txt~", "")
          .file(folder + "/real.txt.bak", "")
          .file(folder + "/orphan.meta.json", "{\"name\": \"orphan\"}")
          .file(folder + "/.hidden", "")
          .file(folder + "/.git/config", "");
    }
    assertEquals(List.of("real"), prompts());
    assertEquals(List.of("real"), resources());
  }

  @Test
  void a_script_or_readme_with_metadata_of_its_own_is_published() throws IOException {
    project
        .file("resources/install.sh", "echo")
        .file("resources/install.sh.meta.json", "{\"name\": \"installer\"}")
        .file("resources/README.md", "")
        .file("resources/README.meta.json", "{\"name\": \"readme\"}")
        .file("prompts/run.sh", "echo")
        .file("prompts/run.meta.json", "{\"name\": \"run\"}");
    assertEquals(List.of("installer", "readme"), resources());
    assertEquals(List.of("run"), prompts());
  }

  @Test
  void a_completion_script_is_never_published_even_with_metadata() throws IOException {
    project
        .script("prompts/a.completion.sh")
        .file("prompts/a.completion.sh.meta.json", "{\"name\": \"leak\"}");
    assertEquals(List.of(), prompts());
  }

  @Test
  void of_two_with_one_name_the_first_by_path_is_kept_and_the_other_reported() throws IOException {
    project.file("prompts/b/x.txt", "").file("prompts/a/x.txt", "").file("resources/x.md", "");
    project.file("resources/x.txt", "");
    Catalog catalog = project.catalog();
    assertEquals("a/x.txt", catalog.prompt("x").orElseThrow().path());
    assertEquals("x.md", catalog.resources().get(0).path());
    assertEquals(2, catalog.problems().size(), catalog.problems().toString());
  }

  @Test
  void links_are_not_followed() throws IOException {
    Path outside = Files.createDirectories(temporary.resolve("outside"));
    Files.writeString(outside.resolve("secret.txt"), "");
    project.file("prompts/a.txt", "");
    project.link("prompts/out", outside);
    project.link("prompts/secret.txt", outside.resolve("secret.txt"));
    project.link("resources", outside);
    assertEquals(List.of("a"), prompts());
    assertEquals(List.of(), resources());
    assertReportedAt(0, project.catalog().problems(), "leads out of the project");
  }

  @Test
  void the_operator_may_name_other_folders() throws IOException {
    Path elsewhere = Files.createDirectories(temporary.resolve("elsewhere"));
    Files.writeString(elsewhere.resolve("p.txt"), "");
    Files.writeString(elsewhere.resolve("p.completion.sh"), "#!/bin/sh\n");
    ProjectFixture.permit(elsewhere.resolve("p.completion.sh"), "rwxr-xr-x");
    project.file("prompts/hidden.txt", "");
    project.env.put("MCPBASH_PROMPTS_DIR", elsewhere.toString());
    project.env.put("MCPBASH_RESOURCES_DIR", elsewhere.toString());
    assertEquals(List.of("p"), prompts());
    assertEquals(List.of("p"), resources());
    assertEquals(Optional.of("p.completion.sh"), promptNamed("p").completionScript());
  }

  @Test
  void a_backslash_is_part_of_a_name_where_paths_have_slashes() throws IOException {
    assumeTrue(File.separatorChar == '/', "it is what paths have here");
    project
        .file("prompts/a\\b.txt", "text")
        .file("prompts/a\\b.meta.json", "{\"description\": \"d\"}")
        .script("completions/a\\b.sh", "#!/bin/sh\n")
        .register("\"completions\": [{\"name\": \"a\\\\b\", \"path\": \"completions/a\\\\b.sh\"}]");
    Prompt prompt = promptNamed("a\\b");
    assertEquals("a\\b.txt", prompt.path());
    assertTrue(prompt.metadata().has("description"));
    assertEquals(List.of(), project.catalog().problems());
    assertEquals(
        Set.of(project.root.resolve("completions/a\\b.sh")), Set.copyOf(project.open().scripts()));
  }

  @Test
  void the_first_executable_script_beside_a_file_completes_it() throws IOException {
    project
        .file("prompts/a.txt", "")
        .file("prompts/a.txt.completion.sh", "#!/bin/sh\n")
        .script("prompts/a.completion.sh")
        .script("prompts/a.completion")
        .file("prompts/plain", "")
        .script("prompts/plain.completion");
    Catalog catalog = project.catalog();
    assertEquals(
        Optional.of("a.completion.sh"), catalog.prompt("a").orElseThrow().completionScript());
    assertEquals(
        Optional.of("plain.completion"), catalog.prompt("plain").orElseThrow().completionScript());
    assertReported(catalog.problems(), "chmod +x");
  }

  @Test
  void a_completion_script_that_leads_out_of_the_project_is_ignored() throws IOException {
    Path outside = Files.writeString(temporary.resolve("out.sh"), "#!/bin/sh\n");
    ProjectFixture.permit(outside, "rwxr-xr-x");
    project.file("prompts/a.txt", "");
    project.link("prompts/a.completion.sh", outside);
    assertEquals(Optional.empty(), promptNamed("a").completionScript());
    assertTrue(project.catalog().problems().get(0).contains("leads out of the project"));
  }

  @Test
  void what_has_a_foreign_name_is_left_out_with_a_warning() throws Exception {
    project.file("prompts/q.txt", "").file("prompts/\ufffd.txt", "").tool("t");
    Process shell =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "cd \"$1\" && n=$(printf 'p\\377') && cp prompts/q.txt \"prompts/$n.txt\""
                    + " && cp -R tools/t \"tools/$n\"",
                "sh",
                project.root.toString())
            .start();
    assumeTrue(shell.waitFor() == 0, "a file system that takes UTF-8 only");
    assertEquals(List.of("q", "\ufffd"), prompts());
    assertEquals(1, project.catalog().tools().size());
    assertEquals(
        List.of("tools/p\\xff", "prompts/p\\xff.txt").stream()
            .map(
                path ->
                    project.root + "/" + path + " is ignored: its name is not UTF-8. Rename it.")
            .toList(),
        project.catalog().problems());
  }

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
                    "tone", Optional.of("how"), true, Values.of(List.of("b", "a", "1", "true"))),
                new PromptArgument("city", Optional.empty(), false, Values.of(List.of("Rome"))),
                new PromptArgument("odd", Optional.empty(), false, Values.NONE),
                new PromptArgument("both", Optional.empty(), false, Values.of(List.of("e"))))),
        promptNamed("p").arguments());
  }

  @Test
  void arguments_are_read_from_an_array() throws IOException {
    project.prompt(
        "p", "[{\"name\": \"a\", \"required\": true, \"enum\": [\"x\"]}, {\"name\": 4}, 5]");
    assertEquals(
        Optional.of(
            List.of(new PromptArgument("a", Optional.empty(), true, Values.of(List.of("x"))))),
        promptNamed("p").arguments());
  }

  @Test
  void no_arguments_and_no_word_about_arguments_are_different() throws IOException {
    project.prompt("none", "{\"type\": \"object\"}").prompt("unspoken", "null");
    assertEquals(Optional.of(List.of()), promptNamed("none").arguments());
    assertEquals(Optional.empty(), promptNamed("unspoken").arguments());
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
    assertEquals("run.txt", promptNamed("run").path());
    assertEquals(List.of(), project.catalog().problems());
  }

  @Test
  void broken_metadata_is_named_and_its_file_published_as_if_it_had_none() throws IOException {
    project.file("prompts/a.txt", "").file("prompts/a.meta.json", "{\"name\": ");
    Catalog catalog = project.catalog();
    assertEquals(Optional.empty(), catalog.prompt("a").orElseThrow().arguments());
    assertEquals(1, catalog.problems().size());
    assertBegins(project.root.resolve("prompts/a.meta.json").toString(), catalog.problems().get(0));
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
    project.link("prompts/a.meta.json", Path.of("../shared/a.json"));
    project.link("prompts/b.meta.json", outside);
    project.link("resources/r.meta.json", Path.of("../shared/a.json"));
    project.link("resources/t.meta.json", Path.of("../shared/t.json"));
    assertEquals(List.of("shared"), prompts());
    assertEquals(List.of("shared"), resources());
    assertEquals(List.of("t"), templates());
    assertReported(project.catalog().problems(), "prompts/b.meta.json is ignored");
  }

  @Test
  void the_raw_metadata_is_kept() throws IOException {
    project.file("prompts/a.txt", "").file("prompts/a.meta.json", "{\"z\":1.50,\"name\":\"a\"}");
    assertEquals("{\"z\":1.50,\"name\":\"a\"}", Json.text(promptNamed("a").metadata()));
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
  void broken_metadata_inside_a_resource_is_reported() throws IOException {
    project
        .file("resources/a.txt", "# mcp: {\"name\": \"inside\"\ntext")
        .file("resources/b.txt", "as in mcp: {x}\n");
    assertEquals(List.of("a", "b"), resources());
    assertReported(project.catalog().problems(), "resources/a.txt is used without metadata");
  }
}
