package dev.bullpen.acceptance.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.PromptScripts;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Rounds;
import dev.bullpen.testkit.rig.Job;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Prompts that a script makes: PR-02, PR-05 to PR-07, MR-01 to MR-16, CN-01. */
class ScriptPromptTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(
          ScriptPromptTests::project,
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

  private static String message(String role, String content) {
    return "{\"role\":\"" + role + "\",\"content\":" + content + "}";
  }

  private static void prints(ProjectFixture project, String name, String text) {
    PromptScripts.add(project, name, "cat <<'END'\n" + text + "\nEND\n");
  }

  private static void project(ProjectFixture project) {
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

  @ParameterizedTest
  @EnumSource
  void pr_05_each_revision_gets_the_content_types_it_defines(Revision revision) {
    List<String> expected =
        switch (revision) {
          case V2024_11_05 -> List.of("text", "image", "text", "resource", "resource", "text");
          case V2025_03_26 -> List.of("text", "image", "audio", "resource", "resource", "text");
          default -> List.of("text", "image", "audio", "resource", "resource", "resource_link");
        };
    Rig rig = RIGS.of(revision);
    Answer answer = get(rig, "everything");
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

  @ParameterizedTest
  @EnumSource
  void what_is_no_json_is_one_message_of_the_role_the_author_chose(Revision revision) {
    Rig rig = RIGS.of(revision);
    Answer words = get(rig, "words");
    assertEquals("user", PromptGetTests.only(words).get("role").stringValue());
    assertEquals("just words", PromptGetTests.text(words).stripTrailing());
    Answer spoken =
        rig.client()
            .call("prompts/get", PromptScripts.get("spoken", "{'token':'a \\\"b\\\" \\n c'}"));
    assertEquals("assistant", PromptGetTests.only(spoken).get("role").stringValue());
    assertEquals("told {\"token\":\"a \\\"b\\\" \\n c\"}", PromptGetTests.text(spoken));
  }

  @Test
  void a_script_is_told_who_it_is_and_who_asks() {
    Rig rig = RIGS.of(Revision.V2026_07_28);
    String environment = PromptGetTests.text(get(rig, "told"));
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
    assertEquals("the end", PromptGetTests.text(get(rig, "reads-input")));
  }

  @ParameterizedTest
  @EnumSource(names = {"V2024_11_05", "V2025_11_25", "V2026_07_28"})
  void a_script_that_fails_is_an_internal_error_that_shows_nothing_of_the_inside(
      Revision revision) {
    Rig rig = RIGS.of(revision);
    for (String prompt : List.of("fails", "killed", "floods", "nothing-to-ask")) {
      Answer answer = get(rig, prompt);
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
        PromptGetTests.text(answer));
    assertEquals("complete", answer.result().path("resultType").asString(""));
  }

  @ParameterizedTest
  @EnumSource(names = "V2025_11_25")
  void mr_16_with_a_session_the_client_is_asked_and_the_script_run_again(Revision revision) {
    Rig rig = RIGS.of(revision, "{'elicitation':{}}");
    long id = rig.client().send("prompts/get", PromptScripts.get("asks", "{}"));
    rig.client().reply(rig.client().asked("elicitation/create", 0), ANN);
    Answer answer = rig.client().await(id, McpClient.PATIENCE);
    String text = PromptGetTests.text(answer);
    assertTrue(text.contains("\"name\":\"Ann\""), answer.message().toString());
    assertTrue(text.contains("{\"secret\":[1.50]}"), answer.message().toString());
  }

  @Test
  void mr_05_a_client_that_cannot_be_asked_is_told_so() {
    Rig rig = RIGS.of(Revision.V2026_07_28);
    Answer answer = get(rig, "asks");
    assertEquals(-32021, answer.code().orElse(0), answer.message().toString());
    assertTrue(
        answer.data().path("requiredCapabilities").path("elicitation").isObject(),
        answer.message().toString());
    answer = get(RIGS.of(Revision.V2025_11_25), "asks");
    assertTrue(answer.failed(), answer.message().toString());
    assertTrue(
        answer.code().orElse(0) == -32603 || answer.code().orElse(0) == -32602,
        "EC-05: " + answer.message());
    assertTrue(answer.errorText().contains("elicitation"), answer.errorText());
  }

  @Test
  void one_that_takes_too_long_is_ended() {
    try (Rig rig =
        start(launcher -> launcher.environment("MCPBASH_DEFAULT_TOOL_TIMEOUT", "3")).settled()) {
      Job job = PromptScripts.begin(rig, "family", 2);
      Answer answer = rig.await(job);
      assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
      Mark.atMost("a timeout of 3 s", answer.took(), Duration.ofMillis(3500));
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

  private static Answer get(Rig rig, String prompt) {
    return rig.client().call("prompts/get", PromptScripts.get(prompt, "{}"));
  }

  private static Rig start(UnaryOperator<Launcher> more) {
    return Rig.start(
        ScriptPromptTests::project,
        launcher -> more.apply(launcher.workers(2, 2).with("--tool-grace", "0")));
  }
}
