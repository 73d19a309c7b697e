package dev.bullpen.project;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef.OfPrompt;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef.OfResource;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.completion.Resolution.CompletionProvider;
import dev.bullpen.project.script.ScriptLimits;
import dev.bullpen.project.watch.WatchFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Completions that are programs in Java. */
class JavaCompletionTests extends ProjectTest {
  private static final String ARGUMENT_A = "{\"properties\": {\"a\": {}}}";

  @BeforeEach
  void a_project_with_a_prompt() throws IOException {
    project.prompt("p", ARGUMENT_A);
  }

  private ProjectFixture source(String path) throws IOException {
    return project.file(path, "class A {}");
  }

  private CompletionProvider provider(CompletionRef ref, String argument) {
    Resolution resolution = project.resolve(ref, argument);
    return assertInstanceOf(Resolution.Script.class, resolution, resolution::toString).provider();
  }

  private CompletionProvider ofPrompt() {
    return provider(new OfPrompt("p"), "a");
  }

  private List<String> only(String relative) {
    return List.of(project.root.resolve(relative).toString());
  }

  private void assertBroken(String message, String detail) {
    Resolution.Broken broken =
        assertInstanceOf(Resolution.Broken.class, project.resolve(new OfPrompt("p"), "a"));
    assertEquals(message, broken.message());
    assertTrue(broken.detail().contains(detail), broken.detail());
  }

  @ParameterizedTest
  @ValueSource(strings = {"completions/p.java", "completions/p.jar"})
  void one_in_the_folder_completes_the_prompt_of_its_name(String file) throws IOException {
    source(file);
    assertEquals(
        new CompletionProvider(
            "p",
            "manual:" + file,
            only(file),
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            ScriptLimits.NONE),
        ofPrompt());
    assertEquals(CompletionResolver.NO_ARGUMENT, project.resolve(new OfPrompt("p"), "z"));
    assertProblems();
  }

  @Test
  void it_completes_a_resource_and_a_template_of_its_name() throws IOException {
    source("completions/r.java")
        .file("resources/r.txt", "")
        .file("resources/r.meta.json", "{\"uri\": \"r://1\"}");
    source("completions/t.java")
        .file("resources/t.meta.json", "{\"name\": \"t\", \"uriTemplate\": \"t://{id}\"}");
    assertEquals(only("completions/r.java"), provider(new OfResource("r://1"), "any").command());
    assertEquals(only("completions/t.java"), provider(new OfResource("t://{id}"), "id").command());
    assertEquals(only("completions/t.java"), provider(new OfResource("t://5"), "id").command());
    assertProblems();
  }

  @Test
  void what_is_registered_for_the_name_goes_before_it() throws IOException {
    source("completions/p.java")
        .script("completions/m.sh")
        .register("\"completions\": [{\"name\": \"p\", \"path\": \"completions/m.sh\"}]");
    assertEquals(only("completions/m.sh"), ofPrompt().command());
    assertProblems();
  }

  @Test
  void it_goes_before_the_script_beside_which_is_reported() throws IOException {
    source("completions/p.java").script("prompts/p.completion.sh");
    assertEquals(only("completions/p.java"), ofPrompt().command());
    assertProblems("completions/p.java completes \"p\", so p.completion.sh");
  }

  @Test
  void a_source_goes_before_a_jar_which_is_reported() throws IOException {
    source("completions/p.java").file("completions/p.jar", "PK");
    assertEquals(only("completions/p.java"), ofPrompt().command());
    assertProblems("completions/p.jar is ignored: completions/p.java completes the same");
  }

  @Test
  void one_with_an_unknown_name_is_reported() throws IOException {
    source("completions/q.java");
    assertProblems(
        "completions/q.java completes nothing: no prompt, resource or template is called \"q\"");
    assertEquals(CompletionResolver.NO_PROMPT, project.resolve(new OfPrompt("q"), "a"));
  }

  @Test
  void one_that_an_entry_names_may_have_any_name() throws IOException {
    source("completions/q.java")
        .register(
            "\"completions\": [{\"name\": \"p\", \"path\": \"completions/q.java\", \"timeoutSecs\": 3}]");
    assertEquals(only("completions/q.java"), ofPrompt().command());
    assertEquals(Optional.of(Duration.ofSeconds(3)), ofPrompt().timeout());
    assertProblems();
  }

  @Test
  void folders_in_the_folder_are_libraries_and_scripts_need_an_entry() throws IOException {
    source("completions/lib/p.java").file("completions/lib/x.jar", "PK");
    project.script("completions/p.sh").script("completions/.p.java");
    assertInstanceOf(Resolution.Declared.class, project.resolve(new OfPrompt("p"), "a"));
    assertProblems();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "prompts/p.txt.completion.java",
        "prompts/p.completion.java",
        "prompts/p.completion.jar"
      })
  void one_beside_a_prompt_completes_it_and_gets_its_name(String file) throws IOException {
    source(file);
    CompletionProvider provider = ofPrompt();
    assertEquals(only(file), provider.command());
    assertEquals("prompt:" + file.substring("prompts/".length()), provider.scriptKey());
    assertEquals("p.txt", provider.environment().get("MCP_PROMPT_REL_PATH"));
    assertEquals(1, project.catalog().prompts().size());
    assertProblems();
  }

  @Test
  void scripts_beside_go_before_it() throws IOException {
    source("prompts/p.completion.java").script("prompts/p.completion");
    assertEquals(only("prompts/p.completion"), ofPrompt().command());
  }

  @Test
  void one_beside_a_resource_or_template_completes_it() throws IOException {
    source("resources/r.completion.java")
        .file("resources/r.txt", "")
        .file("resources/r.meta.json", "{\"uri\": \"r://1\"}");
    source("resources/t.completion.java")
        .file("resources/t.meta.json", "{\"name\": \"t\", \"uriTemplate\": \"t://{id}\"}");
    assertEquals(
        only("resources/r.completion.java"), provider(new OfResource("r://1"), "x").command());
    assertEquals(
        only("resources/t.completion.java"), provider(new OfResource("t://9"), "id").command());
    assertEquals(List.of("r"), resources());
    assertProblems();
  }

  @Test
  void one_beside_a_program_completes_what_that_is() throws IOException {
    source("prompts/j.java")
        .file("prompts/j.meta.json", "{\"arguments\": [{\"name\": \"a\"}]}")
        .file("prompts/j.completion.java", "class C {}");
    source("resources/t.java")
        .file("resources/t.completion.java", "class C {}")
        .file("resources/t.meta.json", "{\"name\": \"t\", \"uriTemplate\": \"t://{id}\"}");
    assertEquals(only("prompts/j.completion.java"), provider(new OfPrompt("j"), "a").command());
    CompletionProvider ofTemplate = provider(new OfResource("t://9"), "id");
    assertEquals(only("resources/t.completion.java"), ofTemplate.command());
    assertEquals("t.java", ofTemplate.environment().get("MCP_RESOURCE_PROVIDER"));
    assertProblems();
  }

  @ParameterizedTest
  @CsvSource({
    "completions/p.java, rw-rw-r--",
    "completions/p.java, rwxrwxrwx",
    "prompts/p.completion.java, rw-r--rw-"
  })
  void one_that_others_may_write_is_not_started(String file, String permissions)
      throws IOException {
    source(file);
    ProjectFixture.permit(project.root.resolve(file), permissions);
    assertBroken(
        "Completion script path rejected by policy. The log of the server says why and what to change.",
        "chmod go-w");
  }

  @Test
  void one_that_went_or_leads_out_is_reported() throws IOException {
    source("completions/p.java");
    Project open = project.open();
    open.catalog();
    Path source = project.root.resolve("completions/p.java");
    Path outside = temporary.toRealPath().resolve("outside.java");
    Files.move(source, outside);
    assertGone(open, "there is no such file");
    Files.createSymbolicLink(source, outside);
    assertGone(open, "leads out of the project");
  }

  private static void assertGone(Project open, String detail) {
    Resolution.Broken broken =
        assertInstanceOf(
            Resolution.Broken.class, open.completions().resolve(new OfPrompt("p"), "a"));
    assertTrue(broken.detail().contains(detail), broken.detail());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rwxr-xr-x"})
  void a_source_is_never_handed_to_a_shell(String permissions) throws IOException {
    project.file("completions/p.java", "#!/bin/sh\necho '[]'\n");
    ProjectFixture.permit(project.root.resolve("completions/p.java"), permissions);
    assertEquals(only("completions/p.java"), ofPrompt().command());
  }

  @Test
  void one_that_comes_and_goes_is_noticed() throws Exception {
    source("completions/lib/Library.java");
    try (WatchFixture watch = WatchFixture.start(project.open()).ready()) {
      source("completions/p.java");
      awaitCompletion(watch, true);
      Files.delete(project.root.resolve("completions/p.java"));
      awaitCompletion(watch, false);
    }
  }

  private static void awaitCompletion(WatchFixture watch, boolean present) {
    await()
        .atMost(WatchFixture.DEADLINE)
        .until(
            () ->
                watch.project.catalog().completions().knows(CompletionTarget.Kind.PROMPT, "p")
                    == present);
  }
}
