package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A project's policy asked by the harness: 0 allows, 1 with a line of JSON denies, anything else is
 * no verdict.
 */
class PolicyHarnessTests {
  private static final int NO_VERDICT = 2;

  @TempDir Path folder;

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
    Said said =
        ask(
            "mcp_tools_policy_check() { mcp_tools_error -32001 'not \"now\"' '{\"a\": 1}'; return"
                + " 1; }",
            "t",
            "{}");

    assertEquals(1, said.exitCode());
    assertEquals(denied(-32001, "not \\\"now\\\"", ",\"data\":{\"a\":1}"), said.out());
  }

  @Test
  void what_bash_cannot_read_is_said_once() {
    Said said = ask("mcp_tools_policy_check() { (; }\n", "t", "{}");

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
  void it_may_be_told_by_mcp_bashs_own_variables(
      String telling, int code, String message, String data) {
    Said said = ask("mcp_tools_policy_check() { " + telling + "; return 1; }", "t", "{}");

    assertEquals(denied(code, message, data), said.out(), said::err);
  }

  @Test
  void what_the_operator_has_in_such_a_variable_is_no_reason() {
    Said said =
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
    Said said =
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

    assertEquals(new Said(0, "", ""), ask(policy, "yes", "{}"));
    assertEquals(new Said(1, denied(7, "no", ""), ""), ask(policy, "no", "{}"));
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
        new Said(1, denied(-32602, "Tool 't' blocked by policy", ""), ""),
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
    Said said = tool(": nothing", "t", "{}").with("MCP_POLICY_DEFAULT", byDefault).runAs(asked());

    assertEquals(status, said.exitCode(), said::err);
    assertEquals(message.isEmpty() ? "" : denied(-32602, message, ""), said.out());
  }

  @Test
  void nothing_a_policy_prints_reaches_the_verdict() {
    Said said =
        ask(
            "echo read; mcp_tools_policy_check() { echo asked; mcp_logging_error my.log no; return"
                + " 0; }",
            "t",
            "{}");

    assertEquals(new Said(0, "", "read\nasked\nerror my.log: no\n"), said);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exit 0",
        "mcp_tools_policy_check() { exit 0; }",
        "if then",
        "mcp_tools_policy_check() { return 0; }\nif then",
        "echo \"$NO_SUCH_VARIABLE\""
      })
  void a_policy_that_gives_no_verdict_allows_nothing(String policy) {
    Said said = tool(policy, "t", "{}").with("MCP_POLICY_DEFAULT", "allow").runAs(asked());

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
  void it_reads_json_without_jq() {
    Said said =
        tool(
                "mcp_tools_policy_check() { [ \"$(mcp_json_extract_optional \"$2\" -r .a.b none)\""
                    + " = c ]; }",
                "t",
                "{\"a\":{\"b\":\"c\"}}")
            .withoutJq()
            .runAs(asked());

    assertEquals(0, said.exitCode(), said::err);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[ \"$(ASKED)\" != true ]",
        "[ \"$(ASKED 2>/dev/null || :)\" != true ]",
        "local hint; hint=$(echo \"$(ASKED)\"); [ \"$hint\" != true ]",
        "ASKED | grep true && return 1; return 0",
        "ASKED >hint & wait; ! grep true hint",
        "set +e; (ASKED; exit 0) >/dev/null",
        "[ \"$(ASKED)\" = true ]"
      })
  void a_question_that_takes_jq_is_no_permission_without_it(String check) {
    String asked =
        "mcp_json_extract_optional \"$2\" -r '.annotations.destructiveHint == true' false";
    Said said =
        tool(
                "mcp_tools_policy_check() { " + check.replace("ASKED", asked) + "; }",
                "t",
                "{\"annotations\":{\"destructiveHint\":true}}")
            .with("MCP_POLICY_DEFAULT", "allow")
            .withoutJq()
            .runAs(asked());

    assertEquals(
        new Said(
            NO_VERDICT,
            "",
            unanswered(
                ".annotations.destructiveHint == true",
                "that takes jq, and there is none; install jq or gojq, or ask for a plain member by"
                    + " -r, such as .a.b")),
        said);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // With jq, what is asked, of what, and what jq says.
        "yes | -r .a.b   | {\"a\":\"text\"} | Cannot index string with",
        "yes | -r .a     | {\"a\":oops}       | Invalid",
        "yes | -r '.a['  | {\"a\":1}          | syntax error",
        "yes | -e .a.b   | {\"a\":\"text\"} | Cannot index string with",
        "yes | --oops .a | {\"a\":1}          | oops",
        "no  | -r .a.b   | {\"a\":\"text\"} | it is given no JSON, or none that could have",
        "no  | -r .a     | {\"a\":oops}       | it is given no JSON, or none that could have",
        "no  | -j .a     | {\"a\":1}          | that takes jq",
      })
  void nor_is_any_other_that_has_no_answer(String jq, String asked, String json, String why) {
    ToolScript tool =
        tool(
            "mcp_tools_policy_check() { [ \"$(mcp_json_extract_optional \"$2\" "
                + asked
                + " d)\" != true ]; }",
            "t",
            json);
    Said said = (jq.equals("yes") ? tool : tool.withoutJq()).runAs(asked());

    assertEquals(NO_VERDICT, said.exitCode(), said::err);
    assertEquals("", said.out());
    assertTrue(said.err().contains(why), said::err);
    assertEquals(1, said.err().lines().count(), said::err);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void json_of_the_policys_own_that_is_broken_has_no_answer_either(boolean withJq) {
    ToolScript tool =
        tool(
            "mcp_tools_policy_check() { [ \"$(mcp_json_extract_optional '{oops}' -r .a d)\" = d ];"
                + " }",
            "t",
            "{}");

    assertEquals(NO_VERDICT, (withJq ? tool : tool.withoutJq()).runAs(asked()).exitCode());
  }

  @ParameterizedTest
  @CsvSource({"16384, 0", "16385, 2"})
  void metadata_too_long_for_bash_take_jq(int length, int status) {
    String begin = "{\"description\":\"";
    String end = "\",\"annotations\":{\"destructiveHint\":false}}";
    String metadata = begin + "x".repeat(length - begin.length() - end.length()) + end;
    String policy =
        """
        mcp_tools_policy_check() {
          [ "$(mcp_json_extract_optional "$2" -r .annotations.destructiveHint none)" != true ]
        }
        """;
    Said said = tool(policy, "t", metadata).withoutJq().runAs(asked());

    assertEquals(0, ask(policy, "t", metadata).exitCode());
    assertEquals(
        new Said(
            status,
            "",
            status == 0
                ? ""
                : unanswered(
                    ".annotations.destructiveHint",
                    "without jq no JSON of more than 16384 characters is read, and it is given"
                        + " 16385; install jq or gojq")),
        said);
  }

  @Test
  void what_cannot_be_answered_is_said_once_however_often_it_is_asked() {
    String policy =
        """
        mcp_json_extract_optional '{"a":1}' -r '.a + 1' 2
        mcp_tools_policy_check() {
          mcp_json_extract_optional '{"a":1}' -r '.a + 2' 3
          return 0
        }
        """;
    Said said = tool(policy, "t", "{}").withoutJq().runAs(asked());

    assertEquals(NO_VERDICT, said.exitCode());
    assertEquals(1, said.err().lines().count(), said::err);
    assertTrue(said.err().contains(" what .a + 1 finds: "), said::err);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'{\"a\":1}' -r .b         | d",
        "'{\"a\":null}' '' .a      | d",
        "'{\"a\":{}}' -r .a.b.c    | d",
        "'' -r .a                    | d",
        "' ' -r .a                   | d",
        "'{\"a\":\"\"}' -r .a    | d",
        "'{\"a\":false}' -r .a     | false",
        "'{\"a\":[1]}' -rc .a      | [1]",
        "'{\"a\":1}' -r '.a // 2'  | 1",
      })
  void what_is_not_there_is_the_default_with_jq_and_without(String asked, String printed) {
    ToolScript tool =
        tool(
            "mcp_tools_policy_check() { mcp_json_extract_optional " + asked + " d; return 0; }",
            "t",
            "{}");

    assertEquals(new Said(0, "", printed + "\n"), tool.runAs(asked()));
    assertEquals(new Said(0, "", printed + "\n"), tool.withoutJq().runAs(asked()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "-e .b             | d",
        "-re .b            | d",
        "--exit-status .f  | false",
        "-e empty          | d",
        "-j .a             | 1",
        "-n 2              | 2",
      })
  void other_flags_of_jq_are_jqs(String asked, String printed) {
    assertEquals(
        new Said(0, "", printed + "\n"),
        ask(
            "mcp_tools_policy_check() { mcp_json_extract_optional \"$2\" "
                + asked
                + " d; return 0; }",
            "t",
            "{\"a\":1,\"f\":false}"));
  }

  @Test
  void levels_are_as_the_log_is_set() {
    Said said =
        tool(
                "for level in debug info error; do mcp_logging_is_enabled $level && echo $level;"
                    + " done; mcp_tools_policy_check() { return 0; }",
                "t",
                "{}")
            .with("MCPBASH_LOG_LEVEL", "warning")
            .runAs(asked());

    assertEquals("error\n", said.err());
  }

  private String unanswered(String filter, String why) {
    return "policy.sh: "
        + folder.resolve("policy.sh")
        + " gave no verdict, for mcp_json_extract_optional cannot tell what "
        + filter
        + " finds: "
        + why
        + "\n";
  }

  private Said ask(String policy, String name, String metadata) {
    return tool(policy, name, metadata).runAs(asked());
  }

  private String asked() {
    return "exec bash \"$MCP_SDK/policy.sh\" '" + folder.resolve("policy.sh") + "'";
  }

  private ToolScript tool(String policy, String name, String metadata) {
    try {
      Files.writeString(folder.resolve("policy.sh"), policy + "\n");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return new ToolScript(folder)
        .with("MCP_POLICY_TOOL_NAME", name)
        .with("MCP_POLICY_METADATA_JSON", metadata);
  }

  private static String denied(int code, String message, String data) {
    return "{\"code\":" + code + ",\"message\":\"" + message + "\"" + data + "}\n";
  }
}
