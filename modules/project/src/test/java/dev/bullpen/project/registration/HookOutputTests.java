package dev.bullpen.project.registration;

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

/** What {@code register.sh} prints counts as registered, too. */
class HookOutputTests {
  @TempDir Path temporary;
  private HookProject hooks;

  @BeforeEach
  void a_project_whose_hook_is_allowed() throws IOException {
    hooks = new HookProject(temporary);
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
  void a_printed_entry_that_cannot_be_served_is_said() throws Exception {
    assertEquals(
        "[] [] [] [] []",
        names(
            hooks.registered(
                "echo '{\"prompts\": [{\"name\": \"p\", \"path\": \"../../x\"}],"
                    + " \"resources\": [{\"name\": \"r\"}]}'")));
    assertEquals(2, hooks.problems.size());
    assertTrue(
        hooks
            .problems
            .get(0)
            .startsWith("server.d/register.sh: resources[0] is ignored: \"uri\" is missing"),
        hooks.problems::toString);
    assertTrue(
        hooks
            .problems
            .get(1)
            .startsWith("server.d/register.sh: prompts[0] is ignored: \"../../x\" is outside"),
        hooks.problems::toString);
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
    assertTrue(why == null || e.reason().contains(why), e.reason());
    assertTrue(e.getMessage().length() < 2_000, e.getMessage());
  }

  @Test
  void printed_messages_beside_entries_are_said_and_no_registration() throws Exception {
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

  @Test
  void a_printed_log_line_beside_entries_switches_nothing_off() throws Exception {
    assertEquals(
        "[a] - - - []",
        names(
            hooks.registered(
                "mcp_register_tool '{\"name\":\"a\",\"path\":\"p\"}'; echo '{\"level\":1}'")));
    assertEquals(1, hooks.problems.size());
  }

  @Test
  void printed_json_beside_entries_speaks_of_the_other_kinds() throws Exception {
    assertEquals(
        "[a] [] [] [b] []",
        names(
            hooks.registered(
                "mcp_register_tool '{\"name\":\"a\",\"path\":\"p\"}'; echo"
                    + " '{\"tools\":[],\"prompts\":[{\"name\":\"b\",\"path\":\"b.txt\"}]}'")));
  }

  @Test
  void a_kind_that_was_aborted_is_discovered_whatever_is_printed() throws Exception {
    assertEquals(
        "- [] [] [] []",
        names(hooks.registered("mcp_tools_manual_abort; echo '{\"tools\":[{\"name\":\"a\"}]}'")));
  }

  @Test
  void a_script_that_aborts_everything_may_print_what_it_likes() throws Exception {
    assertEquals(
        "- - - - []",
        names(
            hooks.registered(
                "for kind in tools resources resources_templates prompts completion; do"
                    + " mcp_${kind}_manual_abort; done; echo nothing to register")));
    assertEquals(1, hooks.problems.size());
  }
}
