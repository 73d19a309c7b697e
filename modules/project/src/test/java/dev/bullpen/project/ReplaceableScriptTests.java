package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.project.completion.CompletionRef;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.file.CurrentUser;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.tool.ToolResolution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A script in whose place another user can put something else is not run. */
class ReplaceableScriptTests {
  private static final int SOMEBODY = 12_345;

  @TempDir Path temporary;
  private ProjectFixture project;

  @BeforeEach
  void a_tool() throws IOException {
    project = new ProjectFixture(temporary).tool("deep/x", "{\"name\": \"x\"}");
  }

  private Path at(String place) {
    return place.isEmpty() ? project.root : project.root.resolve(place);
  }

  private static void assertFound(Project open) {
    assertInstanceOf(ToolResolution.Found.class, open.tools().resolve("x"));
  }

  private static void assertRejected(Project open, String words) {
    ToolResolution.Broken broken =
        assertInstanceOf(ToolResolution.Broken.class, open.tools().resolve("x"));
    assertEquals("Tool 'x' path rejected by policy", broken.message());
    assertTrue(broken.detail().contains(words), broken.detail());
  }

  /** Java knows no name for the sticky bit. */
  private static void permit(Path path, int mode) throws IOException {
    Files.setAttribute(path, "unix:mode", mode);
  }

  @ParameterizedTest
  @CsvSource({
    "tools/deep/x, rwxrwxr-x",
    "tools/deep/x, rwxr-xrwx",
    "tools/deep, rwxrwxrwx",
    "tools, rwxrwxr-x",
    "'', rwxr-xrwx"
  })
  void whoever_may_write_a_folder_on_the_way(String place, String permissions) throws IOException {
    Project open = project.open();
    assertFound(open);
    ProjectFixture.permit(at(place), permissions);
    assertRejected(
        open,
        "%s may be written by its group or by everybody. chmod go-w %1$s.".formatted(at(place)));
    assertRejected(project.open(), "chmod go-w " + at(place));
    ProjectFixture.permit(at(place), "rwxr-xr-x");
    assertFound(open);
  }

  @Test
  void every_folder_on_the_way_is_in_the_one_command() throws IOException {
    for (String place : List.of("tools/deep/x", "tools/deep", "tools")) {
      ProjectFixture.permit(at(place), "rwxrwxr-x");
    }
    assertRejected(
        project.open(),
        "chmod go-w %s %s %s.".formatted(at("tools/deep/x"), at("tools/deep"), at("tools")));
  }

  @Test
  void not_where_only_the_owner_can_replace_an_entry() throws IOException {
    permit(at("tools/deep"), 01777);
    assertFound(project.open());
  }

  @ParameterizedTest
  @ValueSource(strings = {"tools/deep/x", "tools/deep", "tools", ""})
  void whose_folder_it_is(String place) throws IOException {
    assumeTrue(CurrentUser.uid() == 0, "only root can give folders away");
    Project open = project.open();
    assertFound(open);
    Files.setAttribute(at(place), "unix:uid", SOMEBODY);
    assertRejected(open, at(place) + " belongs to another user");
    permit(at(place), 01755);
    assertRejected(open, at(place) + " belongs to another user");
  }

  @Test
  void what_is_above_the_project_is_the_operators() throws IOException {
    ProjectFixture.permit(project.root.getParent(), "rwxrwxrwx");
    assertFound(project.open());
  }

  @Test
  void a_folder_of_tools_elsewhere_ends_the_way() throws IOException {
    Path elsewhere = Files.createDirectories(temporary.toRealPath().resolve("else/where"));
    Files.move(at("tools/deep"), elsewhere.resolve("deep"));
    project.env.put("MCPBASH_TOOLS_DIR", elsewhere.toString());
    ProjectFixture.permit(elsewhere.getParent(), "rwxrwxrwx");
    ProjectFixture.permit(elsewhere, "rwxr-xr-x");
    assertFound(project.open());
    ProjectFixture.permit(elsewhere, "rwxrwxrwx");
    assertRejected(project.open(), "chmod go-w " + elsewhere);
  }

  @Test
  void both_the_way_to_a_link_and_the_way_it_leads() throws IOException {
    project.script("shared/real/tool.sh", "#!/bin/sh\n").file("links/.keep", "");
    Files.createSymbolicLink(at("links/linked"), at("shared/real"));
    project.register("\"tools\": [{\"name\": \"x\", \"path\": \"links/linked/tool.sh\"}]");
    Project open = project.open();
    assertFound(open);
    for (String place : List.of("links", "shared/real", "shared")) {
      ProjectFixture.permit(at(place), "rwxrwxr-x");
      assertRejected(open, "chmod go-w " + at(place));
      ProjectFixture.permit(at(place), "rwxr-xr-x");
    }
    assertFound(open);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ABSOLUTE", "bin/run"})
  void an_interpreter_of_the_project(String line) throws IOException {
    Path interpreter = project.script("bin/run", "#!/bin/sh\nexec /bin/sh \"$@\"\n").root;
    interpreter = interpreter.resolve("bin/run");
    String first = "#!" + (line.equals("ABSOLUTE") ? interpreter.toString() : line) + "\n";
    project.script("tools/deep/x/tool.sh", first);
    Project open = project.open();
    assertFound(open);
    for (Path place : List.of(interpreter, interpreter.getParent())) {
      ProjectFixture.permit(place, "rwxrwxr-x");
      assertRejected(open, "chmod go-w " + place);
      assertRejected(project.open(), "chmod go-w " + place);
      ProjectFixture.permit(place, "rwxr-xr-x");
    }
    assertFound(open);
  }

  @Test
  void a_link_to_an_interpreter_of_the_system() throws IOException {
    project.file("venv/bin/.keep", "");
    Files.createSymbolicLink(at("venv/bin/sh"), Path.of("/bin/sh"));
    project.script("tools/deep/x/tool.sh", "#!venv/bin/sh\n");
    assertFound(project.open());
    ProjectFixture.permit(at("venv/bin"), "rwxrwxr-x");
    assertRejected(project.open(), "chmod go-w " + at("venv/bin"));
  }

  @Test
  void a_provider() throws Exception {
    project
        .script("providers/own.sh", "#!/bin/sh\n")
        .register(
            "\"resources\": [{\"name\": \"r\", \"uri\": \"own://x\", \"provider\": \"own\"}]");
    ResourceReading reading = new ResourceReading(project);
    reading.plan("own://x");
    ProjectFixture.permit(at("providers"), "rwxrwxrwx");
    ResourceException refused =
        assertThrows(ResourceException.class, () -> reading.plan("own://x"));
    assertTrue(refused.detail().contains("chmod go-w " + at("providers")), refused.detail());
  }

  @Test
  void a_completion_runs_and_is_reported() throws IOException {
    project.prompt("p", "{\"properties\": {\"a\": {}}}");
    project.script("prompts/p.completion.sh");
    ProjectFixture.permit(at("prompts"), "rwxrwxrwx");
    assertInstanceOf(
        Resolution.Script.class, project.resolve(new CompletionRef.OfPrompt("p"), "a"));
    assertTrue(
        project.warnings.toString().contains("Run chmod go-w " + at("prompts")),
        project.warnings.toString());
  }
}
