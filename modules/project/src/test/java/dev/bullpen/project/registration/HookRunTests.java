package dev.bullpen.project.registration;

import static dev.bullpen.project.registration.HookProject.names;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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

/** How {@code register.sh} is run, and how much it may say. */
class HookRunTests {
  @TempDir Path temporary;
  private HookProject hooks;

  @BeforeEach
  void a_project_whose_hook_is_allowed() throws IOException {
    hooks = new HookProject(temporary);
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
    assertTrue(e.reason().startsWith("Manual registration script failed"), e.reason());
    assertTrue(e.reason().contains(why), e.reason());
    assertTrue(e.getMessage().length() < 2_000, e.getMessage());
  }

  @Test
  void a_script_that_does_not_end_is_ended() throws IOException {
    hooks.bash = new BashHook(hooks.project.root, temporary, Duration.ofMillis(200));
    RegistrationException e = hooks.refused("while :; do :; done");
    assertTrue(e.reason().contains("did not end within 10 s"), e.reason());
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
      RegistrationException e =
          assertThrows(RegistrationException.class, () -> reader.read(0, hooks.problems::add));
      assertEquals(Optional.of("call 3, mcp_register_tool"), e.entry());
      assertTrue(e.reason().contains("the tools take more than 1048576 bytes"), e.reason());
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
      assertTrue(
          assertThrows(RegistrationException.class, () -> reader.read(0, hooks.problems::add))
              .reason()
              .contains("printed more than 1048576 bytes"));
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
      assertTrue(hooks.refused(script).nextStep().contains(name));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\0MARK", "\0MARK ", "\0MARK mcp_register_tool", "\0MARK f\0{}", "\0"})
  void half_a_call_is_no_call(String out) throws Exception {
    hooks.hook("");
    RegistrationException e =
        assertThrows(
            RegistrationException.class,
            () -> hooks.reader((command, env) -> said(out, command)).read(0, hooks.problems::add));
    assertTrue(e.reason().contains("it registers nothing and printed"), e.reason());
  }

  @Test
  void an_unknown_function_is_refused() throws Exception {
    hooks.hook("");
    RegistrationException e =
        assertThrows(
            RegistrationException.class,
            () ->
                hooks
                    .reader((command, env) -> said("\0MARK f\0{}\0", command))
                    .read(0, hooks.problems::add));
    assertEquals(Optional.of("call 1, f"), e.entry());
  }

  @Test
  void calls_of_another_run_are_what_is_printed() throws Exception {
    hooks.hook("");
    HookReader reader =
        hooks.reader((command, env) -> said("\0other mcp_register_tool\0{}\0", command));
    assertThrows(RegistrationException.class, () -> reader.read(0, hooks.problems::add));
  }
}
