package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bullpen.json.Json;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef.OfPrompt;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef.OfResource;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.prompt.PromptGets;
import dev.bullpen.project.resource.ResourceException;
import dev.bullpen.project.resource.ResourceRead;
import dev.bullpen.project.script.RequestVariables.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every program of the examples in Java is found, and nothing else there is published. */
class JavaExamplesTests extends ProjectTest {
  private static final Path EXAMPLES = Path.of("../../examples");

  private void copy(String example) throws IOException {
    Path folder = EXAMPLES.resolve(example);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        if (!file.toString().endsWith(JavaProgram.JAR)) {
          project.file(folder.relativize(file).toString(), Files.readString(file));
        }
      }
    }
  }

  private void assertTool(String name, String file) {
    assertEquals(List.of(path(file)), command(name));
  }

  private void assertCompletes(String file, CompletionRef ref, String argument) {
    assertEquals(
        List.of(path(file)),
        assertInstanceOf(Resolution.Script.class, project.resolve(ref, argument))
            .provider()
            .command());
  }

  private void assertReads(String file, String uri) throws ResourceException {
    ResourceRead read = new ResourceReading(project).plan(uri);
    assertEquals(
        List.of(path(file), uri), assertInstanceOf(ResourceRead.Script.class, read).command());
  }

  private void assertPublishes(int tools, int prompts, int resources, int templates) {
    Catalog catalog = project.catalog();
    assertEquals(
        List.of(tools, prompts, resources, templates),
        List.of(
            catalog.tools().size(),
            catalog.prompts().size(),
            catalog.resources().size(),
            catalog.templates().size()));
  }

  @Test
  void completions() throws Exception {
    copy("java-completion");
    assertCompletes("completions/meeting.java", new OfPrompt("meeting"), "zone");
    OfResource month = new OfResource("month://{year}/{month}");
    assertCompletes("resources/month.completion.java", month, "year");
    assertReads("resources/month.java", "month://2026/may");
    assertPublishes(0, 1, 0, 1);
    assertProblems();
  }

  @Test
  void tools_alone() throws IOException {
    copy("java-tool");
    assertTool("primes", "tools/primes/tool.java");
    assertTool("dice", "tools/dice/dice.java");
    assertPublishes(2, 0, 0, 0);
    assertProblems();
  }

  @Test
  void a_library_which_has_to_be_built_first() throws IOException {
    copy("java-library");
    assertTool("slug", "tools/slug/tool.java");
    assertReported(project.catalog().problems(), "tools/initials/tool.meta.json");
    project.file("lib/words.jar", "PK").file("tools/initials/tool.jar", "PK");
    assertTool("initials", "tools/initials/tool.jar");
    assertPublishes(2, 0, 0, 0);
    assertProblems();
  }

  @Test
  void a_prompt_that_completes_its_own_arguments() throws Exception {
    copy("java-prompt");
    Project open = project.open();
    PromptGets.Script script =
        open.promptGets()
            .script(
                open.catalog().prompt("review").orElseThrow(),
                new Request(
                    Json.object().put("change", "all"),
                    Json.object(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty()));
    assertEquals(List.of(path("prompts/review.java")), script.command());
    assertCompletes("prompts/review.java", new OfPrompt("review"), "by");
    assertPublishes(0, 1, 0, 0);
    assertProblems();
  }

  @Test
  void programs_with_nothing_but_a_main() throws Exception {
    copy("java-main");
    assertTool("greet", "tools/greet/tool.java");
    assertCompletes("completions/haiku.java", new OfPrompt("haiku"), "season");
    assertReads("resources/now.java", "clock://now");
    assertPublishes(1, 1, 1, 0);
    assertProblems();
  }
}
