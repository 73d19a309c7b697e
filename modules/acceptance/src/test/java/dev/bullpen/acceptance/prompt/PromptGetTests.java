package dev.bullpen.acceptance.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.PromptScripts;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Prompts that are text with places for arguments: PR-02 to PR-04, PR-08. */
@Tag("promise")
public class PromptGetTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(PromptGetTests::project, launcher -> launcher.workers(1, 1));

  private static void project(ProjectFixture project) {
    project
        .file("prompts/letter.txt", "Dear {{name}},\n\n{{body}} {{name}} {{nobody}} {{ name }}\n")
        .file(
            "prompts/letter.meta.json",
            "{\"name\":\"letter\",\"description\":\"A letter\",\"role\":\"assistant\","
                + "\"arguments\":[{\"name\":\"name\",\"required\":true},{\"name\":\"body\"}]}")
        .file("prompts/bare.txt", "Bare.\n")
        .file("prompts/empty.txt", "")
        .file("prompts/code.txt", "$(touch never) `touch never` $HOME \\n {{x}}\n")
        .file(
            "prompts/code.meta.json",
            "{\"name\":\"code\",\"description\":\"d\",\"arguments\":[{\"name\":\"x\"}]}");
    PromptScripts.add(
        project,
        "strict",
        "{'arguments':[{'name':'token','required':true},{'name':'tone','enum':['warm','cold']}]}",
        "echo 'strict started' >\"$MCP_TEST_GATE\"\nprintf made\n");
  }

  @ParameterizedTest
  @EnumSource
  void pr_02_a_text_is_one_message_with_its_arguments_filled_in(Revision revision) {
    Answer answer = get(revision, "letter", "{'name':'Ann','body':'Hello'}");
    JsonNode message = only(answer);
    assertEquals("assistant", message.get("role").stringValue());
    assertEquals("text", message.at("/content/type").asString(""));
    assertEquals("Dear Ann,\n\nHello Ann {{nobody}} {{ name }}", text(answer).stripTrailing());
    assertEquals("A letter", answer.result().path("description").asString(""));
    Set<String> members = new HashSet<>(answer.result().propertyNames());
    members.remove("_meta");
    assertEquals(
        revision.handshake()
            ? Set.of("description", "messages")
            : Set.of("description", "messages", "resultType"),
        members,
        "PR-07 among others: " + answer.message());
  }

  @ParameterizedTest
  @EnumSource
  void a_prompt_without_metadata_is_its_text(Revision revision) {
    for (String params : List.of("{'name':'bare'}", "{'name':'bare','arguments':{}}")) {
      Answer answer = call(revision, Messages.json(params));
      assertEquals("user", only(answer).get("role").stringValue());
      assertEquals("Bare.", text(answer).stripTrailing());
    }
    assertEquals("", text(get(revision, "empty", "{}")).stripTrailing());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "one\ntwo\r\nthree",
        "back\\slash \\n \\\\",
        "{{body}} {{name}}",
        "$(touch never) `touch never` $HOME",
        "& \\0 \\1 $1",
        "\"quoted\" 'too'",
        "caf\u00e9 \ud83d\ude00 \u2028",
        "\t",
        ""
      })
  void pr_08_a_value_goes_in_as_it_is_and_is_not_looked_at_again(String value) {
    for (Revision revision : List.of(Revision.V2025_11_25, Revision.V2026_07_28)) {
      ObjectNode params = Json.object().put("name", "letter");
      params.set("arguments", Json.object().put("name", value).put("body", "B"));
      String text = text(call(revision, params));
      assertEquals(
          "Dear " + value + ",\n\nB " + value + " {{nobody}} {{ name }}", text.stripTrailing());
    }
  }

  @Test
  void a_text_is_never_run() {
    assertEquals(
        "$(touch never) `touch never` $HOME \\n 7",
        text(get(Revision.V2025_11_25, "code", "{'x':'7'}")).stripTrailing());
  }

  @ParameterizedTest
  @EnumSource
  void pr_03_an_unknown_prompt_is_invalid(Revision revision) {
    assertInvalid(get(revision, "no-such", "{}"));
    assertInvalid(get(revision, "helper", "{}"));
    assertInvalid(get(revision, "../prompts/bare", "{}"));
    assertEquals(
        get(revision, "unknown-1", "{}").errorText().replace("unknown-1", ""),
        get(revision, "unknown-2", "{}").errorText().replace("unknown-2", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'name':7}",
        "{'name':null}",
        "{'name':''}",
        "{'name':['letter']}",
        "{'name':'letter','arguments':['Ann']}",
        "{'name':'letter','arguments':'Ann'}",
        "{'name':'letter','arguments':{'name':7}}",
        "{'name':'letter','arguments':{'name':true}}",
        "{'name':'letter','arguments':{'name':null}}",
        "{'name':'letter','arguments':{'name':{}}}",
        "{'name':'letter','arguments':{'name':'Ann','body':['x']}}",
        "{'name':'letter','arguments':{'body':'no name'}}",
        "{'name':'letter','arguments':{}}",
        "{'name':'letter'}"
      })
  void pr_03_params_that_do_not_fit_are_invalid(String params) {
    for (Revision revision : Revision.values()) {
      assertInvalid(call(revision, Messages.json(params)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void pr_04_arguments_are_looked_at_before_a_script_runs(Revision revision) {
    Rig rig = RIGS.of(revision);
    assertInvalid(get(revision, "strict", "{'tone':'warm'}"));
    assertInvalid(get(revision, "strict", "{'token':['x']}"));
    assertInvalid(get(revision, "strict", "{'token':'x','tone':7}"));
    // Control: with all there is, it runs.
    assertEquals("made", text(get(revision, "strict", "{'token':'x'}")));
    rig.gate().await("strict", 1, Deadline.in(McpClient.PATIENCE));
    assertEquals(
        List.of("started"), rig.gate().await("strict", 2, Deadline.in(Duration.ofMillis(100))));
  }

  /** The only message of a prompt. */
  static JsonNode only(Answer answer) {
    JsonNode messages = answer.result().path("messages");
    assertEquals(1, messages.size(), answer.message().toString());
    return messages.get(0);
  }

  /** Its text. */
  public static String text(Answer answer) {
    return only(answer).path("content").path("text").asString("no text");
  }

  private static void assertInvalid(Answer answer) {
    assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
    assertFalse(answer.errorText().isBlank(), answer.message().toString());
  }

  private static Answer get(Revision revision, String name, String arguments) {
    return call(revision, PromptScripts.get(name, arguments));
  }

  private static Answer call(Revision revision, ObjectNode params) {
    return client(revision).call("prompts/get", params);
  }

  private static McpClient client(Revision revision) {
    return RIGS.of(revision).client();
  }
}
