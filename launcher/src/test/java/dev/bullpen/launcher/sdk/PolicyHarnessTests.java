package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A project's policy asked by the harness: 0 allows, 1 with a line of JSON denies, anything else is
 * no verdict.
 */
class PolicyHarnessTests extends AskedPolicy {
  @Test
  void a_policy_decides_by_name_and_metadata() {
    String policy =
        """
        mcp_tools_policy_check() {
          [ "$1" = hello ] && [ "$(mcp_json_extract_optional "$2" -r .annotations.readOnlyHint false)" = true ]
        }
        """;

    assertEquals(0, ask(policy, "hello", "{\"annotations\":{\"readOnlyHint\":true}}").exitCode());
    assertEquals(
        denied(-32602, "Tool 'hello' blocked by policy", ""), ask(policy, "hello", "{}").out());
    assertEquals(
        denied(-32602, "Tool 'it\\\"s' blocked by policy", ""), ask(policy, "it\"s", "{}").out());
  }

  @Test
  void a_denial_may_have_a_code_a_message_and_data() {
    Ran said =
        ask(
            "mcp_tools_policy_check() { mcp_tools_error -32001 'not \"now\"' '{\"a\": 1}'; return"
                + " 1; }",
            "t",
            "{}");

    assertEquals(1, said.exitCode());
    assertEquals(denied(-32001, "not \\\"now\\\"", ",\"data\":{\"a\":1}"), said.out());
  }

  @Test
  void what_bash_cannot_read_is_reported_once() {
    Ran said = ask("mcp_tools_policy_check() { (; }\n", "t", "{}");

    assertEquals(NO_VERDICT, said.exitCode());
    assertEquals(1, said.err().split("syntax error", -1).length - 1, said::err);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "_MCP_TOOLS_ERROR_CODE=-32001 _MCP_TOOLS_ERROR_MESSAGE=closed | -32001 | closed | ''",
        "_MCP_TOOLS_ERROR_MESSAGE=closed | -32602 | closed | ''",
        "_MCP_TOOLS_ERROR_CODE=7 _MCP_TOOLS_ERROR_DATA='{\"a\": 1}' | 7 | Tool 't' blocked by"
            + " policy | ,\"data\":{\"a\":1}",
        "_MCP_TOOLS_ERROR_DATA=1; mcp_tools_error 7 closed | 7 | closed | ''",
        "mcp_tools_error no | -32602 | Tool 't' blocked by policy | ''"
      })
  void a_denial_may_be_in_mcp_bashs_own_variables(
      String denial, int code, String message, String data) {
    Ran said = ask("mcp_tools_policy_check() { " + denial + "; return 1; }", "t", "{}");

    assertEquals(denied(code, message, data), said.out(), said::err);
  }

  @Test
  void what_the_operator_has_in_such_a_variable_is_no_reason() {
    Ran said =
        tool("mcp_tools_policy_check() { return 1; }", "t", "{}")
            .with("_MCP_TOOLS_ERROR_MESSAGE", "old")
            .runAs(asked());

    assertEquals(denied(-32602, "Tool 't' blocked by policy", ""), said.out(), said::err);
  }

  @ParameterizedTest
  @CsvSource({
    "mcp_tools_policy_default,allow,0,''",
    "mcp_tools_policy_default,deny:not listed,1,not listed",
    "mcp_tools_policy_check_default,allow,0,''",
    "mcp_tools_policy_check_default,deny:not listed,1,not listed"
  })
  void a_policy_may_begin_with_what_the_server_would_decide(
      String begin, String byDefault, int status, String message) {
    Ran said =
        tool(
                "declare -F "
                    + begin
                    + " >/dev/null || exit\nmcp_tools_policy_check() { "
                    + begin
                    + " \"$@\" || return 1; }",
                "t",
                "{}")
            .with("MCP_POLICY_DEFAULT", byDefault)
            .runAs(asked());

    assertEquals(status, said.exitCode(), said::err);
    assertEquals(message.isEmpty() ? "" : denied(-32602, message, ""), said.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tell() { :; }; ask() { :; }",
        "policy=strict status=1 verdict=no message=m; [ -z x ]",
        "readonly policy=strict status=1 verdict=no message=m code=1 data=d",
        "denial_code=x denial_message='' denial_data=1",
        "exec 9>lock",
        "IFS=aeo; set -efu",
        "readonly IFS=aeo",
        "exec 59>&- 3<&0; (exec 60<&-)"
      })
  void what_a_policy_calls_its_own_does_not_matter(String own) {
    String policy =
        own
            + "\nmcp_tools_policy_check() { [ \"$1\" = yes ] || mcp_tools_error 7 no; [ \"$1\" = yes ]; }";

    assertEquals(new Ran(0, "", ""), ask(policy, "yes", "{}"));
    assertEquals(new Ran(1, denied(7, "no", ""), ""), ask(policy, "no", "{}"));
  }

  @Test
  void what_it_has_made_readonly_does_not_answer_its_questions() {
    String policy =
        """
        readonly name=strict path=.name json='{}' filter=.name found=false value=false
        mcp_tools_policy_check() {
          [ "$(mcp_json_extract_optional "$2" -r .annotations.destructiveHint false)" != true ]
        }
        """;

    assertEquals(0, ask(policy, "t", "{\"annotations\":{}}").exitCode());
    assertEquals(
        new Ran(1, denied(-32602, "Tool 't' blocked by policy", ""), ""),
        ask(policy, "t", "{\"annotations\":{\"destructiveHint\":true}}"));
  }

  @ParameterizedTest
  @CsvSource({
    "allow,0,''",
    "deny:not listed,1,not listed",
    "deny:,1,Tool 't' blocked by policy",
    "'',1,Tool 't' blocked by policy"
  })
  void a_policy_without_a_check_leaves_the_decision_to_the_server(
      String byDefault, int status, String message) {
    Ran said = tool(": nothing", "t", "{}").with("MCP_POLICY_DEFAULT", byDefault).runAs(asked());

    assertEquals(status, said.exitCode(), said::err);
    assertEquals(message.isEmpty() ? "" : denied(-32602, message, ""), said.out());
  }

  @Test
  void nothing_a_policy_prints_reaches_the_verdict() {
    Ran said =
        ask(
            "echo read; mcp_tools_policy_check() { echo asked; mcp_logging_error my.log no; return"
                + " 0; }",
            "t",
            "{}");

    assertEquals(new Ran(0, "", "read\nasked\nerror my.log: no\n"), said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exit 0",
        "mcp_tools_policy_check() { exit 0; }",
        "if then",
        "mcp_tools_policy_check() { return 0; }\nif then",
        "echo \"$NO_SUCH_VARIABLE\"",
        ". /no/such/rules.sh",
        "set -euo pipefail\n. /no/such/rules.sh",
        "false",
        "return 3\nmcp_tools_policy_check() { return 0; }",
        "\ufeffmcp_tools_policy_check() { return 0; }",
        "\ufeffmcp_tools_policy_check() { return 1; }"
      })
  void a_policy_that_gives_no_verdict_allows_nothing(String policy) {
    Ran said = tool(policy, "t", "{}").with("MCP_POLICY_DEFAULT", "allow").runAs(asked());

    assertEquals(NO_VERDICT, said.exitCode(), said::err);
    assertEquals("", said.out());
    assertTrue(said.err().contains("gave no verdict"), said::err);
  }

  @Test
  void a_policy_may_end_with_a_test_that_fails() {
    assertEquals(
        0, ask("mcp_tools_policy_check() { return 0; }\n[ -n \"\" ]", "t", "{}").exitCode());
  }

  @Test
  void why_one_that_fails_gave_no_verdict_is_reported() {
    String failed = ask("return 3", "t", "{}").err();
    assertTrue(failed.contains("ended with status 3 and has defined no"), failed);
    String marked = ask("\ufeffmcp_tools_policy_check() { return 0; }", "t", "{}").err();
    assertTrue(marked.contains("save it as UTF-8 without one"), marked);
  }

  @Test
  void a_byte_order_mark_before_a_comment_hides_nothing() {
    Ran said = ask("\ufeff#!/bin/bash\nmcp_tools_policy_check() { return 0; }", "t", "{}");
    assertEquals(0, said.exitCode(), said::err);
  }

  @Test
  void levels_are_as_the_log_is_set() {
    Ran said =
        tool(
                "for level in debug info error; do mcp_logging_is_enabled $level && echo $level;"
                    + " done; mcp_tools_policy_check() { return 0; }",
                "t",
                "{}")
            .with("MCPBASH_LOG_LEVEL", "warning")
            .runAs(asked());

    assertEquals("error\n", said.err());
  }
}
