package dev.bullpen.faults.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.fixture.AgreeableClient;
import dev.bullpen.faults.fixture.Examples;
import dev.bullpen.faults.fixture.Listed;
import dev.bullpen.faults.fixture.Needs;
import dev.bullpen.faults.fixture.PromptScripts;
import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.Rig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Every example of prompts does what it shows, with a session and without. */
class PromptExamplesTests {
  /** What every rig has besides. */
  private static final Set<String> OF_THE_RIG = Set.of(Rig.FAST, Rig.HOLD);

  /** The prompts of each example. */
  private static final Map<String, Set<String>> LISTED =
      Map.of(
          "prompts-text", Set.of("review", "apology", "standup"),
          "prompts-script", Set.of("inspect", "today", "interview"),
          "registration", Set.of("welcome"));

  static Stream<Arguments> examples() {
    return Examples.inBothEras(LISTED.keySet().stream().sorted().toArray(String[]::new));
  }

  @Needs("bash")
  @ParameterizedTest
  @MethodSource("examples")
  void what_it_lists_can_be_had(String example, Revision revision) {
    AtomicReference<Path> root = new AtomicReference<>();
    try (Rig rig = Examples.start(revision, example, root::set).settled()) {
      AgreeableClient client = new AgreeableClient(rig.client(), root.get());
      List<JsonNode> prompts =
          Listed.PROMPTS.items(Listed.PROMPTS.first(rig.client())).stream()
              .filter(prompt -> !OF_THE_RIG.contains(prompt.get("name").stringValue()))
              .toList();
      assertEquals(
          LISTED.get(example),
          Set.copyOf(prompts.stream().map(prompt -> prompt.get("name").stringValue()).toList()));
      for (JsonNode prompt : prompts) {
        assertFalse(prompt.path("description").asString("").isBlank(), prompt.toString());
        ObjectNode request = request(rig.client(), prompt);
        Answer answer = client.call("prompts/get", request);
        assertFalse(answer.failed(), answer.message().toString());
        assertFalse(answer.result().path("messages").isEmpty(), answer.message().toString());
        request
            .get("arguments")
            .forEach(
                value ->
                    assertTrue(
                        answer.message().toString().contains(value.stringValue()),
                        value + " is not in " + answer.message()));
      }
      assertEquals(example.equals("prompts-script"), client.asked().contains("elicitation/create"));
      String said = rig.process().stderr().text();
      assertFalse(said.contains("ignored"), "an example is no bad one: " + said);
      rig.assertCalm();
    }
  }

  @Needs("bash")
  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void a_script_makes_words_a_picture_and_a_file(Revision revision) {
    try (Rig rig = Examples.start(revision, "prompts-script", root -> {})) {
      Answer answer =
          rig.client().call("prompts/get", PromptScripts.get("inspect", "{'what':'the dot'}"));
      List<String> types =
          StreamSupport.stream(answer.result().path("messages").spliterator(), false)
              .map(message -> message.at("/content/type").asString(""))
              .toList();
      assertEquals(List.of("text", "image", "resource"), types, answer.message().toString());
      assertEquals("An inspection of the dot", answer.result().path("description").asString(""));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void a_required_argument_is_asked_for(Revision revision) {
    try (Rig rig = Examples.start(revision, "prompts-text", root -> {})) {
      Answer refused = rig.client().call("prompts/get", PromptScripts.get("apology", "{}"));
      assertEquals(-32602, refused.code().orElse(0), refused.message().toString());
      Answer served =
          rig.client()
              .call(
                  "prompts/get",
                  PromptScripts.get("apology", "{'name':'Ann','reason':'being late'}"));
      assertEquals("assistant", PromptGetTests.only(served).get("role").stringValue());
      assertTrue(
          PromptGetTests.text(served).startsWith("I am sorry, Ann, for being late."),
          served.toString());
    }
  }

  /** With all arguments there are, as they are suggested. */
  private static ObjectNode request(McpClient client, JsonNode prompt) {
    String name = prompt.get("name").stringValue();
    ObjectNode arguments = Json.object();
    for (JsonNode argument : prompt.path("arguments")) {
      String called = argument.get("name").stringValue();
      arguments.put(called, Examples.suggested(client, Messages.completePrompt(name, called, "")));
    }
    ObjectNode request = Json.object().put("name", name);
    request.set("arguments", arguments);
    return request;
  }
}
