package dev.bullpen.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectRootTests {
  @TempDir Path temporary;
  private Path base;

  @BeforeEach
  void two_projects_and_an_empty_folder() throws IOException {
    base = temporary.toRealPath();
    for (String name : new String[] {"one", "two"}) {
      Files.createDirectories(base.resolve(name).resolve("server.d"));
      Files.writeString(base.resolve(name).resolve("server.d/server.meta.json"), "{}");
    }
    Files.createDirectories(base.resolve("one/deep/er"));
    Files.createDirectories(base.resolve("empty"));
  }

  @Test
  void the_flag_wins_over_the_environment_and_the_folder_we_stand_in() throws ProjectException {
    Map<String, String> env = Map.of("MCPBASH_PROJECT_ROOT", base.resolve("two").toString());
    assertEquals(
        base.resolve("empty"),
        ProjectRoot.find(flag(base.resolve("empty")), env, base.resolve("one")));
  }

  @Test
  void the_environment_wins_over_the_folder_we_stand_in() throws ProjectException {
    Map<String, String> env = Map.of("MCPBASH_PROJECT_ROOT", base.resolve("two").toString());
    assertEquals(base.resolve("two"), ProjectRoot.find(Optional.empty(), env, base.resolve("one")));
  }

  @Test
  void otherwise_the_nearest_folder_upwards_with_the_marker_is_it() throws ProjectException {
    Map<String, String> env = Map.of("MCPBASH_PROJECT_ROOT", "");
    assertEquals(
        base.resolve("one"), ProjectRoot.find(Optional.empty(), env, base.resolve("one/deep/er")));
  }

  @Test
  void a_relative_flag_starts_where_we_stand() throws ProjectException {
    assertEquals(
        base.resolve("two"),
        ProjectRoot.find(flag(Path.of("../two")), Map.of(), base.resolve("one")));
  }

  @Test
  void a_link_is_resolved_once_and_for_all() throws Exception {
    Files.createSymbolicLink(base.resolve("link"), base.resolve("one"));
    assertEquals(base.resolve("one"), ProjectRoot.find(flag(base.resolve("link")), Map.of(), base));
  }

  @Test
  void a_folder_that_is_not_there_is_named_with_who_named_it() {
    ProjectException e = refused(flag(base.resolve("gone")), Map.of(), base);
    assertEquals(
        "--project names %s, which does not exist. Name the folder that holds server.d."
            .formatted(base.resolve("gone")),
        e.getMessage());
    String file = base.resolve("one/server.d/server.meta.json").toString();
    e = refused(Optional.empty(), Map.of("MCPBASH_PROJECT_ROOT", file), base);
    assertEquals(
        "MCPBASH_PROJECT_ROOT names %s, which is not a folder. Name the folder that holds server.d."
            .formatted(file),
        e.getMessage());
  }

  @Test
  void a_folder_that_cannot_be_reached_is_not_called_missing() throws IOException {
    Path file = base.resolve("one/server.d/server.meta.json");
    String message = refused(flag(file.resolve("below")), Map.of(), base).getMessage();
    assertTrue(message.contains("cannot be reached (" + file), message);
    assertTrue(message.endsWith("Name the folder that holds server.d."), message);
  }

  @Test
  void a_folder_that_may_not_be_entered_is_reported_as_such() throws IOException {
    Path closed = base.resolve("two");
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isExecutable(closed), "root may enter every folder");
    try {
      String message = refused(flag(closed), Map.of(), base).getMessage();
      assertTrue(message.contains(closed + ", which may not be entered. "), message);
      message = refused(flag(closed.resolve("server.d")), Map.of(), base).getMessage();
      assertTrue(message.contains("a folder above it may not be entered"), message);
    } finally {
      Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void no_project_anywhere_says_how_to_name_one() {
    ProjectException e = refused(Optional.empty(), Map.of(), base.resolve("empty"));
    assertTrue(e.getMessage().startsWith("No MCP project found"), e.getMessage());
    assertTrue(e.getMessage().contains("--project DIR"), e.getMessage());
    assertTrue(e.getMessage().contains(base.resolve("empty").toString()), e.getMessage());
  }

  private static ProjectException refused(
      Optional<ProjectRoot.Named> flag, Map<String, String> env, Path here) {
    return assertThrows(ProjectException.class, () -> ProjectRoot.find(flag, env, here));
  }

  private static Optional<ProjectRoot.Named> flag(Path folder) {
    return Optional.of(new ProjectRoot.Named("--project", folder.toString()));
  }

  @Test
  void a_folder_that_lacks_nothing_but_the_marker_is_named() throws IOException {
    Files.createDirectories(base.resolve("empty/tools"));
    ProjectException e = refused(Optional.empty(), Map.of(), base.resolve("empty"));
    assertTrue(
        e.getMessage()
            .endsWith(
                " This folder has tools/: use --project . or create server.d/server.meta.json."),
        e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({"~/hello, ~", "~me/hello, ~me", "$HOME/hello, $HOME", "${HOME}/hello, ${HOME}"})
  void what_only_a_shell_expands_is_reported(String folder, String sign) {
    ProjectException e =
        refused(Optional.of(new ProjectRoot.Named("--project", folder)), Map.of(), base);
    assertTrue(
        e.getMessage()
            .endsWith(
                ", which does not exist. \"%s\" is not expanded here; write the whole path."
                    .formatted(sign)),
        e.getMessage());
  }
}
