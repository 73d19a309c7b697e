package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder that was named for a project by mistake. */
class NothingToServeTests extends ProjectTest {
  @BeforeEach
  void a_folder_with_something_else() throws IOException {
    project.file("src/main.c", "");
  }

  @Test
  void it_is_reported_once_with_the_folder_and_what_was_searched() {
    Project open = project.open();
    open.refresh();

    assertEquals(
        List.of(
            project.root
                + " has nothing to serve: there is no server.d, tools, prompts, resources,"
                + " completions, ui or providers. Name the folder that has them with --project."),
        project.warnings);
  }

  @Test
  void it_is_left_as_it_is() {
    Project open = project.open();

    open.registryCache().write(open::refresh);

    assertFalse(Files.exists(project.root.resolve(".registry")));
  }

  @Test
  void it_is_a_project_as_soon_as_there_is_something() throws IOException {
    Project open = project.open();
    project.file("prompts/a.txt", "");

    open.registryCache().write(open::refresh);

    assertTrue(Files.exists(project.root.resolve(".registry/prompts.json")));
  }

  @Test
  void a_project_that_has_lost_all_is_written_on() throws IOException {
    project.file("prompts/a.txt", "");
    Project open = project.open();
    open.registryCache().write(open::refresh);
    Files.delete(project.root.resolve("prompts/a.txt"));
    Files.delete(project.root.resolve("prompts"));

    open.registryCache().write(open::refresh);

    assertFalse(Files.readString(project.root.resolve(".registry/prompts.json")).contains("\"a\""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"server.d", "tools", "prompts", "resources", "completions", "ui", "providers"})
  void one_of_these_folders_makes_a_project(String name) throws IOException {
    Files.createDirectory(project.root.resolve(name));

    project.open();

    assertEquals(List.of(), project.warnings);
  }

  @Test
  void a_static_registry_or_a_folder_elsewhere_is_something_to_serve() throws IOException {
    project.env.put("MCPBASH_STATIC_REGISTRY", "1");
    project.open();
    project.env.clear();
    project.env.put("MCPBASH_TOOLS_DIR", Files.createDirectory(temporary.resolve("t")).toString());
    project.open();
    assertEquals(List.of(), project.warnings);
  }
}
