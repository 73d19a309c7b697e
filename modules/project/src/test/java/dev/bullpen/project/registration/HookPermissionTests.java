package dev.bullpen.project.registration;

import static dev.bullpen.project.registration.HookProject.names;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.ProjectFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which {@code register.sh} is run at all. */
class HookPermissionTests {
  @TempDir Path temporary;
  private HookProject hooks;

  @BeforeEach
  void a_project_whose_hook_is_allowed() throws IOException {
    hooks = new HookProject(temporary);
  }

  @ParameterizedTest
  @CsvSource({"TRUE, true", "sure, false", "'', false"})
  void it_runs_only_if_the_operator_allows_it(String setting, boolean allowed) throws Exception {
    hooks.project.env.put("MCPBASH_ALLOW_PROJECT_HOOKS", setting);
    assertEquals(allowed ? "[] [] [] [] []" : "- - - - []", names(hooks.registered("echo '{}'")));
    assertEquals(allowed ? 1 : 0, hooks.bash.runs.get());
    assertEquals(List.of(), hooks.problems);
  }

  @Test
  void without_a_script_nothing_is_said() throws Exception {
    assertEquals(Registration.NONE, hooks.reader(hooks.bash).read(0, hooks.problems::add));
    assertEquals(List.of(), hooks.problems);
  }

  @Test
  void it_must_be_executable_or_begin_like_a_script() throws Exception {
    hooks.project.file("server.d/register.sh", "echo '{}'\n");
    assertEquals(Registration.NONE, hooks.reader(hooks.bash).read(0, hooks.problems::add));
    assertTrue(hooks.problems.get(0).contains("Run chmod +x"), hooks.problems::toString);
    hooks.project.file("server.d/register.sh", "#!/usr/bin/env bash\necho '{}'\n");
    assertEquals("[] [] [] [] []", names(hooks.reader(hooks.bash).read(0, hooks.problems::add)));
    hooks.project.script("server.d/register.sh", "echo '{}'\n");
    assertEquals("[] [] [] [] []", names(hooks.reader(hooks.bash).read(0, hooks.problems::add)));
  }

  @ParameterizedTest
  @CsvSource({
    "server.d/register.sh, rwxrwxr-x",
    "server.d/register.sh, rwxr-xrwx",
    "server.d, rwxrwxr-x",
    "'', rwxr-xrwx"
  })
  void where_others_may_write_a_place_nothing_is_registered_and_nothing_discovered(
      String place, String permissions) throws Exception {
    hooks.hook("echo '{}'");
    Path path = hooks.project.root.resolve(place);
    ProjectFixture.permit(path, permissions);
    assertRefused("chmod go-w " + (place.isEmpty() ? hooks.project.root : path));
    assertEquals(0, hooks.bash.runs.get());
    hooks.project.tool("kept-back");
    assertEquals(List.of(), hooks.project.catalog().tools());
    assertTrue(hooks.project.catalog().broken().isPresent());
  }

  private void assertRefused(String words) {
    RegistrationException e =
        assertThrows(
            RegistrationException.class,
            () -> hooks.reader(hooks.bash).read(0, hooks.problems::add));
    assertTrue(e.getMessage().contains(words), e.getMessage());
  }

  @Test
  void it_is_not_read_by_bash_if_it_asks_for_another_language() throws Exception {
    hooks.project.file("server.d/register.sh", "#!/usr/bin/env python3\nimport os\n");
    assertRefused("asks for python3");
    assertEquals(0, hooks.bash.runs.get());
  }

  @Test
  void a_symbolic_link_or_a_folder_is_not_believed() throws Exception {
    hooks.project.script("elsewhere.sh", "#!/bin/bash\necho '{}'\n").file("server.d/x", "");
    Path file = hooks.project.root.resolve("server.d/register.sh");
    Files.createSymbolicLink(file, hooks.project.root.resolve("elsewhere.sh"));
    assertRefused("symbolic link");
    Files.delete(file);
    Files.createDirectory(file);
    ProjectFixture.permit(file, "rwxr-xr-x");
    assertRefused("regular file");
  }

  @Test
  void where_nobody_runs_it_that_is_said() throws Exception {
    hooks.hook("echo '{}'");
    HookReader reader = hooks.reader(Optional.empty());
    assertEquals(Registration.NONE, reader.read(0, hooks.problems::add));
    assertTrue(reader.remark().orElseThrow().contains("run by servers alone"));
  }
}
