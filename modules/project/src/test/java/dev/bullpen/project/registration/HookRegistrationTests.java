package dev.bullpen.project.registration;

import static dev.bullpen.project.ProjectTest.assertReported;
import static dev.bullpen.project.registration.HookProject.names;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code register.sh} registers, by its functions and by what it prints. */
class HookRegistrationTests {
  @TempDir Path temporary;
  private HookProject hooks;

  @BeforeEach
  void a_project_whose_hook_is_allowed() throws IOException {
    hooks = new HookProject(temporary);
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
    assertEquals(expected, names(hooks.registered(function + entry)));
    assertEquals(List.of(), hooks.problems);
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
    assertEquals(
        expected + " - - " + expected + " []", names(hooks.registered(script.formatted(calls))));
  }

  @Test
  void what_is_registered_in_vain_is_reported() throws Exception {
    hooks.registered(
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
            hooks.project.root
                + "/server.d/register.sh: call 6, mcp_register_resource is ignored: \"name\" is missing or not"
                + " a string with something in it. Give its name.",
            hooks.project.root
                + "/server.d/register.sh: call 5, mcp_register_prompt \"p\" is ignored: \"path\" is missing or not"
                + " a string with something in it. Give its path."),
        hooks.problems);
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
        "mcp_completion_register_manual '{\"name\": \"c\"}' | call 2,"
            + " mcp_completion_register_manual \"c\" | path",
        "mcp_completion_register_manual '{\"name\": \"c\", \"path\": \"gone.sh\"}' | call 2,"
            + " mcp_completion_register_manual \"c\" | no file",
        "mcp_completion_register_manual '{\"name\": \"c\", \"path\": \"/etc/passwd\"}' | call 2,"
            + " mcp_completion_register_manual \"c\" | outside",
      })
  void a_bad_entry_is_named_by_its_call_with_the_reason(String call, String where, String why)
      throws IOException {
    RegistrationException e = hooks.refused("mcp_tools_manual_begin\n" + call);
    assertTrue(e.getMessage().contains(where), e.getMessage());
    assertTrue(e.getMessage().contains(why), e.getMessage());
    Path file = hooks.project.root.resolve("server.d/register.sh");
    assertTrue(e.getMessage().startsWith(file + ": "), e.getMessage());
  }

  @Test
  void what_means_nothing_is_reported_by_its_call_and_passed_over() throws Exception {
    Registration registered =
        hooks.registered(
            """
            mcp_completion_register_manual '{"name": "c", "path": "completions/a.sh", "timeoutSecs": -1, "odd": 1}'
            mcp_register_resource '{"name": "r", "uri": "own://r", "path": "../../r"}'
            mcp_resources_templates_register_manual '{"name": "t", "uriTemplate": "own://{t}", "path": "../../t"}'
            """);
    assertEquals("- [r] [t] - [c]", names(registered));
    assertEquals(2, hooks.problems.size(), hooks.problems.toString());
    String call =
        hooks.project.root.resolve("server.d/register.sh")
            + ": call 1, mcp_completion_register_manual \"c\": ";
    assertTrue(
        hooks.problems.get(0).startsWith(call + "\"odd\" is ignored"), hooks.problems.get(0));
    assertTrue(
        hooks.problems.get(1).startsWith(call + "\"timeoutSecs\" is ignored"),
        hooks.problems.get(1));
  }

  @Test
  void the_second_completion_of_a_name_is_refused() throws IOException {
    String call =
        "mcp_completion_register_manual '{\"name\": \"a\", \"path\": \"completions/a.sh\"}'\n";
    RegistrationException e = hooks.refused(call + call);
    assertTrue(
        e.getMessage().contains("call 2, mcp_completion_register_manual \"a\""), e.getMessage());
    assertTrue(e.getMessage().contains("twice"), e.getMessage());
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
    assertEquals(expected, names(hooks.registered("printf " + printed)));
    assertEquals(List.of(), hooks.problems);
  }

  @Test
  void a_printed_entry_that_cannot_be_served_is_reported() throws Exception {
    assertEquals(
        "[] [] [] [] []",
        names(
            hooks.registered(
                "echo '{\"prompts\": [{\"name\": \"p\", \"path\": \"../../x\"}],"
                    + " \"resources\": [{\"name\": \"r\"}]}'")));
    assertReported(
        hooks.problems,
        "register.sh: resources[0] \"r\" is ignored: \"uri\" is missing",
        "register.sh: prompts[0] \"p\" is ignored: \"../../x\" is outside");
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
    RegistrationException e = hooks.refused(script);
    assertTrue(why == null || e.getMessage().contains(why), e.getMessage());
    assertTrue(e.getMessage().length() < 2_000, e.getMessage());
  }

  @Test
  void printed_messages_beside_entries_are_reported_and_no_registration() throws Exception {
    assertEquals(
        "[a] - - - []",
        names(
            hooks.registered(
                "echo registering; mcp_register_tool '{\"name\":\"a\",\"path\":\"p\"}'; echo"
                    + " done")));
    assertEquals(
        List.of(
            "server.d/register.sh: what it printed is ignored: \"registering\\ndone\\n\". Print"
                + " messages to the error output."),
        hooks.problems);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a log line beside entries switches nothing off | [a] - - - [] | 1"
            + " | add a; echo '{\"level\":1}'",
        "json beside entries speaks of the other kinds | [a] [] [] [b] [] | 0"
            + " | add a; echo '{\"tools\":[],\"prompts\":[{\"name\":\"b\",\"path\":\"b.txt\"}]}'",
        "an aborted kind is discovered whatever is printed | - [] [] [] [] | 0"
            + " | mcp_tools_manual_abort; echo '{\"tools\":[{\"name\":\"a\"}]}'",
        "a script that aborts everything may print what it likes | - - - - [] | 1"
            + " | for kind in tools resources resources_templates prompts completion; do"
            + " mcp_${kind}_manual_abort; done; echo nothing to register",
        "a bad entry that was aborted is no matter | - - - - [] | 0"
            + " | mcp_register_tool '{'; mcp_tools_manual_abort"
      })
  void what_is_printed_beside_entries_or_after_an_abort(
      String name, String expected, int problems, String script) throws Exception {
    String add = "add() { mcp_register_tool '{\"name\":\"a\",\"path\":\"p\"}'; }\n";
    assertEquals(expected, names(hooks.registered(add + script)));
    assertEquals(problems, hooks.problems.size(), hooks.problems::toString);
  }
}
