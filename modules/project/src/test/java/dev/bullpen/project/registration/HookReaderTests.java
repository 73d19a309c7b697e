package dev.bullpen.project.registration;

import static dev.bullpen.project.registration.HookProject.names;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.Project;
import dev.bullpen.project.ProjectFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether and how {@code register.sh} is run, and how long what it registers is believed. */
class HookReaderTests {
  private static final long TTL = Duration.ofSeconds(5).toNanos();

  /** However long a run took that began at the beginning. */
  private static final long LATER = ProjectHook.TIME_LIMIT.toNanos() + 2 * TTL;

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
  void without_a_script_nothing_is_reported() throws Exception {
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
    assertRefused(hooks.reader(hooks.bash), words);
  }

  private void assertRefused(HookReader reader, String... words) {
    RegistrationException e =
        assertThrows(RegistrationException.class, () -> reader.read(0, hooks.problems::add));
    for (String word : words) {
      assertTrue(e.getMessage().contains(word), e.getMessage());
    }
  }

  @Test
  void it_is_not_read_by_bash_if_it_asks_for_another_language() throws Exception {
    hooks.project.file("server.d/register.sh", "#!/usr/bin/env python3\nimport os\n");
    assertRefused("requires python3");
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
  void where_it_is_not_run_that_is_reported() throws Exception {
    hooks.hook("echo '{}'");
    HookReader reader = hooks.reader(Optional.empty());
    assertEquals(Registration.NONE, reader.read(0, hooks.problems::add));
    assertTrue(reader.note().orElseThrow().contains("run only by servers"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mcp_register_tool \"$entry\"; exit",
        "(mcp_register_tool \"$entry\")",
        "set -euo pipefail; mcp_register_tool \"$entry\"; exit 0",
        "set -euo pipefail; printf '%s\\n' \"$entry\" | while read -r e; do mcp_register_tool"
            + " \"$e\"; done"
      })
  void entries_count_however_the_script_ends(String script) throws Exception {
    assertEquals(
        "[a] - - - []",
        names(hooks.registered("entry='{\"name\":\"a\",\"path\":\"p\"}'; " + script)));
  }

  @Test
  void it_runs_on_an_empty_environment() throws Exception {
    hooks.environment.clear();
    assertEquals(
        "[a] - - - []",
        names(
            hooks.registered(
                "set -euo pipefail; mcp_register_tool \"$(mcp_json_obj name a path p)\"")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exit 3                          | status 3",
        "return 4                        | status 4",
        "false                           | status 1",
        "set -eu; echo \"$NO_SUCH\"      | NO_SUCH",
        "if then                         | syntax error",
        "kill -9 $$                      | status 137",
        "echo no good >&2; exit 1        | no good",
        "printf '%0500d' 0 >&2; echo end >&2; exit 1 | 000end"
      })
  void a_script_that_fails_registers_nothing(String script, String why) throws IOException {
    RegistrationException e =
        hooks.refused("mcp_register_tool '{\"name\":\"a\",\"path\":\"p\"}'\n" + script);
    assertTrue(e.getMessage().contains("Manual registration script failed"), e.getMessage());
    assertTrue(e.getMessage().contains(why), e.getMessage());
    assertTrue(e.getMessage().length() < 2_000, e.getMessage());
  }

  @Test
  void a_script_that_does_not_end_is_ended() throws IOException {
    hooks.bash = new BashHook(hooks.project.root, temporary, Duration.ofMillis(200));
    RegistrationException e = hooks.refused("while :; do :; done");
    assertTrue(e.getMessage().contains("did not end within 10 s"), e.getMessage());
  }

  @Test
  void an_interrupted_run_is_given_up_and_run_again() throws Exception {
    hooks.hook("echo '{}'");
    HookReader reader =
        hooks.reader(
            (command, env) -> {
              if (hooks.bash.runs.incrementAndGet() == 1) {
                throw new InterruptedException();
              }
              return said("{}", command);
            });
    assertThrows(RegistrationException.class, () -> reader.read(0, hooks.problems::add));
    assertTrue(Thread.interrupted());
    assertEquals("[] [] [] [] []", names(reader.read(0, hooks.problems::add)));
  }

  private static ProjectHook.Outcome said(String out, List<String> command) {
    return new ProjectHook.Outcome(
        0,
        out.replace("MARK", command.get(3)).getBytes(StandardCharsets.ISO_8859_1),
        new byte[0],
        false);
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void entries_of_a_kind_have_a_limit(int beyond, boolean accepted) throws Exception {
    hooks.hook("");
    String entry = "{\"name\":\"a\",\"path\":\"%s\"}";
    int rest = 1_048_576 - 2 * (entry.length() - 2) + beyond;
    String one = entry.formatted("x".repeat(rest / 2));
    String two = entry.formatted("x".repeat(rest - rest / 2));
    String call = "\0MARK mcp_register_%s\0%s\0";
    String out =
        call.formatted("tool", one) + call.formatted("prompt", two) + call.formatted("tool", two);
    HookReader reader = hooks.reader((command, env) -> said(out, command));
    if (accepted) {
      assertEquals(2, reader.read(0, hooks.problems::add).tools().orElseThrow().size());
    } else {
      assertRefused(reader, "call 3, mcp_register_tool", "the tools take more than 1048576 bytes");
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void what_is_printed_has_a_limit(int beyond, boolean accepted) throws Exception {
    hooks.hook("");
    String out = "{}" + " ".repeat(1_048_574 + beyond);
    HookReader reader = hooks.reader((command, env) -> said(out, command));
    if (accepted) {
      assertEquals("[] [] [] [] []", names(reader.read(0, hooks.problems::add)));
    } else {
      assertRefused(reader, "printed more than 1048576 bytes");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "MCPBASH_MANUAL_BUFFER_MAX_BYTES, 23, true",
    "MCPBASH_MANUAL_BUFFER_MAX_BYTES, 22, false",
    "MCPBASH_MANUAL_BUFFER_MAX_BYTES, lots, true"
  })
  void the_limit_can_be_set(String name, String limit, boolean accepted) throws Exception {
    hooks.project.env.put(name, limit);
    String script = "mcp_register_tool '{\"name\":\"a\",\"path\":\"p\"}'";
    if (accepted) {
      assertEquals("[a] - - - []", names(hooks.registered(script)));
    } else {
      assertTrue(hooks.refused(script).getMessage().contains(name));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\0MARK", "\0MARK ", "\0MARK mcp_register_tool", "\0MARK f\0{}", "\0"})
  void half_a_call_is_no_call(String out) throws Exception {
    hooks.hook("");
    assertRefused(
        hooks.reader((command, env) -> said(out, command)), "it registers nothing and printed");
  }

  @Test
  void an_unknown_function_is_refused() throws Exception {
    hooks.hook("");
    assertRefused(hooks.reader((command, env) -> said("\0MARK f\0{}\0", command)), "call 1, f");
  }

  @Test
  void calls_of_another_run_are_what_is_printed() throws Exception {
    hooks.hook("");
    assertRefused(hooks.reader((command, env) -> said("\0other mcp_register_tool\0{}\0", command)));
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
