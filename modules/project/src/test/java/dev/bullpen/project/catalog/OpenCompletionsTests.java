package dev.bullpen.project.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.Resolution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenCompletionsTests extends ProjectTest {

  @BeforeEach
  void a_prompt() throws IOException {
    project.prompt("p", "{\"properties\": {\"a\": {}}}");
  }

  private List<String> said(Path script) {
    return List.of(
        "Completion script %s may be written by its group or by everybody, who can change what it does. Run chmod go-w %s."
            .formatted(script, script));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwxr-x", "rwxr-xrwx", "rwxrwxrwx"})
  void a_registered_script_that_others_may_write_is_reported_and_runs(String permissions)
      throws IOException {
    project
        .script("completions/p.sh")
        .register("\"completions\": [{\"name\": \"p\", \"path\": \"completions/p.sh\"}]");
    Path script = project.root.resolve("completions/p.sh");
    ProjectFixture.permit(script, permissions);
    assertInstanceOf(
        Resolution.Script.class, project.resolve(new CompletionRef.OfPrompt("p"), "a"));
    assertEquals(said(script), project.warnings);
  }

  @Test
  void so_are_those_beside_prompts_resources_and_templates() throws IOException {
    project
        .script("prompts/p.completion.sh")
        .file("resources/r.txt", "")
        .file("resources/r.meta.json", "{\"name\": \"r\", \"uri\": \"file://./r.txt\"}")
        .script("resources/r.completion.sh");
    for (String script : List.of("prompts/p.completion.sh", "resources/r.completion.sh")) {
      Path file = project.root.resolve(script);
      ProjectFixture.permit(file, "rwxrwxr-x");
      project.catalog();
      assertEquals(said(file), project.warnings);
      ProjectFixture.permit(file, "rwxr-xr-x");
      project.warnings.clear();
    }
  }

  @Test
  void a_link_is_what_it_leads_to() throws IOException {
    project
        .script("elsewhere/p.sh")
        .register("\"completions\": [{\"name\": \"p\", \"path\": \"completions/p.sh\"}]");
    Path link = project.root.resolve("completions/p.sh");
    Files.createDirectories(link.getParent());
    Files.createSymbolicLink(link, project.root.resolve("elsewhere/p.sh"));
    project.catalog();
    assertEquals(List.of(), project.warnings);
    ProjectFixture.permit(project.root.resolve("elsewhere/p.sh"), "rwxrwxr-x");
    project.catalog();
    assertEquals(said(link), project.warnings);
  }
}
