package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.prompt.Prompt;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which files are published, and under which names. */
class DiscoveryTests extends DiscoveredProject {
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
    assertEquals("deep/er/b.md", project.catalog().prompt("b").orElseThrow().path());
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
  void of_two_with_one_name_the_first_by_path_is_kept_and_the_other_said() throws IOException {
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
    Files.createSymbolicLink(project.root.resolve("prompts/out"), outside);
    Files.createSymbolicLink(
        project.root.resolve("prompts/secret.txt"), outside.resolve("secret.txt"));
    Files.createSymbolicLink(project.root.resolve("resources"), outside);
    assertEquals(List.of("a"), prompts());
    assertEquals(List.of(), resources());
    assertTrue(
        project.catalog().problems().get(0).contains("leads out of the project"),
        project.catalog().problems().toString());
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
    assertEquals(
        Optional.of("p.completion.sh"),
        project.catalog().prompt("p").orElseThrow().completionScript());
  }

  @Test
  void a_backslash_is_part_of_a_name_where_paths_have_slashes() throws IOException {
    assumeTrue(File.separatorChar == '/', "it is what paths have here");
    project
        .file("prompts/a\\b.txt", "text")
        .file("prompts/a\\b.meta.json", "{\"description\": \"d\"}")
        .script("completions/a\\b.sh", "#!/bin/sh\n")
        .register("\"completions\": [{\"name\": \"a\\\\b\", \"path\": \"completions/a\\\\b.sh\"}]");
    Prompt prompt = project.catalog().prompt("a\\b").orElseThrow();
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
    assertEquals(1, catalog.problems().size(), catalog.problems().toString());
    assertTrue(catalog.problems().get(0).contains("chmod +x"), catalog.problems().get(0));
  }

  @Test
  void a_completion_script_that_leads_out_of_the_project_is_ignored() throws IOException {
    Path outside = Files.writeString(temporary.resolve("out.sh"), "#!/bin/sh\n");
    ProjectFixture.permit(outside, "rwxr-xr-x");
    project.file("prompts/a.txt", "");
    Files.createSymbolicLink(project.root.resolve("prompts/a.completion.sh"), outside);
    assertEquals(Optional.empty(), project.catalog().prompt("a").orElseThrow().completionScript());
    assertTrue(project.catalog().problems().get(0).contains("leads out of the project"));
  }

  @Test
  void what_has_a_name_nobody_can_say_is_left_out_with_a_word() throws Exception {
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
}
