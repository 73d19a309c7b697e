package dev.bullpen.project.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.catalog.Catalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolDiscoveryTests extends ProjectTest {

  private String script(String tool) {
    Path script = toolNamed(tool).script();
    return project.root.relativize(script).toString();
  }

  @Test
  void a_project_without_tools_has_none() {
    assertEquals(List.of(), tools());
    assertProblems();
  }

  @Test
  void tools_are_found_at_any_depth_and_sorted_by_name() throws IOException {
    project.tool("zebra").tool("sub/folder/apple", "{\"name\": \"apple\"}").tool("middle");
    assertEquals(List.of("apple", "middle", "zebra"), tools());
    assertEquals("tools/sub/folder/apple/tool.sh", script("apple"));
    assertProblems();
  }

  @Test
  void metadata_is_named_after_the_file_or_its_stem() throws IOException {
    project
        .script("tools/a/run.py")
        .file("tools/a/run.py.meta.json", "{\"name\": \"by-file\"}")
        .script("tools/b/run.py")
        .file("tools/b/run.meta.json", "{\"name\": \"by-stem\"}");
    assertEquals(List.of("by-file", "by-stem"), tools());
  }

  @Test
  void metadata_of_the_file_goes_before_that_of_the_stem() throws IOException {
    project
        .tool("a", "{\"name\": \"stem\"}")
        .file("tools/a/tool.sh.meta.json", "{\"name\": \"file\"}");
    assertEquals(List.of("file"), tools());
    assertProblems();
  }

  @Test
  void without_a_name_a_tool_is_called_after_its_file() throws IOException {
    project
        .script("tools/a/fetch.sh")
        .file("tools/a/fetch.meta.json", "{\"description\": \"Fetches\"}");
    assertEquals(List.of("fetch"), tools());
  }

  @Test
  void a_script_may_carry_its_metadata_inside() throws IOException {
    project
        .file("tools/a/a.sh", "#!/bin/sh\n# mcp: {\"name\": \"inside\", \"timeoutSecs\": 7}\n")
        .script("tools/b/b.sh", "#!/bin/sh\n# mcp: is prose here\n")
        .file("tools/c/notes.txt", "mcp: {\"name\": \"no-script\"}\n");
    assertEquals(List.of("b", "inside"), tools());
  }

  @Test
  void broken_metadata_inside_publishes_nothing_and_is_reported() throws IOException {
    project
        .script("tools/a/a.sh", "#!/bin/sh\n# mcp: {\"name\": \"a\",\n# \"timeoutSecs\": 7}\n")
        .tool("b");
    assertEquals(List.of("b"), tools());
    assertOneProblem("tools/a/a.sh is not published", "\"mcp:\"", "not valid JSON", "one line");
    project.script("tools/b/tool.sh", "#!/bin/sh\n# mcp: {name: b}\n");
    assertEquals(List.of(), tools());
    assertEquals(2, project.catalog().problems().size());
  }

  @Test
  void a_command_that_has_the_mark_in_it_says_nothing() throws IOException {
    project.script("tools/a/a.sh", "#!/bin/sh\nlog() { echo \"mcp: {$1}\"; }\n");
    assertEquals(List.of("a"), tools());
    assertProblems();
  }

  @Test
  void metadata_inside_may_be_as_long_as_metadata_beside() throws IOException {
    for (int length : new int[] {100, 9_000, 70_000, 200_000}) {
      String schema = "{\"title\": \"T\", \"description\": \"%s\"}".formatted("x".repeat(length));
      String name = "n" + length;
      project
          .script("tools/%s/first.sh".formatted(name), inside(name, schema))
          .script(
              "tools/%s-late/late.sh".formatted(name),
              "#!/bin/sh\n#" + "y".repeat(9_000) + "\n" + inside(name + "-late", schema));
    }
    assertEquals(8, tools().size(), project.catalog().problems().toString());
    for (Tool tool : project.catalog().tools()) {
      assertEquals("T", tool.definition().at("/inputSchema/title").stringValue(), tool.name());
    }
    assertProblems();
  }

  private static String inside(String name, String schema) {
    return "#!/bin/sh\n# mcp: {\"name\": \"%s\", \"inputSchema\": %s}\necho\n"
        .formatted(name, schema);
  }

  @Test
  void what_a_script_says_inside_completes_metadata_that_has_no_schema() throws IOException {
    project
        .script(
            "tools/a/tool.sh",
            "#!/bin/sh\n# mcp: {\"description\": \"inside\", \"arguments\": {\"title\": \"T\"}}\n")
        .file("tools/a/tool.meta.json", "{\"name\": \"a\", \"description\": \"beside\"}");
    Tool tool = toolNamed("a");
    assertEquals("beside", tool.definition().get("description").stringValue());
    assertEquals("T", tool.definition().at("/inputSchema/title").stringValue());
  }

  @Test
  void executables_are_tools_where_nothing_is_described() throws IOException {
    project
        .script("tools/misc/one.sh")
        .script("tools/misc/two")
        .file("tools/misc/lib.sh", "#!/bin/sh\n")
        .file("tools/misc/data.json", "{}");
    assertEquals(List.of("one", "two"), tools());
    assertProblems();
  }

  @Test
  void helpers_beside_and_below_a_described_tool_are_not_tools() throws IOException {
    project
        .tool("a")
        .script("tools/a/helper.sh")
        .script("tools/a/lib/deep/common.sh")
        .file("tools/a/README.md", "text")
        .script("tools/b/other.sh", "#!/bin/sh\n# mcp: {\"name\": \"b\"}\n")
        .script("tools/b/helper.sh");
    assertEquals(List.of("a", "b"), tools());
    assertProblems();
  }

  @Test
  void a_tool_below_another_needs_metadata_of_its_own() throws IOException {
    project
        .tool("a")
        .tool("a/nested", "{\"name\": \"nested\"}")
        .script("tools/a/lib/inside.sh", "#!/bin/sh\n# mcp: {\"name\": \"inside\"}\n")
        .script("tools/a-b/own.sh");
    assertEquals(List.of("a", "nested", "own"), tools());
  }

  @Test
  void files_that_merely_lie_about_are_not_tools() throws IOException {
    project
        .script("tools/directly.sh")
        .script("tools/a/smoke.sh")
        .script("tools/a/.hidden.sh")
        .script("tools/.git/hook.sh")
        .script("tools/a/README.md")
        .script("tools/a/tool.sh~")
        .script("tools/a/tool.bak");
    assertEquals(List.of(), tools());
    assertProblems();
  }

  @Test
  void symbolic_links_are_not_followed() throws IOException {
    project.script("elsewhere/tool.sh").tool("real");
    project.link("tools/linked/tool.sh", project.root.resolve("elsewhere/tool.sh"));
    project.link("tools/folder", project.root.resolve("elsewhere"));
    assertEquals(List.of("real"), tools());
  }

  @Test
  void metadata_that_is_a_link_within_the_project_is_read_where_it_leads() throws IOException {
    project
        .script("tools/a/a.sh")
        .script("tools/b/b.sh")
        .script("tools/b/helper.sh")
        .file("shared/b.json", "{\"name\": \"shared\", \"timeoutSecs\": 7}");
    project.link("tools/a/a.meta.json", Path.of("../b/b.meta.json"));
    project.link("tools/b/b.meta.json", Path.of("../../shared/b.json"));
    assertEquals(List.of("shared"), tools());
    assertEquals("tools/a/a.sh", script("shared"));
    assertOneProblem("tools/b/b.sh is ignored", "tools/a/a.sh", "\"shared\"");
  }

  @Test
  void metadata_that_leads_out_of_the_project_publishes_nothing_and_is_reported()
      throws IOException {
    Path outside = temporary.toRealPath().resolve("outside.json");
    Files.writeString(outside, "{\"name\": \"a\"}");
    project.script("tools/a/a.sh").script("tools/b/b.sh").tool("c");
    project.link("tools/a/a.meta.json", outside);
    project.link("tools/b/b.sh.meta.json", Path.of("nowhere"));
    assertEquals(List.of("c"), tools());
    List<String> problems = project.catalog().problems();
    assertEquals(2, problems.size(), problems.toString());
    for (String problem : problems) {
      assertTrue(problem.contains("symbolic link"), problem);
      assertTrue(problem.contains("Until then its tool is not published"), problem);
    }
  }

  @Test
  void of_several_files_of_a_stem_the_executable_one_is_meant() throws IOException {
    project.tool("a").file("tools/a/tool.py", "#!/bin/py\n").file("tools/a/tool.txt", "text");
    assertEquals("tools/a/tool.sh", script("a"));
    assertProblems();
  }

  @Test
  void of_several_executable_ones_the_first_is_taken_and_the_doubt_is_reported()
      throws IOException {
    project.tool("a").script("tools/a/tool.py");
    assertEquals("tools/a/tool.py", script("a"));
    assertOneProblem("tool.meta.json", "tool.py", "tool.sh");
  }

  @Test
  void metadata_makes_a_tool_of_a_script_that_lacks_the_permission() throws IOException {
    project.file("tools/a/tool.py", "print()").file("tools/a/tool.meta.json", "{\"name\": \"a\"}");
    assertEquals(List.of("a"), tools());
  }

  @Test
  void metadata_without_a_script_is_reported() throws IOException {
    project.file("tools/a/tool.meta.json", "{\"name\": \"a\"}");
    assertEquals(List.of(), tools());
    assertOneProblem("tools/a/tool.meta.json", "no script");
  }

  @Test
  void a_tool_that_lacks_permission_and_metadata_is_reported() throws IOException {
    project.file("tools/a/tool.sh", "#!/bin/sh\n");
    assertEquals(List.of(), tools());
    assertOneProblem("tools/a/tool.sh is not published", "chmod +x");
  }

  @Test
  void broken_metadata_publishes_nothing_and_is_reported_with_its_place() throws IOException {
    project.tool("a", "{\"name\": \"a\",\n oops}").script("tools/a/helper.sh").tool("b");
    assertEquals(List.of("b"), tools());
    assertOneProblem("tools/a/tool.meta.json", "line 2", "not valid JSON", "not published");
  }

  @Test
  void of_two_tools_with_one_name_the_first_by_path_is_kept() throws IOException {
    project.tool("y", "{\"name\": \"same\"}").tool("x", "{\"name\": \"same\"}");
    assertEquals(List.of("same"), tools());
    assertEquals("tools/x/tool.sh", script("same"));
    assertOneProblem("tools/y/tool.sh is ignored", "tools/x/tool.sh", "another \"name\"");
  }

  @Test
  void names_are_checked_for_length_and_characters() throws IOException {
    String longest = "n".repeat(Tool.MAX_NAME_LENGTH);
    project
        .tool("a", "{\"name\": \"%s\"}".formatted(longest))
        .tool("b", "{\"name\": \"%sn\"}".formatted(longest))
        .tool("c", "{\"name\": \"A-z_0.9\"}")
        .tool("d", "{\"name\": \"two words\"}")
        .tool("e", "{\"name\": \"\u00e9\"}")
        .tool("f", "{\"name\": \"a/b\"}");
    assertEquals(List.of("A-z_0.9", longest), tools());
    assertEquals(4, project.catalog().problems().size());
    assertTrue(project.catalog().problems().get(1).contains("\"two words\" is not published"));
  }

  @Test
  void an_interface_beside_a_tool_is_no_tool() throws IOException {
    project
        .tool("a")
        .file("tools/a/ui/ui.meta.json", "{\"entrypoint\": \"page.html\"}")
        .file("tools/a/ui/page.html", "")
        .script("tools/a/ui/build.sh")
        .script("tools/a/ui/assets/make.sh")
        .script("tools/ui/plain.sh")
        .file("tools/ui/index.html", "");
    assertEquals(List.of("a", "plain"), tools());
    assertProblems();
  }

  @Test
  void the_tools_folder_may_be_elsewhere() throws IOException {
    project.script("other/x/tool.sh").file("other/x/tool.meta.json", "{\"name\": \"x\"}").tool("a");
    project.env.put("MCPBASH_TOOLS_DIR", project.root.resolve("other").toString());
    assertEquals(List.of("x"), tools());
  }

  @Test
  void a_tools_folder_that_leads_out_of_the_project_is_ignored() throws IOException {
    Path outside = Files.createDirectories(temporary.toRealPath().resolve("outside/x"));
    Files.writeString(outside.resolve("tool.meta.json"), "{}");
    project.link("tools", outside.getParent());
    assertEquals(List.of(), tools());
    assertOneProblem("leads out of the project");
  }

  @Test
  void a_project_may_have_thousands_of_tools() throws IOException {
    int count = 2_000;
    project.file("tools/first/README.md", "");
    for (int i = 0; i < count; i++) {
      Path folder = Files.createDirectory(project.root.resolve("tools/t" + i));
      Files.createFile(folder.resolve("t" + i + ".sh"));
      Files.writeString(folder.resolve("t" + i + ".meta.json"), "{}");
    }
    Catalog catalog = project.catalog();
    assertEquals(count, catalog.tools().size());
    for (Tool tool : catalog.tools()) {
      assertSame(tool, catalog.tool(tool.name()).orElseThrow());
    }
    assertEquals(List.of(), catalog.problems());
  }
}
