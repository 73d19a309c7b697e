package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder that was named for a project by mistake. */
class NothingToServeTests {
  @TempDir Path temporary;
  private ProjectFixture folder;

  @BeforeEach
  void a_folder_with_something_else() throws IOException {
    folder = new ProjectFixture(temporary).file("src/main.c", "");
  }

  @Test
  void it_is_said_once_with_the_folder_and_what_was_looked_for() {
    Project open = folder.open();
    open.refresh();

    assertEquals(
        List.of(
            folder.root
                + " holds nothing to serve: it has no server.d, tools, prompts, resources,"
                + " completions, ui or providers. Name the folder that has them with --project."),
        folder.warnings);
  }

  @Test
  void it_is_left_as_it_is() {
    Project open = folder.open();

    open.registryCache().write(open.refresh());

    assertFalse(Files.exists(folder.root.resolve(".registry")));
  }

  @Test
  void it_is_a_project_as_soon_as_there_is_something() throws IOException {
    Project open = folder.open();
    folder.file("prompts/a.txt", "");

    open.registryCache().write(open.refresh());

    assertTrue(Files.exists(folder.root.resolve(".registry/prompts.json")));
  }

  @Test
  void a_project_that_has_lost_all_is_written_on() throws IOException {
    folder.file("prompts/a.txt", "");
    Project open = folder.open();
    open.registryCache().write(open.refresh());
    Files.delete(folder.root.resolve("prompts/a.txt"));
    Files.delete(folder.root.resolve("prompts"));

    open.registryCache().write(open.refresh());

    assertFalse(Files.readString(folder.root.resolve(".registry/prompts.json")).contains("\"a\""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"server.d", "tools", "prompts", "resources", "completions", "ui", "providers"})
  void one_of_these_folders_makes_a_project(String name) throws IOException {
    Files.createDirectory(folder.root.resolve(name));

    folder.open();

    assertEquals(List.of(), folder.warnings);
  }

  @Test
  void a_static_registry_or_a_folder_elsewhere_is_something_to_serve() throws IOException {
    folder.env.put("MCPBASH_STATIC_REGISTRY", "1");
    folder.open();
    folder.env.clear();
    folder.env.put("MCPBASH_TOOLS_DIR", Files.createDirectory(temporary.resolve("t")).toString());
    folder.open();
    assertEquals(List.of(), folder.warnings);
  }
}
