package dev.bullpen.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Of a server and of a command at once, for both must read the same words in the same way. */
class ProjectFolderTests {
  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void two_folders() throws IOException {
    folder = temporary.toRealPath();
    Files.createDirectory(folder.resolve("one"));
    Files.createDirectory(folder.resolve("two"));
  }

  @Test
  void the_flag_wins_over_the_variable_and_that_over_the_one_of_mcp_bash() throws Exception {
    Map<String, String> both = Map.of("BULLPEN_PROJECT", at("two"), "MCPBASH_PROJECT_ROOT", "/no");

    assertEquals(folder.resolve("one"), found(both, "--project", at("one")));
    assertEquals(folder.resolve("two"), found(both));
    assertEquals(folder.resolve("two"), found(Map.of("MCPBASH_PROJECT_ROOT", at("two"))));
    assertEquals(
        folder.resolve("two"),
        found(Map.of("BULLPEN_PROJECT", "", "MCPBASH_PROJECT_ROOT", at("two"))));
  }

  @Test
  void the_setting_that_named_a_missing_folder_is_named() {
    assertEquals(
        "--project names %s, which does not exist. Name the folder that holds server.d."
            .formatted(at("three")),
        refused(Map.of("BULLPEN_PROJECT", at("one")), "--project", at("three")));
    assertTrue(
        refused(Map.of("BULLPEN_PROJECT", at("three"))).startsWith("BULLPEN_PROJECT names "));
    assertTrue(
        refused(Map.of("MCPBASH_PROJECT_ROOT", at("three")))
            .startsWith("MCPBASH_PROJECT_ROOT names "));
  }

  @Test
  void an_empty_flag_is_a_wrong_value_and_never_the_current_folder() {
    for (Reading reading : readings("--project", "")) {
      assertEquals(
          "--project is \"\", but must be a folder, or left out. For example --project"
              + " /home/me/my-project.",
          assertThrows(UsageException.class, () -> reading.of(Map.of())).getMessage());
    }
  }

  @Test
  void a_server_may_be_without_a_project_but_not_with_one_that_is_named_wrongly() throws Exception {
    assertEquals(Optional.empty(), ProjectFolder.search(Optional.empty(), Map.of()));
    assertThrows(
        ProjectException.class,
        () -> ProjectFolder.search(Optional.empty(), Map.of("MCPBASH_PROJECT_ROOT", at("three"))));
  }

  @Test
  void a_command_takes_the_word_of_mcp_bash_too() throws Exception {
    assertEquals(folder.resolve("one"), found(Map.of(), "--project-root", at("one")));
  }

  private String at(String name) {
    return folder.resolve(name).toString();
  }

  private Path found(Map<String, String> environment, String... words) throws Exception {
    Path server = readings(words).get(0).of(environment);
    assertEquals(server, readings(words).get(1).of(environment));
    return server;
  }

  private String refused(Map<String, String> environment, String... words) {
    List<String> messages =
        readings(words).stream()
            .map(
                reading ->
                    assertThrows(ProjectException.class, () -> reading.of(environment))
                        .getMessage())
            .toList();
    assertEquals(messages.get(0), messages.get(1));
    return messages.get(0);
  }

  private static List<Reading> readings(String... words) {
    CommandSpec command = CommandSpec.create().addOption(Command.project());
    return List.of(
        environment ->
            ProjectFolder.find(
                ServeSettings.read(List.of(words), environment).project(), environment),
        environment -> Command.folder(new CommandLine(command).parseArgs(words), environment));
  }

  private interface Reading {
    Path of(Map<String, String> environment) throws UsageException, ProjectException;
  }
}
