package dev.bullpen.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The small values that providers take and return. */
class RecordsTests {
  private static final Job JOB = new Job() {};

  @Test
  void a_result_grows_without_changing_the_one_it_was() {
    ToolResult text = ToolResult.text("a");
    ToolResult more = text.with(Content.text("b")).withStructured(null).withMeta("k", 1);
    assertEquals(1, text.content().size());
    assertEquals(2, more.content().size());
    assertEquals(Optional.of(new ToolResult.Structured(null)), more.structured());
    assertEquals(Map.of("k", 1), more.meta());
    assertFalse(more.isError());
    assertTrue(ToolResult.error("no").isError());
    assertTrue(ToolResult.structured(1).content().isEmpty());
  }

  @Test
  void content_can_be_annotated_whatever_it_is() {
    Annotations said =
        Annotations.forAudience(Role.USER).withPriority(0.5).changedAt(Instant.EPOCH);
    for (Content content :
        List.of(
            Content.text("a"),
            Content.image(new byte[0], "image/png"),
            Content.audio(new byte[0], "audio/wav"),
            Content.embedded("x:y", "text/plain", ResourceContents.text("")),
            Content.link("x:y", "y"))) {
      assertEquals(Optional.empty(), content.annotations());
      assertEquals(Optional.of(said), content.annotated(said).annotations());
    }
  }

  @Test
  void a_link_says_what_is_known_of_it() {
    Content.Link link =
        Content.link("x:y", "y").titled("Y").describedAs("d").ofType("text/plain").ofSize(3);
    assertEquals(Optional.of("Y"), link.title());
    assertEquals(Optional.of("d"), link.description());
    assertEquals(Optional.of("text/plain"), link.mimeType());
    assertEquals(OptionalLong.of(3), link.size());
  }

  @Test
  void null_is_refused_where_the_author_still_sees_it() {
    assertThrows(NullPointerException.class, () -> ToolResult.text(null));
    assertThrows(NullPointerException.class, () -> Content.image(null, "image/png"));
    assertThrows(NullPointerException.class, () -> Content.audio(new byte[0], null));
    assertThrows(NullPointerException.class, () -> Content.link(null, "y"));
    assertThrows(NullPointerException.class, () -> Content.embedded("x:y", "text/plain", null));
    assertThrows(NullPointerException.class, () -> ResourceContents.text(null));
    assertThrows(NullPointerException.class, () -> ResourceContents.bytes(null));
    assertThrows(NullPointerException.class, () -> Message.user(null));
    assertThrows(NullPointerException.class, () -> new Message(null, Content.text("")));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1})
  void a_priority_is_a_share(double priority) {
    assertEquals(OptionalDouble.of(priority), Annotations.ofPriority(priority).priority());
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.001, 1.001, Double.NaN})
  void what_is_no_share_is_no_priority(double priority) {
    assertThrows(IllegalArgumentException.class, () -> Annotations.ofPriority(priority));
  }

  @Test
  void a_form_keeps_the_order_of_its_fields() {
    Form form =
        Form.of("Who?")
            .text("name")
            .whole("age")
            .decimal("size")
            .flag("member")
            .choice("room", "red", "blue")
            .field("mail", Map.of("type", "string", "format", "email"))
            .optional("mail");
    assertEquals(
        List.of("name", "age", "size", "member", "room", "mail"),
        List.copyOf(form.fields().keySet()));
    assertEquals("{type=string, enum=[red, blue]}", form.fields().get("room").toString());
    assertEquals(List.of("mail"), form.optional());
  }

  @Test
  void a_sampling_is_a_conversation_and_its_settings() {
    Sampling sampling =
        Sampling.of("hello", 10)
            .then(Message.assistant("yes?"))
            .systemPrompt("brief")
            .with("temperature", 0.2);
    assertEquals(Role.ASSISTANT, sampling.messages().get(1).role());
    assertEquals("{systemPrompt=brief, temperature=0.2}", sampling.settings().toString());
    assertThrows(IllegalArgumentException.class, () -> sampling.with("messages", List.of()));
    assertThrows(IllegalArgumentException.class, () -> sampling.with("maxTokens", 1));
  }

  @Test
  void a_prompt_has_the_argument_it_requires_or_says_which_is_missing() {
    PromptRequest request = new PromptRequest("n", Map.of("a", "1"), JOB);
    assertEquals("1", request.argument("a"));
    assertEquals("1", request.argument("a", "2"));
    assertEquals("2", request.argument("b", "2"));
    ArgumentException e = assertThrows(ArgumentException.class, () -> request.argument("b"));
    assertEquals("\"b\" is missing: it must be text", e.getMessage());
  }

  @Test
  void a_resource_has_the_variables_of_its_template() {
    ResourceRequest request = new ResourceRequest("x:1", Map.of("a", "1"), JOB);
    assertEquals("1", request.variable("a"));
    ArgumentException e = assertThrows(ArgumentException.class, () -> request.variable("b"));
    assertEquals("\"b\" is missing: it must be a variable of the URI template", e.getMessage());
  }

  @Test
  void a_job_without_a_client_is_quiet_and_asks_no_client() throws InterruptedException {
    JOB.progress(1, 2, "a");
    JOB.progress(1, "a");
    JOB.log(Level.INFO, "a");
    assertFalse(JOB.cancelled());
    assertEquals(Optional.empty(), JOB.timeLeft());
    assertFalse(JOB.canElicit());
    assertEquals(Elicited.Action.DECLINE, JOB.elicit(Form.of("a")).action());
    assertFalse(JOB.elicit("a", "https://example.com").isAccepted());
    assertFalse(JOB.canSample());
    assertFalse(JOB.sample(Sampling.of("a", 1)).isAnswered());
    assertEquals(List.of(), JOB.roots());
    assertTrue(JOB.project().isAbsolute());
    assertEquals(Map.of(), JOB.environment());
    assertEquals(Map.of(), JOB.meta());
  }

  @Test
  void an_answer_of_a_user_can_be_made_for_a_test() {
    assertEquals("Ada", Elicited.accepted(Map.of("name", "Ada")).content().text("name"));
  }
}
