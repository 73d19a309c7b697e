package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.json.Json;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.completion.CompletionCursor;
import dev.bullpen.project.completion.CompletionCursor.CompletionBinding;
import dev.bullpen.project.completion.CompletionCursor.CompletionPosition;
import dev.bullpen.project.completion.CompletionEnvironment;
import dev.bullpen.project.completion.CompletionOutput;
import dev.bullpen.project.completion.CompletionOutput.CompletionPage;
import dev.bullpen.project.completion.CompletionRequest;
import dev.bullpen.project.completion.CompletionRequest.CompletionArguments;
import dev.bullpen.project.completion.CompletionRequest.CompletionLimit;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.completion.Resolution;
import dev.bullpen.project.completion.Resolution.CompletionProvider;
import dev.bullpen.project.file.SearchPath;
import dev.bullpen.project.metadata.RefusedException;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.prompt.PromptArgument;
import dev.bullpen.project.resource.ResourceTemplate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples are read and their scripts run, each with exactly the environment it would get. */
class ExampleProjectTests {
  private static final Path EXAMPLES = Path.of("../../examples/completions");

  @TempDir Path temporary;
  private final List<String> warnings = new ArrayList<>();
  private Project project;

  /** A copy, since a checkout may be writable for a group and would not be believed then. */
  @BeforeEach
  void a_copy_of_the_examples() throws IOException {
    Path copy = temporary.toRealPath().resolve("completions");
    try (Stream<Path> files = Files.walk(EXAMPLES)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Path target = copy.resolve(EXAMPLES.relativize(file).toString());
        Files.copy(file, target, StandardCopyOption.COPY_ATTRIBUTES);
        boolean program = Files.isDirectory(file) || Files.isExecutable(file);
        ProjectFixture.permit(target, program ? "rwxr-xr-x" : "rw-r--r--");
      }
    }
    project = open(System.getenv());
  }

  private Project open(Map<String, String> env) {
    return Project.open(
        temporary.resolve("completions").toAbsolutePath(), env, temporary, warnings::add);
  }

  private CompletionPage complete(
      CompletionRef ref, String argument, String value, Map<String, String> context, String cursor)
      throws Exception {
    CompletionRequest request =
        new CompletionRequest(
            ref, Json.object(), argument, value, context, new CompletionLimit(OptionalInt.of(5)));
    CompletionArguments arguments = CompletionArguments.of(request);
    Resolution resolution = project.completions().resolve(ref, argument);
    if (resolution instanceof Resolution.Declared declared) {
      CompletionBinding binding = CompletionBinding.of(declared);
      return project.declaredValues(declared).page(request, binding, position(cursor, binding));
    }
    CompletionProvider provider =
        assertInstanceOf(Resolution.Script.class, resolution, resolution::toString).provider();
    CompletionBinding binding = CompletionBinding.of(provider);
    CompletionPosition position = position(cursor, binding);
    Map<String, String> all = new HashMap<>(project.scriptEnvironment().ofCompletion());
    all.putAll(CompletionEnvironment.of(request, arguments, provider, position));
    byte[] stdout = run(provider, all);
    return CompletionOutput.parse(stdout, binding, position, request.limit(), Optional.empty());
  }

  private static CompletionPosition position(String cursor, CompletionBinding binding)
      throws RefusedException {
    return cursor.isEmpty() ? CompletionPosition.START : CompletionCursor.decode(cursor, binding);
  }

  private byte[] run(CompletionProvider provider, Map<String, String> env) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(provider.command())
            .directory(project.root().toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().clear();
    builder.environment().putAll(env);
    Process process = builder.start();
    process.getOutputStream().close();
    byte[] stdout = process.getInputStream().readAllBytes();
    assertTrue(process.waitFor(20, TimeUnit.SECONDS));
    assertEquals(0, process.exitValue());
    return stdout;
  }

  private List<String> prompt(String name, String argument, String value) throws Exception {
    return complete(new CompletionRef.OfPrompt(name), argument, value, Map.of(), "").values();
  }

  private static void assumeProgram(String program) {
    assumeTrue(new SearchPath(System.getenv()).find(program).isPresent(), program);
  }

  @Test
  void everything_in_it_is_in_order() throws IOException {
    Catalog catalog = project.catalog();
    assertEquals(List.of(), catalog.problems());
    assertEquals(
        List.of(
            "choose-license",
            "commit-message",
            "explain-command",
            "new-service",
            "plan-meeting",
            "reply",
            "runaway"),
        catalog.prompts().stream().map(Prompt::name).toList());
    assertEquals(
        List.of("handbook"), catalog.templates().stream().map(ResourceTemplate::name).toList());
    assertEquals(List.of(), catalog.resources());
    assertEquals("Completion Examples", project.identity().title());
    assertTrue(project.identity().instructions().isPresent());
    for (Prompt prompt : catalog.prompts()) {
      String text = Files.readString(project.root().resolve("prompts").resolve(prompt.path()));
      for (PromptArgument argument : prompt.arguments().orElseThrow()) {
        assertTrue(text.contains("{{" + argument.name() + "}}"), prompt.name());
      }
    }
  }

  @Test
  void plain_sh_takes_the_typed_text_literally() throws Exception {
    assertEquals(
        List.of("cat", "chmod", "chown", "curl", "cut"), prompt("explain-command", "command", "c"));
    assertEquals(List.of(), prompt("explain-command", "command", "*"));
    assertEquals(List.of(), prompt("explain-command", "command", "\"; echo x"));
  }

  @Test
  void bash_with_jq_does_without_it_too() throws Exception {
    assumeProgram("bash");
    project = open(with("MCPBASH_JSON_TOOL", "none"));
    assertEquals(List.of(), prompt("commit-message", "type", "F"));
    assumeProgram("jq");
    project = open(System.getenv());
    assertEquals(List.of("feat", "fix"), prompt("commit-message", "type", "F"));
  }

  @Test
  void python_pages_by_its_own_cursor() throws Exception {
    assumeProgram("python3");
    CompletionRef ref = new CompletionRef.OfPrompt("choose-license");
    CompletionPage first = complete(ref, "license", "gpl", Map.of(), "");
    assertEquals(OptionalInt.of(6), first.total());
    assertEquals(5, first.values().size());
    CompletionPage second =
        complete(ref, "license", "gpl", Map.of(), first.nextCursor().orElseThrow());
    assertEquals(List.of("LGPL-3.0-only"), second.values());
    assertEquals(Optional.empty(), second.nextCursor());
  }

  @Test
  void a_framework_follows_from_the_language() throws Exception {
    CompletionRef ref = new CompletionRef.OfPrompt("new-service");
    assertEquals(
        List.of("actix-web", "axum", "rocket"),
        complete(ref, "framework", "", Map.of("language", "rust"), "").values());
    assertEquals(
        List.of("fiber", "fastapi", "flask", "fastify"),
        complete(ref, "framework", "f", Map.of(), "").values());
    assertEquals(List.of("java"), complete(ref, "language", "j", Map.of(), "").values());
  }

  @Test
  void cities_come_in_pages_to_the_last() throws Exception {
    List<String> seen = new ArrayList<>();
    String cursor = "";
    CompletionPage page;
    do {
      page = complete(new CompletionRef.OfPrompt("plan-meeting"), "city", "m", Map.of(), cursor);
      assertEquals(OptionalInt.of(9), page.total());
      seen.addAll(page.values());
      cursor = page.nextCursor().orElse("");
    } while (page.hasMore());
    assertEquals(
        List.of(
            "Madrid",
            "Manila",
            "Marrakesh",
            "Melbourne",
            "Mexico City",
            "Milan",
            "Montevideo",
            "Montreal",
            "Mumbai"),
        seen);
  }

  @Test
  void a_declaration_needs_no_script() throws Exception {
    assertEquals(List.of("friendly", "formal", "brief"), prompt("reply", "tone", "f"));
    assertEquals(List.of("Spanish"), prompt("reply", "language", "sp"));
  }

  @Test
  void a_template_is_completed_by_the_script_beside_it() throws Exception {
    CompletionRef written = new CompletionRef.OfResource("handbook://{chapter}/{page}");
    CompletionRef concrete = new CompletionRef.OfResource("handbook://releases/x");
    assertEquals(
        List.of("onboarding", "operations"),
        complete(written, "chapter", "o", Map.of(), "").values());
    assertEquals(
        List.of("hotfix"),
        complete(concrete, "page", "h", Map.of("chapter", "releases"), "").values());
  }

  @Test
  void the_runaway_is_known_and_has_no_timeout_of_its_own() {
    Resolution.Script script =
        assertInstanceOf(
            Resolution.Script.class,
            project.completions().resolve(new CompletionRef.OfPrompt("runaway"), "anything"));
    assertEquals("prompt:runaway.completion.sh", script.provider().scriptKey());
    assertEquals(Optional.empty(), script.provider().timeout());
  }

  private static Map<String, String> with(String name, String value) {
    Map<String, String> env = new HashMap<>(System.getenv());
    env.put(name, value);
    return env;
  }
}
