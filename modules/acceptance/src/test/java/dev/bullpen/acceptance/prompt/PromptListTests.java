package dev.bullpen.acceptance.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.PromptScripts;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What prompts/list says of a project's prompts: PR-01, PR-09. */
class PromptListTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(PromptListTests::project, launcher -> launcher.workers(1, 1));

  /** What every rig has besides. */
  private static final List<String> OF_THE_RIG = List.of(Rig.FAST, Rig.HOLD);

  private static void project(ProjectFixture project) {
    project
        .file("prompts/everything.txt", "{{text}}\n")
        .file(
            "prompts/everything.meta.json",
            "{\"name\":\"everything\",\"title\":\"All of it\",\"description\":\"How to\","
                + "\"arguments\":[{\"name\":\"text\",\"title\":\"A text\",\"description\":\"Some\","
                + "\"required\":true,\"enum\":[\"a\"]}],\"role\":\"assistant\","
                + "\"icons\":[{\"src\":\"https://example.com/i.png\",\"mimeType\":\"image/png\","
                + "\"sizes\":[\"16x16\"]}],\"_meta\":{\"com.example/key\":1},\"metadata\":{\"a\":1}}")
        .file("prompts/schema.txt", "x\n")
        .file(
            "prompts/schema.meta.json",
            "{\"name\":\"schema\",\"description\":\"d\",\"arguments\":{\"type\":\"object\","
                + "\"properties\":{\"zebra\":{\"type\":\"string\",\"description\":\"Z\"},"
                + "\"ant\":{\"type\":\"string\"}},\"required\":[\"ant\"]}}")
        .file("prompts/bare.txt", "Bare.\n")
        .file("prompts/deep/er/deep.md", "Deep.\n")
        .file("prompts/README.md", "No prompt.\n")
        .file("prompts/.hidden.txt", "No prompt.\n")
        .script("prompts/bare.completion.sh", "echo '[]'\n")
        .script("prompts/helper.sh", "echo helper\n")
        .file("prompts/broken.txt", "Broken.\n")
        .file("prompts/broken.meta.json", "{\"name\":");
    PromptScripts.add(project, "made", "printf made\n");
  }

  @ParameterizedTest
  @EnumSource
  void pr_01_prompts_come_with_a_name_in_the_same_order(Revision revision) {
    Answer answer = Listed.PROMPTS.first(client(revision));
    List<String> names =
        Listed.PROMPTS.names(answer).stream().filter(name -> !OF_THE_RIG.contains(name)).toList();
    assertEquals(
        List.of("bare", "broken", "deep", "everything", "made", "schema"),
        names,
        answer.message().toString());
    assertEquals(
        Json.text(answer.result()), Json.text(Listed.PROMPTS.first(client(revision)).result()));
    assertEquals(
        names.size() + OF_THE_RIG.size(),
        answer.meta().path("mcpbash/total").asInt(0),
        answer.message().toString());
    assertFalse(answer.result().has("nextCursor"), "PA-01: " + answer.message());
  }

  @ParameterizedTest
  @EnumSource
  void each_revision_sees_the_members_it_defines(Revision revision) {
    Set<String> expected = new HashSet<>(Set.of("name", "description", "arguments"));
    Set<String> ofArgument = new HashSet<>(Set.of("name", "description", "required"));
    if (revision.compareTo(Revision.V2025_06_18) >= 0) {
      expected.addAll(Set.of("title", "_meta"));
      ofArgument.add("title");
    }
    if (revision.compareTo(Revision.V2025_11_25) >= 0) {
      expected.add("icons");
    }
    JsonNode prompt = prompt(revision, "everything");
    assertEquals(expected, Set.copyOf(prompt.propertyNames()), prompt.toString());
    assertEquals(
        ofArgument, Set.copyOf(prompt.get("arguments").get(0).propertyNames()), prompt.toString());
  }

  @Test
  void metadata_that_is_not_json_is_told_on_standard_error() {
    McpClient client = client(Revision.V2025_11_25);
    Listed.PROMPTS.first(client);
    client.process().stderr().assertSays("broken.meta.json");
  }

  private static JsonNode prompt(Revision revision, String name) {
    return Listed.PROMPTS.item(client(revision), name);
  }

  private static McpClient client(Revision revision) {
    return RIGS.of(revision).client();
  }
}
