package dev.bullpen.launcher.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the harness answers a policy that asks about JSON, with jq and without. */
class PolicyQuestionTests extends AskedPolicy {
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
    Ran said =
        tool(
                "mcp_tools_policy_check() { " + check.replace("ASKED", asked) + "; }",
                "t",
                "{\"annotations\":{\"destructiveHint\":true}}")
            .with("MCP_POLICY_DEFAULT", "allow")
            .withoutJq()
            .runAs(asked());

    assertEquals(
        new Ran(
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
    Ran said = (jq.equals("yes") ? tool : tool.withoutJq()).runAs(asked());

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
    Ran said = tool(policy, "t", metadata).withoutJq().runAs(asked());

    assertEquals(0, ask(policy, "t", metadata).exitCode());
    assertEquals(
        new Ran(
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
  void what_cannot_be_answered_is_reported_once_however_often_it_is_asked() {
    String policy =
        """
        mcp_json_extract_optional '{"a":1}' -r '.a + 1' 2
        mcp_tools_policy_check() {
          mcp_json_extract_optional '{"a":1}' -r '.a + 2' 3
          return 0
        }
        """;
    Ran said = tool(policy, "t", "{}").withoutJq().runAs(asked());

    assertEquals(NO_VERDICT, said.exitCode());
    assertEquals(1, said.err().lines().count(), said::err);
    assertTrue(said.err().contains(" cannot apply the filter .a + 1: "), said::err);
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
        "'{\"a\":{\"b\":\"c\"}}' -r .a.b | c",
      })
  void what_is_not_there_is_the_default_with_jq_and_without(String asked, String printed) {
    ToolScript tool =
        tool(
            "mcp_tools_policy_check() { mcp_json_extract_optional " + asked + " d; return 0; }",
            "t",
            "{}");

    assertEquals(new Ran(0, "", printed + "\n"), tool.runAs(asked()));
    assertEquals(new Ran(0, "", printed + "\n"), tool.withoutJq().runAs(asked()));
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
        new Ran(0, "", printed + "\n"),
        ask(
            "mcp_tools_policy_check() { mcp_json_extract_optional \"$2\" "
                + asked
                + " d; return 0; }",
            "t",
            "{\"a\":1,\"f\":false}"));
  }

  private String unanswered(String filter, String why) {
    return "policy.sh: "
        + folder.resolve("policy.sh")
        + " gave no verdict, for mcp_json_extract_optional cannot apply the filter "
        + filter
        + ": "
        + why
        + "\n";
  }
}
