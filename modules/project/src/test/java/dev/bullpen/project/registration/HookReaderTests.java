package dev.bullpen.project.registration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.completion.CompletionTarget;
import dev.bullpen.project.file.Layout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class HookReaderTests {
  private static final long TTL = Duration.ofSeconds(5).toNanos();

  @TempDir Path temporary;
  private ProjectFixture project;
  private BashHook bash;
  private Map<String, String> environment;
  private List<String> problems;

  @BeforeEach
  void a_project_whose_hook_is_allowed() throws IOException {
    project = new ProjectFixture(temporary).script("completions/a.sh");
    project.env.put("MCPBASH_ALLOW_PROJECT_HOOKS", "true");
    bash = new BashHook(project.root, temporary, Duration.ofSeconds(30));
    environment = Map.of("PATH", "/usr/bin:/bin");
    problems = new ArrayList<>();
  }

  private HookReader reader(ProjectHook hook) {
    return new HookReader(
        Layout.of(project.root, project.env, BashHook.HOME),
        project.env,
        environment,
        Optional.of(BashHook.BASH),
        Optional.of(hook));
  }

  private ProjectFixture hook(String script) throws IOException {
    return project.script("server.d/register.sh", "#!/bin/bash\n" + script + "\n");
  }

  private Registration registered(String script) throws Exception {
    hook(script);
    return reader(bash).read(0, problems::add);
  }

  private RegistrationException refused(String script) throws IOException {
    hook(script);
    return assertThrows(RegistrationException.class, () -> reader(bash).read(0, problems::add));
  }

  /** What of each kind, with letters for names; {@code -} leaves it to discovery. */
  private static String names(Registration registration) {
    return String.join(
        " ",
        names(registration.tools()),
        names(registration.resources()),
        names(registration.resourceTemplates()),
        names(registration.prompts()),
        "["
            + registration.completions().keySet().stream()
                .map(CompletionTarget::name)
                .collect(Collectors.joining(","))
            + "]");
  }

  private static String names(Optional<List<ObjectNode>> entries) {
    return entries
        .map(all -> all.stream().map(entry -> entry.path("name").stringValue("?")).toList())
        .map(all -> "[" + String.join(",", all) + "]")
        .orElse("-");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mcp_register_tool                       | path        | [a] - - - []",
        "mcp_tools_register_manual               | path        | [a] - - - []",
        "mcp_register_resource                   | uri         | - [a] - - []",
        "mcp_resources_register_manual           | uri         | - [a] - - []",
        "mcp_resources_templates_register_manual | uriTemplate | - - [a] - []",
        "mcp_register_prompt                     | path        | - - - [a] []",
        "mcp_prompts_register_manual             | path        | - - - [a] []",
        "mcp_completion_register_manual          | path        | - - - - [a]"
      })
  void every_function_registers_its_kind_and_leaves_the_others(
      String function, String needed, String expected) throws Exception {
    String entry = " '{\"name\": \"a\", \"%s\": \"completions/a.sh\"}'".formatted(needed);
    assertEquals(expected, names(registered(function + entry)));
    assertEquals(List.of(), problems);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "begin; add a; finalize              | [a]",
        "add a; begin; add b                 | [b]",
        "add a; abort                        | -",
        "add a; abort; add b                 | -",
        "add a; abort; begin; add b          | [b]",
        "add a; finalize; add b              | [a]",
        "add a; finalize; abort              | [a]",
        "add a; finalize; begin; add b       | [b]",
        "add a; finalize; begin; finalize    | [a]",
        "begin; finalize                     | -",
        "begin                               | -",
        "add a; exit 0; add b                | [a]",
        "add a; add b; add c                 | [a,b,c]",
        "add a; add a                        | [a,a]"
      })
  void a_kind_begins_ends_and_is_aborted(String calls, String expected) throws Exception {
    String script =
        """
        for kind in tools prompts; do
          add() { "mcp_${kind}_register_manual" "{\\"name\\": \\"$1\\", \\"path\\": \\"p\\"}"; }
          begin() { "mcp_${kind}_manual_begin"; }
          abort() { "mcp_${kind}_manual_abort"; }
          finalize() { "mcp_${kind}_manual_finalize"; }
          (%s)
        done
        """;
    assertEquals(expected + " - - " + expected + " []", names(registered(script.formatted(calls))));
  }

  @Test
  void what_is_registered_in_vain_is_said() throws Exception {
    registered(
        """
        mcp_tools_manual_abort
        mcp_register_tool '{}'
        mcp_register_prompt ''
        mcp_register_prompt ' '
        mcp_register_prompt '{"name": "p"}'
        mcp_register_resource '{"uri": "file:///a"}'
        """);
    assertEquals(
        List.of(
            "server.d/register.sh: call 2, mcp_register_tool registers nothing: its kind was"
                + " aborted or finalized before. Call mcp_tools_manual_begin first.",
            "server.d/register.sh: call 3, mcp_register_prompt registers nothing: it was given no"
                + " JSON. Give it an object.",
            "server.d/register.sh: call 4, mcp_register_prompt registers nothing: it was given no"
                + " JSON. Give it an object.",
            "server.d/register.sh: call 6, mcp_register_resource is ignored: \"name\" is missing or not"
                + " a string with something in it. Give its name.",
            "server.d/register.sh: call 5, mcp_register_prompt is ignored: \"path\" is missing or not"
                + " a string with something in it. Give its path."),
        problems);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "mcp_register_tool '{'                  | call 2, mcp_register_tool | not valid JSON",
        "mcp_register_tool '[]'                 | call 2, mcp_register_tool | not a JSON object",
        "mcp_register_tool '{} {}'              | call 2, mcp_register_tool | follows",
        "mcp_register_tool $'\"\\xff\"'         | call 2, mcp_register_tool | UTF-8",
        "mcp_register_prompt '{\"a\":1,\"a\":2}' | call 2, mcp_register_prompt | not valid JSON",
        "mcp_completion_register_manual '{\"name\": \"c\"}' | call 2,"
            + " mcp_completion_register_manual \"c\" | path",
        "mcp_completion_register_manual '{\"name\": \"c\", \"path\": \"gone.sh\"}' | call 2,"
            + " mcp_completion_register_manual \"c\" | no file",
        "mcp_completion_register_manual '{\"name\": \"c\", \"path\": \"/etc/passwd\"}' | call 2,"
            + " mcp_completion_register_manual \"c\" | outside",
      })
  void a_bad_entry_is_named_by_its_call_with_the_reason(String call, String where, String why)
      throws IOException {
    RegistrationException e = refused("mcp_tools_manual_begin\n" + call);
    assertEquals(Optional.of(where), e.entry());
    assertTrue(e.reason().contains(why), e.reason());
    assertEquals(project.root.resolve("server.d/register.sh"), e.file());
  }

  @Test
  void a_bad_entry_that_was_aborted_is_no_matter() throws Exception {
    assertEquals("- - - - []", names(registered("mcp_register_tool '{'; mcp_tools_manual_abort")));
  }

  @Test
  void the_second_completion_of_a_name_is_refused() throws IOException {
    String call =
        "mcp_completion_register_manual '{\"name\": \"a\", \"path\": \"completions/a.sh\"}'\n";
    RegistrationException e = refused(call + call);
    assertEquals(Optional.of("call 2, mcp_completion_register_manual \"a\""), e.entry());
    assertTrue(e.reason().contains("twice"), e.reason());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'{}'                                              | [] [] [] [] []",
        "'{\"tools\":[{\"name\":\"t\",\"path\":\"t.sh\"}]}'                  | [t] [] [] [] []",
        "'{\"prompts\":null,\"version\":1}'                | [] [] [] [] []",
        "'{\"resourceTemplates\":[{\"name\":\"x\",\"uriTemplate\":\"x:{y}\"}]}\\n\\n' | [] [] [x] [] []",
        "'{\"completions\":[{\"name\":\"c\",\"path\":\"completions/a.sh\"}]}' | [] [] [] [] [c]",
        "' \\n\\t'                                         | - - - - []"
      })
  void printed_json_speaks_of_every_kind(String printed, String expected) throws Exception {
    assertEquals(expected, names(registered("printf " + printed)));
    assertEquals(List.of(), problems);
  }

  @Test
  void a_printed_entry_that_cannot_be_served_is_said() throws Exception {
    assertEquals(
        "[] [] [] [] []",
        names(
            registered(
                "echo '{\"prompts\": [{\"name\": \"p\", \"path\": \"../../x\"}],"
                    + " \"resources\": [{\"name\": \"r\"}]}'")));
    assertEquals(2, problems.size());
    assertTrue(
        problems
            .get(0)
            .startsWith("server.d/register.sh: resources[0] is ignored: \"uri\" is missing"),
        problems::toString);
    assertTrue(
        problems
            .get(1)
            .startsWith("server.d/register.sh: prompts[0] is ignored: \"../../x\" is outside"),
        problems::toString);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "echo hello                          | not valid JSON",
        "echo '[]'                           | not a JSON object",
        "printf '\\0\\377\\376'              | UTF-8",
        "head -c 4096 /dev/urandom           | ",
        "echo '{\"tools\":{}}'               | neither an array nor null",
        "echo '{\"tools\":[1]}'              | not an object",
        "echo '{\"completions\":[{}]}'       | name"
      })
  void printed_nonsense_is_refused_when_nothing_else_is_registered(String script, String why)
      throws IOException {
    RegistrationException e = refused(script);
    assertTrue(why == null || e.reason().contains(why), e.reason());
    assertTrue(e.getMessage().length() < 2_000, e.getMessage());
  }

  @Test
  void printed_messages_beside_entries_are_said_and_no_registration() throws Exception {
    assertEquals(
        "[a] - - - []",
        names(
            registered(
                "echo registering; mcp_register_tool '{\"name\":\"a\",\"path\":\"p\"}'; echo"
                    + " done")));
    assertEquals(
        List.of(
            "server.d/register.sh: what it printed is ignored: \"registering\\ndone\\n\". Print"
                + " messages to the error output."),
        problems);
  }

  @Test
  void a_printed_log_line_beside_entries_switches_nothing_off() throws Exception {
    assertEquals(
        "[a] - - - []",
        names(
            registered(
                "mcp_register_tool '{\"name\":\"a\",\"path\":\"p\"}'; echo '{\"level\":1}'")));
    assertEquals(1, problems.size());
  }

  @Test
  void printed_json_beside_entries_speaks_of_the_other_kinds() throws Exception {
    assertEquals(
        "[a] [] [] [b] []",
        names(
            registered(
                "mcp_register_tool '{\"name\":\"a\",\"path\":\"p\"}'; echo"
                    + " '{\"tools\":[],\"prompts\":[{\"name\":\"b\",\"path\":\"b.txt\"}]}'")));
  }

  @Test
  void a_kind_that_was_aborted_is_discovered_whatever_is_printed() throws Exception {
    assertEquals(
        "- [] [] [] []",
        names(registered("mcp_tools_manual_abort; echo '{\"tools\":[{\"name\":\"a\"}]}'")));
  }

  @Test
  void a_script_that_aborts_everything_may_print_what_it_likes() throws Exception {
    assertEquals(
        "- - - - []",
        names(
            registered(
                "for kind in tools resources resources_templates prompts completion; do"
                    + " mcp_${kind}_manual_abort; done; echo nothing to register")));
    assertEquals(1, problems.size());
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
        "[a] - - - []", names(registered("entry='{\"name\":\"a\",\"path\":\"p\"}'; " + script)));
  }

  @Test
  void it_runs_on_an_empty_environment() throws Exception {
    environment = Map.of();
    assertEquals(
        "[a] - - - []",
        names(
            registered("set -euo pipefail; mcp_register_tool \"$(mcp_json_obj name a path p)\"")));
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
        refused("mcp_register_tool '{\"name\":\"a\",\"path\":\"p\"}'\n" + script);
    assertTrue(e.reason().startsWith("Manual registration script failed"), e.reason());
    assertTrue(e.reason().contains(why), e.reason());
    assertTrue(e.getMessage().length() < 2_000, e.getMessage());
  }

  @Test
  void a_script_that_does_not_end_is_ended() throws IOException {
    bash = new BashHook(project.root, temporary, Duration.ofMillis(200));
    RegistrationException e = refused("while :; do :; done");
    assertTrue(e.reason().contains("did not end within 10 s"), e.reason());
  }

  @Test
  void an_interrupted_run_is_given_up_and_run_again() throws Exception {
    hook("echo '{}'");
    HookReader reader =
        reader(
            (command, env) -> {
              if (bash.runs.incrementAndGet() == 1) {
                throw new InterruptedException();
              }
              return said("{}", command);
            });
    assertThrows(RegistrationException.class, () -> reader.read(0, problems::add));
    assertTrue(Thread.interrupted());
    assertEquals("[] [] [] [] []", names(reader.read(0, problems::add)));
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
    hook("");
    String entry = "{\"name\":\"a\",\"path\":\"%s\"}";
    int rest = 1_048_576 - 2 * (entry.length() - 2) + beyond;
    String one = entry.formatted("x".repeat(rest / 2));
    String two = entry.formatted("x".repeat(rest - rest / 2));
    String call = "\0MARK mcp_register_%s\0%s\0";
    String out =
        call.formatted("tool", one) + call.formatted("prompt", two) + call.formatted("tool", two);
    HookReader reader = reader((command, env) -> said(out, command));
    if (accepted) {
      assertEquals(2, reader.read(0, problems::add).tools().orElseThrow().size());
    } else {
      RegistrationException e =
          assertThrows(RegistrationException.class, () -> reader.read(0, problems::add));
      assertEquals(Optional.of("call 3, mcp_register_tool"), e.entry());
      assertTrue(e.reason().contains("the tools take more than 1048576 bytes"), e.reason());
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void what_is_printed_has_a_limit(int beyond, boolean accepted) throws Exception {
    hook("");
    String out = "{}" + " ".repeat(1_048_574 + beyond);
    HookReader reader = reader((command, env) -> said(out, command));
    if (accepted) {
      assertEquals("[] [] [] [] []", names(reader.read(0, problems::add)));
    } else {
      assertTrue(
          assertThrows(RegistrationException.class, () -> reader.read(0, problems::add))
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
    project.env.put(name, limit);
    String script = "mcp_register_tool '{\"name\":\"a\",\"path\":\"p\"}'";
    if (accepted) {
      assertEquals("[a] - - - []", names(registered(script)));
    } else {
      assertTrue(refused(script).nextStep().contains(name));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\0MARK", "\0MARK ", "\0MARK mcp_register_tool", "\0MARK f\0{}", "\0"})
  void half_a_call_is_no_call(String out) throws Exception {
    hook("");
    RegistrationException e =
        assertThrows(
            RegistrationException.class,
            () -> reader((command, env) -> said(out, command)).read(0, problems::add));
    assertTrue(e.reason().contains("it registers nothing and printed"), e.reason());
  }

  @Test
  void an_unknown_function_is_refused() throws Exception {
    hook("");
    RegistrationException e =
        assertThrows(
            RegistrationException.class,
            () -> reader((command, env) -> said("\0MARK f\0{}\0", command)).read(0, problems::add));
    assertEquals(Optional.of("call 1, f"), e.entry());
  }

  @Test
  void calls_of_another_run_are_what_is_printed() throws Exception {
    hook("");
    HookReader reader = reader((command, env) -> said("\0other mcp_register_tool\0{}\0", command));
    assertThrows(RegistrationException.class, () -> reader.read(0, problems::add));
  }

  @ParameterizedTest
  @CsvSource({
    "true, true",
    "1, true",
    "yes, true",
    "on, true",
    "TRUE, false",
    "0, false",
    "'', false"
  })
  void it_runs_only_if_the_operator_allows_it(String setting, boolean allowed) throws Exception {
    project.env.put("MCPBASH_ALLOW_PROJECT_HOOKS", setting);
    assertEquals(allowed ? "[] [] [] [] []" : "- - - - []", names(registered("echo '{}'")));
    assertEquals(allowed ? 1 : 0, bash.runs.get());
    assertEquals(List.of(), problems);
  }

  @Test
  void without_a_script_nothing_is_said() throws Exception {
    assertEquals(Registration.NONE, reader(bash).read(0, problems::add));
    assertEquals(List.of(), problems);
  }

  @Test
  void it_must_be_executable_or_begin_like_a_script() throws Exception {
    project.file("server.d/register.sh", "echo '{}'\n");
    assertEquals(Registration.NONE, reader(bash).read(0, problems::add));
    assertTrue(problems.get(0).contains("Run chmod +x"), problems::toString);
    project.file("server.d/register.sh", "#!/usr/bin/env bash\necho '{}'\n");
    assertEquals("[] [] [] [] []", names(reader(bash).read(0, problems::add)));
    project.script("server.d/register.sh", "echo '{}'\n");
    assertEquals("[] [] [] [] []", names(reader(bash).read(0, problems::add)));
  }

  @ParameterizedTest
  @CsvSource({
    "server.d/register.sh, rwxrwxr-x",
    "server.d/register.sh, rwxr-xrwx",
    "server.d, rwxrwxr-x",
    "'', rwxr-xrwx"
  })
  void a_place_others_may_write_is_not_believed(String place, String permissions) throws Exception {
    hook("echo '{}'");
    Path path = project.root.resolve(place);
    ProjectFixture.permit(path, permissions);
    assertEquals(Registration.NONE, reader(bash).read(0, problems::add));
    assertEquals(0, bash.runs.get());
    assertEquals(1, problems.size());
    assertTrue(problems.get(0).contains("chmod go-w " + (place.isEmpty() ? project.root : path)));
  }

  @Test
  void a_symbolic_link_or_a_folder_is_not_believed() throws Exception {
    project.script("elsewhere.sh", "#!/bin/bash\necho '{}'\n").file("server.d/x", "");
    Path file = project.root.resolve("server.d/register.sh");
    Files.createSymbolicLink(file, project.root.resolve("elsewhere.sh"));
    assertEquals(Registration.NONE, reader(bash).read(0, problems::add));
    Files.delete(file);
    Files.createDirectory(file);
    ProjectFixture.permit(file, "rwxr-xr-x");
    assertEquals(Registration.NONE, reader(bash).read(0, problems::add));
    assertEquals(2, problems.size());
    assertTrue(problems.get(0).contains("symbolic link"), problems::toString);
    assertTrue(problems.get(1).contains("regular file"), problems::toString);
  }

  @Test
  void a_result_stands_until_it_is_old() throws Exception {
    hook("echo '{}'");
    HookReader reader = reader(bash);
    Registration first = reader.read(100, problems::add);
    assertSame(first, reader.read(100 + TTL - 1, problems::add));
    assertEquals(1, bash.runs.get());
    assertNotSame(first, reader.read(100 + TTL, problems::add));
    assertEquals(2, bash.runs.get());
    reader.read(100 + 2 * TTL - 1, problems::add);
    assertEquals(2, bash.runs.get());
  }

  @Test
  void a_script_that_changes_is_run_at_once() throws Exception {
    HookReader reader = reader(bash);
    hook("echo '{}'");
    assertEquals("[] [] [] [] []", names(reader.read(0, problems::add)));
    hook("mcp_register_tool '{\"name\":\"a\",\"path\":\"p\"}'");
    assertEquals("[a] - - - []", names(reader.read(1, problems::add)));
    Files.delete(project.root.resolve("server.d/register.sh"));
    assertEquals(Registration.NONE, reader.read(2, problems::add));
  }

  @Test
  void a_failure_and_its_problems_stand_as_long() throws Exception {
    hook("mcp_register_tool ''; mcp_register_tool '{'");
    HookReader reader = reader(bash);
    RegistrationException first =
        assertThrows(RegistrationException.class, () -> reader.read(0, problems::add));
    assertSame(
        first,
        assertThrows(RegistrationException.class, () -> reader.read(TTL - 1, problems::add)));
    assertEquals(1, bash.runs.get());
    assertEquals(2, problems.size());
    assertThrows(RegistrationException.class, () -> reader.read(TTL, problems::add));
    assertEquals(2, bash.runs.get());
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "60, 60", "0, 5", "-1, 5", "soon, 5", "'', 5"})
  void how_long_can_be_set(String setting, int seconds) throws Exception {
    project.env.put("MCPBASH_REGISTER_TTL", setting);
    hook("echo '{}'");
    HookReader reader = reader(bash);
    long ttl = Duration.ofSeconds(seconds).toNanos();
    reader.read(0, problems::add);
    reader.read(ttl - 1, problems::add);
    assertEquals(1, bash.runs.get());
    reader.read(ttl, problems::add);
    assertEquals(2, bash.runs.get());
  }

  @Test
  void where_nobody_runs_it_that_is_said() throws Exception {
    hook("echo '{}'");
    HookReader reader =
        new HookReader(
            Layout.of(project.root, project.env, BashHook.HOME),
            project.env,
            environment,
            Optional.of(BashHook.BASH),
            Optional.empty());
    assertEquals(Registration.NONE, reader.read(0, problems::add));
    assertTrue(problems.get(0).contains("nobody here runs"), problems::toString);
  }
}
