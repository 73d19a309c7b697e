package dev.bullpen.helper.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.api.Content;
import dev.bullpen.api.Elicited;
import dev.bullpen.api.Form;
import dev.bullpen.api.Job;
import dev.bullpen.api.Message;
import dev.bullpen.api.Role;
import dev.bullpen.api.Sampled;
import dev.bullpen.api.Sampling;
import dev.bullpen.api.ToolResult;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuestionsTests {
  private interface Asking<T> {
    T ask(Job job) throws Exception;
  }

  private final Rig rig =
      new Rig()
          .with("MCP_ELICIT_SUPPORTED", "1")
          .with("MCP_ELICIT_REQUEST_FILE", "/the folder/elicit.request")
          .with("MCP_ELICIT_RESPONSE_FILE", "/the folder/elicit.response")
          .with("MCP_SAMPLE_SUPPORTED", "1")
          .with("MCP_SAMPLE_REQUEST_FILE", "/the folder/sample.request")
          .with("MCP_SAMPLE_RESPONSE_FILE", "/the folder/sample.response");

  private <T> T asked(Asking<T> asking) throws Exception {
    AtomicReference<T> outcome = new AtomicReference<>();
    rig.tool(
        request -> {
          outcome.set(asking.ask(request.job()));
          return ToolResult.text("");
        });
    return outcome.get();
  }

  private <T> T asked(String answer, Asking<T> asking) throws Exception {
    rig.ports.answer = question -> answer;
    return asked(asking);
  }

  @Test
  void a_form_is_asked_as_the_shell_asks_it() throws Exception {
    Form form =
        Form.of("Who \"comes\"?")
            .text("name")
            .whole("age")
            .flag("vegan")
            .choice("room", "red", "blue")
            .optional("age");
    Elicited outcome =
        asked(
            "{\"action\":\"accept\",\"content\":{\"name\":\"Ada\",\"vegan\":true}}",
            job -> job.elicit(form));
    assertTrue(outcome.isAccepted());
    assertEquals("Ada", outcome.content().text("name"));
    assertTrue(outcome.content().flag("vegan"));
    assertEquals(Optional.empty(), outcome.problem());
    assertEquals(
        List.of(
            new Recorder.Asked(
                "elicit.request",
                "elicit.response",
                "{\"message\":\"Who \\\"comes\\\"?\",\"schema\":{\"type\":\"object\",\"properties\":{"
                    + "\"name\":{\"type\":\"string\"},\"age\":{\"type\":\"integer\"},"
                    + "\"vegan\":{\"type\":\"boolean\"},"
                    + "\"room\":{\"type\":\"string\",\"enum\":[\"red\",\"blue\"]}},"
                    + "\"required\":[\"name\",\"vegan\",\"room\"]},\"mode\":\"form\"}")),
        rig.ports.asked);
  }

  @Test
  void a_page_is_asked_for_by_its_url() throws Exception {
    Elicited outcome =
        asked(
            "{\"action\":\"accept\",\"content\":null}",
            job -> job.elicit("Sign in", "https://example.com/a?b=c"));
    assertTrue(outcome.isAccepted());
    assertEquals(Map.of(), outcome.content().asMap());
    assertEquals(
        "{\"message\":\"Sign in\",\"url\":\"https://example.com/a?b=c\",\"mode\":\"url\"}",
        rig.ports.asked.get(0).question());
  }

  @Test
  void a_user_may_say_no_or_nothing() throws Exception {
    Form form = Form.of("?");
    assertEquals(
        Elicited.Action.DECLINE,
        asked("{\"action\":\"decline\",\"content\":null}", job -> job.elicit(form)).action());
    assertEquals(
        Elicited.Action.CANCEL,
        asked("{\"action\":\"cancel\",\"content\":null}", job -> job.elicit(form)).action());
  }

  @Test
  void the_reason_for_no_answer_is_passed_on() throws Exception {
    Elicited outcome =
        asked(
            "{\"action\":\"error\",\"content\":null,\"message\":\"too late\"}",
            job -> job.elicit(Form.of("?")));
    assertEquals(Elicited.Action.ERROR, outcome.action());
    assertEquals(Optional.of("too late"), outcome.problem());
  }

  @Test
  void the_reason_why_a_user_was_not_asked_is_passed_on() throws Exception {
    Elicited outcome =
        asked(
            "{\"action\":\"decline\",\"content\":null,\"message\":\"cannot\"}",
            job -> job.elicit("?", "https://a"));
    assertEquals(Elicited.Action.DECLINE, outcome.action());
    assertEquals(Optional.of("cannot"), outcome.problem());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "{}", "{\"action\":7}", "{\"action\":\"smile\"}"})
  void an_answer_that_is_none_is_a_problem(String answer) throws Exception {
    Elicited outcome = asked(answer, job -> job.elicit(Form.of("?")));
    assertEquals(Elicited.Action.ERROR, outcome.action());
    assertEquals(Optional.of("there is no answer"), outcome.problem());
  }

  @Test
  void a_client_that_cannot_ask_is_not_asked() throws Exception {
    rig.with("MCP_ELICIT_SUPPORTED", "0").with("MCP_SAMPLE_SUPPORTED", "0");
    assertFalse(asked(Job::canElicit));
    assertFalse(asked(Job::canSample));
    Optional<String> noUser =
        Optional.of("the client lacks the capability elicitation, so its user cannot be asked");
    for (Elicited outcome :
        List.of(
            asked("{}", job -> job.elicit(Form.of("?"))),
            asked("{}", job -> job.elicit("?", "https://a")))) {
      assertEquals(Elicited.Action.DECLINE, outcome.action());
      assertEquals(noUser, outcome.problem());
    }
    assertEquals(
        Optional.of("the client lacks the capability sampling, so its model cannot be asked"),
        asked("{}", job -> job.sample(Sampling.of("?", 1))).problem());
    assertEquals(List.of(), rig.ports.asked);
  }

  @Test
  void without_a_place_for_the_question_no_client_can_be_asked() throws Exception {
    rig.with("MCP_ELICIT_REQUEST_FILE", "").with("MCP_SAMPLE_RESPONSE_FILE", "");
    assertFalse(asked(Job::canElicit));
    assertFalse(asked(Job::canSample));
  }

  @Test
  void a_job_that_ends_while_it_waits_is_interrupted() {
    assertThrows(InterruptedException.class, () -> asked(job -> job.elicit(Form.of("?"))));
  }

  @Test
  void a_model_goes_on_with_a_conversation() throws Exception {
    Sampling sampling =
        Sampling.of("Hello", 50)
            .then(Message.assistant("Yes?"))
            .then(new Message(Role.USER, Content.image(new byte[] {0}, "image/png")))
            .systemPrompt("Be brief")
            .with("temperature", 0.2);
    Sampled outcome =
        asked(
            "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Hi\"},"
                + "\"model\":\"m-1\",\"stopReason\":\"endTurn\"}",
            job -> job.sample(sampling));
    assertTrue(outcome.isAnswered());
    assertEquals("Hi", outcome.text());
    assertEquals("m-1", outcome.model());
    assertEquals("endTurn", outcome.message().get("stopReason"));
    assertEquals(
        new Recorder.Asked(
            "sample.request",
            "sample.response",
            "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Hello\"}},"
                + "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Yes?\"}},"
                + "{\"role\":\"user\",\"content\":{\"type\":\"image\",\"data\":\"AA==\","
                + "\"mimeType\":\"image/png\"}}],"
                + "\"maxTokens\":50,\"systemPrompt\":\"Be brief\",\"temperature\":0.2}"),
        rig.ports.asked.get(0));
  }

  @Test
  void a_model_may_say_several_things_or_no_text() throws Exception {
    String blocks = "[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"image\"},{\"text\":\"b\"}]";
    Sampling sampling = Sampling.of("?", 1);
    assertEquals(
        "ab",
        asked("{\"content\":%s,\"model\":\"m\"}".formatted(blocks), job -> job.sample(sampling))
            .text());
    assertEquals(
        "",
        asked("{\"content\":{\"type\":\"image\"},\"model\":\"m\"}", job -> job.sample(sampling))
            .text());
  }

  @Test
  void a_model_that_does_not_answer_is_a_problem() throws Exception {
    Sampled outcome =
        asked(
            "{\"error\":{\"code\":-1,\"message\":\"User rejected it\"}}",
            job -> job.sample(Sampling.of("?", 1)));
    assertFalse(outcome.isAnswered());
    assertEquals(Optional.of("User rejected it"), outcome.problem());
    assertEquals(
        Optional.of("there is no answer"),
        asked("nonsense", job -> job.sample(Sampling.of("?", 1))).problem());
  }

  @Test
  void a_setting_that_is_no_json_is_the_authors_to_mend() {
    Sampling sampling = Sampling.of("?", 1).with("metadata", new Date(0));
    assertThrows(IllegalArgumentException.class, () -> asked("{}", job -> job.sample(sampling)));
  }

  @ParameterizedTest
  @CsvSource({"5,5", "0,0", ",30", "soon,30", "600,600"})
  void a_person_has_as_long_as_in_a_tool_of_the_shell(String given, int seconds) throws Exception {
    if (given != null) {
      rig.with("MCPBASH_ELICITATION_TIMEOUT", given);
    }
    rig.ports.late = true;
    Elicited nothing = asked(job -> job.elicit(Form.of("?").text("a")));
    assertEquals(Elicited.Action.ERROR, nothing.action());
    assertEquals(
        Optional.of("the user did not answer within %d s".formatted(seconds)), nothing.problem());
    assertEquals(Duration.ofSeconds(seconds), rig.ports.patience);
  }

  @Test
  void a_model_has_two_minutes() throws Exception {
    rig.ports.late = true;
    Sampled nothing = asked(job -> job.sample(Sampling.of("?", 1)));
    assertFalse(nothing.isAnswered());
    assertEquals(Optional.of("the client did not answer within 120 s"), nothing.problem());
    assertEquals(Duration.ofSeconds(120), rig.ports.patience);
  }
}
