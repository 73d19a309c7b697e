package dev.bullpen.project.registration;

import static dev.bullpen.project.registration.HookProject.names;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long what {@code register.sh} said is believed. */
class HookAgeTests {
  private static final long TTL = Duration.ofSeconds(5).toNanos();

  /** However long a run took that began at the beginning. */
  private static final long LATER = ProjectHook.TIME_LIMIT.toNanos() + 2 * TTL;

  @TempDir Path temporary;
  private HookProject hooks;

  @BeforeEach
  void a_project_whose_hook_is_allowed() throws IOException {
    hooks = new HookProject(temporary);
  }

  @Test
  void a_result_stands_until_it_is_old() throws Exception {
    hooks.hook("echo '{}'");
    HookReader reader = hooks.reader(hooks.bash);
    Registration first = reader.read(100, hooks.problems::add);
    assertSame(first, reader.read(100 + TTL - 1, hooks.problems::add));
    assertEquals(1, hooks.bash.runs.get());
    assertNotSame(first, reader.read(100 + TTL, hooks.problems::add));
    assertEquals(2, hooks.bash.runs.get());
    reader.read(100 + 2 * TTL - 1, hooks.problems::add);
    assertEquals(2, hooks.bash.runs.get());
  }

  @Test
  void a_script_that_changes_is_run_at_once() throws Exception {
    HookReader reader = hooks.reader(hooks.bash);
    hooks.hook("echo '{}'");
    assertEquals("[] [] [] [] []", names(reader.read(0, hooks.problems::add)));
    hooks.hook("mcp_register_tool '{\"name\":\"a\",\"path\":\"p\"}'");
    assertEquals("[a] - - - []", names(reader.read(1, hooks.problems::add)));
    Files.delete(hooks.project.root.resolve("server.d/register.sh"));
    assertEquals(Registration.NONE, reader.read(2, hooks.problems::add));
  }

  @Test
  void a_failure_and_its_problems_stand_as_long() throws Exception {
    hooks.hook("mcp_register_tool ''; mcp_register_tool '{'");
    HookReader reader = hooks.reader(hooks.bash);
    RegistrationException first =
        assertThrows(RegistrationException.class, () -> reader.read(0, hooks.problems::add));
    assertSame(
        first,
        assertThrows(RegistrationException.class, () -> reader.read(TTL - 1, hooks.problems::add)));
    assertEquals(1, hooks.bash.runs.get());
    assertEquals(2, hooks.problems.size());
    assertThrows(RegistrationException.class, () -> reader.read(TTL, hooks.problems::add));
    assertEquals(2, hooks.bash.runs.get());
  }

  @Test
  void only_what_was_run_grows_old() throws Exception {
    HookReader reader = hooks.reader(hooks.bash);
    assertFalse(reader.isOld(TTL));
    hooks.hook("exit 1");
    assertThrows(RegistrationException.class, () -> reader.read(0, hooks.problems::add));
    assertFalse(reader.isOld(TTL - 1));
    assertTrue(reader.isOld(TTL));
    Files.delete(hooks.project.root.resolve("server.d/register.sh"));
    reader.read(TTL, hooks.problems::add);
    assertFalse(reader.isOld(3 * TTL));
  }

  @Test
  void the_age_of_a_result_is_that_of_the_end_of_its_run() throws Exception {
    hooks.hook("echo '{}'");
    hooks.runTakes = 2 * TTL;
    HookReader reader = hooks.reader(hooks.bash);
    reader.read(0, hooks.problems::add);
    assertFalse(reader.isOld(3 * TTL - 1));
    assertTrue(reader.isOld(3 * TTL));
  }

  @Test
  void a_catalog_is_as_old_as_its_hook_also_while_the_project_is_watched() throws Exception {
    hooks.hook("echo '{}'");
    Project project =
        Project.open(
            hooks.project.root, hooks.project.env, BashHook.HOME, warning -> {}, hooks.bash);
    project.refreshIfStale(100);
    project.watched(true);
    assertFalse(project.isStale(100 + TTL - 1));
    assertTrue(project.isStale(LATER));
    project.refreshIfStale(LATER);
    assertEquals(2, hooks.bash.runs.get());
    hooks.project.file("server.d/register.json", "{\"version\": 1}");
    project.refreshIfStale(2 * LATER);
    assertFalse(project.isStale(4 * LATER), "nothing was asked of the hook");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "60, 60", "0, 5", "-1, 5", "soon, 5", "'', 5"})
  void how_long_can_be_set(String setting, int seconds) throws Exception {
    hooks.project.env.put("MCPBASH_REGISTER_TTL", setting);
    hooks.hook("echo '{}'");
    HookReader reader = hooks.reader(hooks.bash);
    long ttl = Duration.ofSeconds(seconds).toNanos();
    reader.read(0, hooks.problems::add);
    reader.read(ttl - 1, hooks.problems::add);
    assertEquals(1, hooks.bash.runs.get());
    reader.read(ttl, hooks.problems::add);
    assertEquals(2, hooks.bash.runs.get());
  }
}
