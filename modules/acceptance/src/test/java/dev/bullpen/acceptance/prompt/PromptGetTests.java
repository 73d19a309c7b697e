package dev.bullpen.acceptance.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.ForEachRevision;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.PromptScripts;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Rounds;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Prompts, made of a text with places for arguments or by a script: PR-02 to PR-08, MR-05, MR-06.
 */
@Tag("promise")
public class PromptGetTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(
          PromptGetTests::project,
          launcher ->
              launcher
                  .workers(2, 2)
                  .with("--tool-grace", "0")
                  .environment("SECRET_OF_THE_OPERATOR", "s3cret"));

  private static final Duration SOON = McpClient.PATIENCE;
  private static final String ANN = "{'action':'accept','content':{'name':'Ann'}}";
  private static final String WHO =
      "\"who\":{\"method\":\"elicitation/create\",\"params\":{\"mode\":\"form\",\"message\":\"Who?\","
          + "\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},"
          + "\"required\":[\"name\"]}}}";
  private static final String ASKS =
      "case $MCP_INPUT_RESPONSES_JSON in\n"
          + "*'\"who\"'*) printf '%s %s' \"$MCP_INPUT_RESPONSES_JSON\" \"$MCP_REQUEST_STATE_JSON\" ;;\n"
          + "*) echo '{\"resultType\":\"input_required\",\"inputRequests\":{"
          + WHO
          + "},\"requestState\":{\"secret\":[1.50]}}' ;;\nesac\n";

  private static void project(ProjectFixture project) {
    scripts(project);
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

  @ForEachRevision
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

  @ForEachRevision
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

  @ForEachRevision
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
    for (Revision revision : Revision.tested().toList()) {
      assertInvalid(call(revision, Messages.json(params)));
    }
  }

  @ForEachRevision
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

  private static String message(String role, String content) {
    return "{\"role\":\"" + role + "\",\"content\":" + content + "}";
  }

  private static void prints(ProjectFixture project, String name, String text) {
    PromptScripts.add(project, name, "cat <<'END'\n" + text + "\nEND\n");
  }

  private static void scripts(ProjectFixture project) {
    prints(
        project,
        "everything",
        "{\"description\":\"Its own\",\"messages\":["
            + String.join(
                ",",
                message("user", "{\"type\":\"text\",\"text\":\"words\"}"),
                message(
                    "assistant",
                    "{\"type\":\"image\",\"data\":\"iVBORw0KGgo=\",\"mimeType\":\"image/png\"}"),
                message(
                    "user",
                    "{\"type\":\"audio\",\"data\":\"UklGRg==\",\"mimeType\":\"audio/wav\"}"),
                message(
                    "user",
                    "{\"type\":\"resource\",\"resource\":{\"uri\":\"x:///a.txt\",\"mimeType\":"
                        + "\"text/plain\",\"text\":\"inside\"}}"),
                message(
                    "user",
                    "{\"type\":\"resource\",\"resource\":{\"uri\":\"x:///a.bin\",\"mimeType\":"
                        + "\"application/octet-stream\",\"blob\":\"AAEC\"}}"),
                message(
                    "user",
                    "{\"type\":\"resource_link\",\"uri\":\"x:///linked\",\"name\":\"linked\","
                        + "\"mimeType\":\"text/plain\"}"))
            + "]}");
    prints(project, "words", "just words");
    prints(project, "nothing-to-ask", "{\"resultType\":\"input_required\"}");
    PromptScripts.add(
        project, "spoken", "{'role':'assistant'}", "printf 'told %s' \"$MCP_PROMPT_ARGS_JSON\"\n");
    PromptScripts.add(project, "told", "env | LC_ALL=C sort\n");
    PromptScripts.add(project, "reads-input", "cat\nprintf 'the end'\n");
    PromptScripts.add(project, "fails", "echo 'secret in /etc/shadow' >&2\nexit 7\n");
    PromptScripts.add(project, "killed", "kill -9 $$\n");
    PromptScripts.add(project, "floods", "exec head -c 300000000 /dev/zero\n");
    PromptScripts.add(project, "asks", ASKS);
    PromptScripts.add(project, "family", PromptScripts.TWO_CHILDREN);
    PromptScripts.add(project, "daemon", PromptScripts.DAEMON);
  }

  @ForEachRevision
  void pr_05_each_revision_gets_the_content_types_it_defines(Revision revision) {
    List<String> expected =
        switch (revision) {
          case V2024_11_05 -> List.of("text", "image", "text", "resource", "resource", "text");
          case V2025_03_26 -> List.of("text", "image", "audio", "resource", "resource", "text");
          default -> List.of("text", "image", "audio", "resource", "resource", "resource_link");
        };
    Rig rig = RIGS.of(revision);
    Answer answer = made(rig, "everything");
    List<JsonNode> messages =
        StreamSupport.stream(answer.result().path("messages").spliterator(), false).toList();
    assertEquals(
        expected,
        messages.stream().map(message -> message.at("/content/type").asString("")).toList(),
        answer.message().toString());
    assertEquals("assistant", messages.get(1).get("role").stringValue());
    assertEquals("iVBORw0KGgo=", messages.get(1).at("/content/data").asString(""));
    assertEquals("AAEC", messages.get(4).at("/content/resource/blob").asString(""));
    assertEquals("Its own", answer.result().path("description").asString(""));
  }

  @ForEachRevision
  void what_is_no_json_is_one_message_of_the_role_the_author_chose(Revision revision) {
    Rig rig = RIGS.of(revision);
    Answer words = made(rig, "words");
    assertEquals("user", only(words).get("role").stringValue());
    assertEquals("just words", text(words).stripTrailing());
    Answer spoken =
        rig.client()
            .call("prompts/get", PromptScripts.get("spoken", "{'token':'a \\\"b\\\" \\n c'}"));
    assertEquals("assistant", only(spoken).get("role").stringValue());
    assertEquals("told {\"token\":\"a \\\"b\\\" \\n c\"}", text(spoken));
  }

  @Test
  void a_script_is_told_who_it_is_and_who_asks() {
    Rig rig = RIGS.of(Revision.V2026_07_28);
    String environment = text(made(rig, "told"));
    for (String line :
        List.of(
            "MCP_PROMPT_NAME=told",
            "MCP_PROMPT_ARGS_JSON={}",
            "MCP_SDK=/",
            "MCPBASH_PROJECT_ROOT=/",
            "io.modelcontextprotocol/protocolVersion")) {
      assertTrue(environment.contains(line), line + " is not in " + environment);
    }
    assertFalse(environment.contains("s3cret"), environment);
    assertEquals("the end", text(made(rig, "reads-input")));
  }

  @ParameterizedTest
  @EnumSource(names = {"V2024_11_05", "V2025_11_25", "V2026_07_28"})
  void a_script_that_fails_is_an_internal_error_that_shows_nothing_of_the_inside(
      Revision revision) {
    Rig rig = RIGS.of(revision);
    for (String prompt : List.of("fails", "killed", "floods", "nothing-to-ask")) {
      Answer answer = made(rig, prompt);
      assertEquals(-32603, answer.code().orElse(0), prompt + ": " + answer.message());
      assertFalse(answer.message().toString().contains("secret"), "EC-04: " + answer.message());
    }
    rig.process().stderr().assertSays("secret in /etc/shadow");
  }

  @Test
  void mr_06_without_a_session_the_client_is_asked_between_two_runs() {
    Rig rig = RIGS.of(Revision.V2026_07_28, "{'elicitation':{}}");
    ObjectNode request = PromptScripts.get("asks", "{}");
    Answer asking = rig.client().call("prompts/get", request.deepCopy());
    assertEquals("who", Rounds.question(asking).getKey());
    assertFalse(Rounds.state(asking).contains("secret"), "not sealed: " + asking.message());
    Answer answer = Rounds.reply(rig.client(), "prompts/get", request, asking, ANN);
    assertEquals(
        "{\"who\":{\"action\":\"accept\",\"content\":{\"name\":\"Ann\"}}} {\"secret\":[1.50]}",
        text(answer));
    assertEquals("complete", answer.result().path("resultType").asString(""));
  }

  @Test
  void mr_05_a_client_that_cannot_be_asked_is_told_so() {
    Rig rig = RIGS.of(Revision.V2026_07_28);
    Answer answer = made(rig, "asks");
    assertEquals(-32021, answer.code().orElse(0), answer.message().toString());
    assertTrue(
        answer.data().path("requiredCapabilities").path("elicitation").isObject(),
        answer.message().toString());
    answer = made(RIGS.of(Revision.V2025_11_25), "asks");
    assertTrue(answer.failed(), answer.message().toString());
    assertTrue(
        answer.code().orElse(0) == -32603 || answer.code().orElse(0) == -32602,
        "EC-05: " + answer.message());
    assertTrue(answer.errorText().contains("elicitation"), answer.errorText());
  }

  @Tag("slow")
  @Test
  void one_that_takes_too_long_is_ended() {
    try (Rig rig =
        start(launcher -> launcher.environment("MCPBASH_DEFAULT_TOOL_TIMEOUT", "6")).settled()) {
      Job job = PromptScripts.begin(rig, "family", 2);
      Answer answer = rig.await(job);
      assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
      Mark.atMost("a timeout of 6 s", answer.took(), Duration.ofMillis(6500));
      rig.assertGone(job, SOON);
      rig.assertCalm();
    }
  }

  @Needs("setsid")
  @ParameterizedTest
  @ValueSource(strings = {"family", "daemon"})
  void cn_01_a_cancelled_one_leaves_nothing_and_is_not_answered(String prompt) {
    for (Revision revision : List.of(Revision.V2025_11_25, Revision.V2026_07_28)) {
      Rig rig = RIGS.of(revision);
      Job job = PromptScripts.begin(rig, prompt, 2);
      rig.client().cancel(job.id());
      rig.assertGone(job, SOON);
      assertEquals(0, rig.client().answers(job.id()));
    }
  }

  private static Answer made(Rig rig, String prompt) {
    return rig.client().call("prompts/get", PromptScripts.get(prompt, "{}"));
  }

  private static Rig start(UnaryOperator<Launcher> more) {
    return Rig.start(
        PromptGetTests::project,
        launcher -> more.apply(launcher.workers(2, 2).with("--tool-grace", "0")));
  }
}
