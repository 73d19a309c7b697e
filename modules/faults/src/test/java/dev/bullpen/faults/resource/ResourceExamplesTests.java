package dev.bullpen.faults.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.fixture.Examples;
import dev.bullpen.faults.fixture.Listed;
import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.Rig;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Every example of resources does what it shows, with a session and without. */
class ResourceExamplesTests {
  /** How many resources each example lists, and how many templates. */
  private static final Map<String, List<Integer>> LISTED =
      Map.of(
          "resources", List.of(4, 0),
          "resource-templates", List.of(0, 1),
          "registration", List.of(1, 1),
          "ui", List.of(2, 0),
          "change-notices", List.of(1, 0));

  private static final Pattern VARIABLE = Pattern.compile("\\{([A-Za-z]+)\\}");

  static Stream<Arguments> examples() {
    return Examples.inBothEras(LISTED.keySet().stream().sorted().toArray(String[]::new));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void what_it_lists_can_be_read(String example, Revision revision) {
    try (Rig rig = Examples.start(revision, example, root -> {}).settled()) {
      McpClient client = rig.client();
      List<JsonNode> resources = Listed.RESOURCES.items(Listed.RESOURCES.first(client));
      List<JsonNode> templates = Listed.TEMPLATES.items(Listed.TEMPLATES.first(client));
      assertEquals(LISTED.get(example), List.of(resources.size(), templates.size()));
      for (JsonNode resource : resources) {
        assertRead(client, resource.get("uri").stringValue());
      }
      for (JsonNode template : templates) {
        String uri = expanded(client, template.get("uriTemplate").stringValue());
        assertRead(client, uri);
        Answer missing = read(client, uri + "x");
        assertEquals(
            revision.handshake() ? -32002 : -32602,
            missing.code().orElse(0),
            missing.message().toString());
      }
      String said = rig.process().stderr().text();
      assertFalse(said.contains("ignored"), "an example is no bad one: " + said);
      rig.assertCalm();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void pictures_pages_and_clocks_are_what_they_say(Revision revision) {
    try (Rig rig = Examples.start(revision, "resources", root -> {})) {
      JsonNode logo = named(rig.client(), "logo");
      assertEquals("image/png", logo.get("mimeType").stringValue());
      assertTrue(logo.path("blob").asString("").startsWith("iVBORw0KGgo"), logo.toString());
      assertEquals("text/markdown", named(rig.client(), "handbook").get("mimeType").stringValue());
      String clock = named(rig.client(), "clock").get("text").stringValue();
      assertTrue(clock.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ\n"), clock);
    }
    try (Rig rig = Examples.start(revision, "ui", root -> {})) {
      JsonNode tool = Listed.TOOLS.item(rig.client(), "dice");
      String page = tool.path("_meta").path("ui").path("resourceUri").asString("");
      JsonNode content = ResourceReadTests.only(read(rig.client(), page));
      assertTrue(content.get("text").stringValue().contains("<title>Dice</title>"), page);
      Answer thrown = rig.client().callTool("dice", "{}");
      assertTrue(thrown.structured().path("eyes").asInt(0) > 0, thrown.message().toString());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void no_other_host_is_asked_unless_the_operator_has_said_so(Revision revision) {
    try (Rig rig = Examples.start(revision, "https", root -> {}).settled()) {
      JsonNode listed = Listed.RESOURCES.item(rig.client(), "json");
      Answer answer = read(rig.client(), listed.get("uri").stringValue());
      int code = answer.code().orElse(0);
      assertTrue(code == -32602 || code == -32603, answer.message().toString());
      rig.assertCalm();
    }
  }

  private static JsonNode named(McpClient client, String name) {
    JsonNode listed = Listed.RESOURCES.item(client, name);
    return ResourceReadTests.only(read(client, listed.get("uri").stringValue()));
  }

  /** A URI of a template, made of what is suggested for its variables. */
  private static String expanded(McpClient client, String template) {
    ObjectNode chosen = Json.object();
    String uri = template;
    Matcher variables = VARIABLE.matcher(template);
    while (variables.find()) {
      String name = variables.group(1);
      String value =
          Examples.suggested(
              client, Examples.knowing(Messages.completeResource(template, name, ""), chosen));
      chosen.put(name, value);
      uri = uri.replace("{" + name + "}", value);
    }
    return uri;
  }

  private static void assertRead(McpClient client, String uri) {
    Answer answer = read(client, uri);
    JsonNode content = ResourceReadTests.only(answer);
    assertFalse(
        content.path("text").asString("").isEmpty() && content.path("blob").asString("").isEmpty(),
        answer.message().toString());
  }

  private static Answer read(McpClient client, String uri) {
    return client.call("resources/read", Json.object().put("uri", uri));
  }
}
