package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.fuzz.Bytes;
import dev.bullpen.fuzz.Fuzz;
import dev.bullpen.fuzz.JsonGrammar;
import dev.bullpen.json.Json;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import dev.bullpen.project.completion.CompletionRequest.CompletionRef;
import dev.bullpen.project.prompt.Prompt;
import dev.bullpen.project.registration.RegistrationException;
import dev.bullpen.project.resource.ResourceTemplate;
import dev.bullpen.project.tool.Tool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/**
 * The examples, with something wrong in one or two of the files that say what they offer. Whatever
 * it is, there is a catalog, and a sentence that names the file for what is not in it.
 */
class MetadataFuzzTests {
  private static final int ROUNDS = 40;
  private static final Path EXAMPLES = Path.of("../../examples");

  @TempDir Path temporary;

  private final Map<Path, String> documents = new HashMap<>();
  private final List<Path> projects = new ArrayList<>();
  private JsonGrammar grammar;

  @Test
  void whatever_is_written_there_is_a_catalog_or_an_error_that_names_file_and_reason()
      throws IOException {
    copyExamples();
    grammar = JsonGrammar.of(List.copyOf(documents.values()));
    Fuzz.rounds("metadata", 1, ROUNDS, this::round);
  }

  private void copyExamples() throws IOException {
    try (Stream<Path> paths = Files.walk(EXAMPLES)) {
      for (Path path : paths.sorted().filter(Files::isRegularFile).toList()) {
        Path relative = EXAMPLES.relativize(path);
        Path copy = temporary.toRealPath().resolve(relative.toString());
        Files.createDirectories(copy.getParent());
        Files.copy(path, copy);
        ProjectFixture.permit(copy, Files.isExecutable(path) ? "rwxr-xr-x" : "rw-r--r--");
        if (copy.toString().endsWith("meta.json") || copy.endsWith("server.d/register.json")) {
          documents.put(copy, Files.readString(path));
        }
      }
    }
    try (Stream<Path> folders = Files.list(temporary.toRealPath())) {
      folders.filter(Files::isDirectory).sorted().forEach(projects::add);
    }
    try (Stream<Path> all = Files.walk(temporary.toRealPath())) {
      all.filter(Files::isDirectory).forEach(MetadataFuzzTests::close);
    }
  }

  private static void close(Path folder) {
    try {
      ProjectFixture.permit(folder, "rwxr-xr-x");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void round(Random chance) throws Exception {
    Path root = projects.get(chance.nextInt(projects.size()));
    List<Path> those =
        documents.keySet().stream().filter(path -> path.startsWith(root)).sorted().toList();
    List<Path> changed = new ArrayList<>();
    try {
      for (int count = 1 + chance.nextInt(2); count > 0; count--) {
        Path document = those.get(chance.nextInt(those.size()));
        changed.add(document);
        byte[] bytes =
            grammar.changed(documents.get(document), chance).getBytes(StandardCharsets.UTF_8);
        Files.write(document, chance.nextInt(5) == 0 ? Bytes.damaged(bytes, chance) : bytes);
      }
      read(root);
    } finally {
      for (Path document : changed) {
        Files.writeString(document, documents.get(document));
      }
    }
  }

  private static void read(Path root) throws Exception {
    List<String> warnings = new ArrayList<>();
    Map<String, String> env = Map.of("PATH", System.getenv("PATH"));
    Project project = Project.open(root, env, root.resolve("home"), warnings::add);
    Catalog catalog = project.catalog();
    Optional<RegistrationException> broken = catalog.broken();
    if (broken.isPresent()) {
      assertTrue(broken.get().getMessage().startsWith(root + "/"), broken.get().getMessage());
      assertTrue(broken.get().getMessage().matches("(?s).+\\. .+\\."));
    }
    for (String warning : warnings) {
      assertTrue(namesFile(warning, root), "names no file: " + warning);
      assertTrue(warning.length() < 4_000, "no sentence: " + warning.length() + " characters");
    }
    for (CatalogKind kind : CatalogKind.values()) {
      for (ObjectNode definition : catalog.listed(kind)) {
        Json.parse(Json.bytes(definition)); // can be sent
      }
    }
    use(project, catalog);
  }

  /** Of two that have one name, the name says which. */
  private static boolean namesFile(String warning, Path root) throws IOException {
    if (warning.contains(root.toString()) || warning.contains("Rename one")) {
      return true;
    }
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .filter(Files::isRegularFile)
          .anyMatch(file -> warning.contains(root.relativize(file).toString()));
    }
  }

  /** What clients ask of a catalog, for all that is in it. */
  private static void use(Project project, Catalog catalog) {
    project.javaSources();
    for (Prompt prompt : catalog.prompts()) {
      tried(() -> project.completions().resolve(new CompletionRef.OfPrompt(prompt.name()), "a"));
    }
    for (ResourceTemplate template : catalog.templates()) {
      String text = template.template().text();
      tried(() -> project.completions().resolve(new CompletionRef.OfResource(text), "a"));
      catalog.templateMatching("pages://handbook/a/b");
      catalog.templateMatching(text);
      catalog.templateMatching("x".repeat(2_000));
    }
    for (Tool tool : catalog.tools()) {
      tried(() -> project.tools().resolve(tool.name()));
    }
  }

  private interface Use {
    Object of() throws Exception;
  }

  private static void tried(Use use) {
    try {
      use.of();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception declared) {
      assertFalse(declared.getMessage().isBlank());
    }
  }
}
