package dev.bullpen.project.catalog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.ProjectTest;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogFingerprintTests extends ProjectTest {

  @BeforeEach
  void a_project_with_one_of_each() throws IOException {
    project
        .tool("t")
        .file("prompts/p.txt", "")
        .file("prompts/p.meta.json", "{}")
        .file("resources/r.txt", "12")
        .file("resources/r.meta.json", "{\"uri\": \"n://r\"}")
        .file("resources/m.meta.json", "{\"name\": \"m\", \"uriTemplate\": \"m://{id}\"}")
        .file("ui/u/index.html", "")
        .file("ui/u/ui.meta.json", "{}");
  }

  private Map<CatalogKind, String> fingerprints() {
    Catalog catalog = project.catalog();
    Map<CatalogKind, String> all = new EnumMap<>(CatalogKind.class);
    for (CatalogKind kind : CatalogKind.values()) {
      all.put(kind, catalog.fingerprint(kind));
    }
    return all;
  }

  private Set<CatalogKind> changedBy(String path, String text) throws IOException {
    Map<CatalogKind, String> before = fingerprints();
    project.file(path, text);
    Set<CatalogKind> changed = EnumSet.noneOf(CatalogKind.class);
    fingerprints()
        .forEach(
            (kind, fingerprint) -> {
              if (!fingerprint.equals(before.get(kind))) {
                changed.add(kind);
              }
            });
    return changed;
  }

  @Test
  void they_are_short_and_the_same_for_the_same_content() {
    assertEquals(fingerprints(), fingerprints());
    fingerprints().values().forEach(text -> assertTrue(text.matches("[0-9a-f]{32}"), text));
  }

  @Test
  void a_copy_of_the_project_has_the_same_where_no_path_is_shown() throws IOException {
    Map<CatalogKind, String> here = fingerprints();
    project = new ProjectFixture(Files.createDirectories(temporary.resolve("other")));
    project
        .file("resources/m.meta.json", "{\"name\": \"m\", \"uriTemplate\": \"m://{id}\"}")
        .file("prompts/p.meta.json", "{}")
        .file("prompts/p.txt", "")
        .tool("t");
    Map<CatalogKind, String> there = fingerprints();
    assertEquals(here.get(CatalogKind.TOOLS), there.get(CatalogKind.TOOLS));
    assertEquals(here.get(CatalogKind.PROMPTS), there.get(CatalogKind.PROMPTS));
    assertEquals(
        here.get(CatalogKind.RESOURCE_TEMPLATES), there.get(CatalogKind.RESOURCE_TEMPLATES));
  }

  @Test
  void the_order_of_a_registration_does_not_count() throws IOException {
    project.file("prompts/q.txt", "");
    String p = "{\"name\": \"p\", \"path\": \"p.txt\"}";
    String q = "{\"name\": \"q\", \"path\": \"q.txt\"}";
    project.register("\"prompts\": [%s, %s]".formatted(p, q));
    Map<CatalogKind, String> before = fingerprints();
    project.register("\"prompts\": [%s, %s]".formatted(q, p));
    assertEquals(before, fingerprints());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tools/t/tool.meta.json   | {'name': 't', 'description': 'D'}          | TOOLS",
        "tools/t/tool.meta.json   | {'name': 't', 'inputSchema': {'a': 1.0}}   | TOOLS",
        "prompts/p.meta.json      | {'description': 'D'}                       | PROMPTS",
        "prompts/p.meta.json      | {'arguments': []}                          | PROMPTS",
        "prompts/p.meta.json      | {'render': 'script'}                       | PROMPTS",
        "prompts/p.meta.json      | {'role': 'assistant'}                      | PROMPTS",
        "prompts/more.txt         | x                                          | PROMPTS",
        "resources/r.meta.json    | {'uri': 'n://other'}                       | RESOURCES",
        "resources/r.meta.json    | {'uri': 'n://r', 'provider': 'own'}        | RESOURCES",
        "resources/m.meta.json    | {'name': 'm', 'uriTemplate': 'm://x{id}'}  | RESOURCE_TEMPLATES",
        "resources/m.meta.json    | {'name': 'm', 'uriTemplate': 'm://{id}', 'provider': 'own'} |"
            + " RESOURCE_TEMPLATES",
        "ui/u/ui.meta.json        | {'description': 'D'}                       | RESOURCES",
        "ui/v/index.html          | x                                          | RESOURCES",
      })
  void what_a_list_shows_or_a_reading_uses_changes_that_of_its_kind_alone(
      String path, String text, CatalogKind kind) throws IOException {
    assertEquals(EnumSet.of(kind), changedBy(path, text.replace('\'', '"')));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "resources/r.txt             | 21",
        "resources/r.txt             | 123",
        "prompts/p.txt               | another text",
        "prompts/p.meta.json         | {'arguments': null, 'role': 'user', 'other': 1}",
        "tools/t/helper.sh           | echo",
        "tools/t/tool.meta.json      | {'name': 't', 'timeoutSecs': 5}",
        "ui/u/index.html             | <p>",
        "server.d/register.json      | {'version': 1, 'completions': []}",
      })
  void anything_else_changes_none(String path, String text) throws IOException {
    assertEquals(Set.of(), changedBy(path, text.replace('\'', '"')));
  }

  @Test
  void a_file_of_another_name_for_the_same_prompt_is_a_change() throws IOException {
    Map<CatalogKind, String> before = fingerprints();
    Files.move(project.root.resolve("prompts/p.txt"), project.root.resolve("prompts/p.md"));
    assertNotEquals(before.get(CatalogKind.PROMPTS), fingerprints().get(CatalogKind.PROMPTS));
  }

  @Test
  void a_broken_registration_is_not_like_an_empty_project() throws IOException {
    project.register("\"tools\": [], \"prompts\": [], \"resources\": []");
    Map<CatalogKind, String> empty = fingerprints();
    assertEquals(EnumSet.allOf(CatalogKind.class), changedBy("server.d/register.json", "{"));
    assertNotEquals(empty.get(CatalogKind.TOOLS), fingerprints().get(CatalogKind.TOOLS));
    assertEquals(Set.of(), changedBy("server.d/register.json", "[]"));
  }
}
