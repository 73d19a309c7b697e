package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.fuzz.Rounds;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.catalog.CatalogKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Everything of a project far larger than any is read; the speed is printed, and not judged here.
 */
class LargeProjectTests extends ProjectTest {
  static final int RESOURCES = Rounds.of(1_000, 10_000);
  static final int TOOLS = Rounds.of(200, 2_000);
  static final int PROMPTS = Rounds.of(100, 1_000);

  @BeforeEach
  void a_large_project() throws IOException {
    write(project.root);
  }

  static void write(Path root) throws IOException {
    Path resources = Files.createDirectories(root.resolve("resources"));
    for (int i = 0; i < RESOURCES; i++) {
      Files.writeString(resources.resolve("r" + i + ".txt"), "text " + i);
      Files.writeString(
          resources.resolve("r" + i + ".meta.json"),
          """
          {"name": "resource-%d", "description": "The resource %d", "uri": "note://r/%d",
           "mimeType": "text/plain", "annotations": {"audience": ["user"], "priority": 0.5}}
          """
              .formatted(i, i, i));
    }
    for (int i = 0; i < TOOLS; i++) {
      Path folder = Files.createDirectories(root.resolve("tools/t" + i));
      Path script = Files.writeString(folder.resolve("tool.sh"), "#!/bin/sh\necho '{}'\n");
      ProjectFixture.permit(script, "rwxr-xr-x");
      Files.writeString(
          folder.resolve("tool.meta.json"),
          """
          {"name": "tool-%d", "description": "The tool %d", "inputSchema": {"type": "object",
           "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["a"]}}
          """
              .formatted(i, i));
    }
    Path prompts = Files.createDirectories(root.resolve("prompts"));
    for (int i = 0; i < PROMPTS; i++) {
      Files.writeString(prompts.resolve("p" + i + ".txt"), "Say {{a}}");
      Files.writeString(
          prompts.resolve("p" + i + ".meta.json"),
          """
          {"name": "prompt-%d", "description": "The prompt %d", "arguments": {"type": "object",
           "properties": {"a": {"type": "string"}}, "required": ["a"]}}
          """
              .formatted(i, i));
    }
  }

  @Test
  void all_of_it_is_read() {
    Project open = project.open();
    for (int reading = 1; reading <= 3; reading++) {
      long begun = System.nanoTime();
      Catalog catalog = open.refresh();
      System.out.printf(
          "reading %d of %d resources, %d tools, %d prompts: %d ms%n",
          reading,
          catalog.resources().size(),
          catalog.tools().size(),
          catalog.prompts().size(),
          (System.nanoTime() - begun) / 1_000_000);
      assertEquals(RESOURCES, catalog.listed(CatalogKind.RESOURCES).size());
      assertEquals(TOOLS, catalog.tools().size());
      assertEquals(PROMPTS, catalog.listed(CatalogKind.PROMPTS).size());
      assertEquals(List.of(), catalog.problems());
      assertEquals("resource-7", catalog.resource("note://r/7").orElseThrow().name());
    }
  }
}
