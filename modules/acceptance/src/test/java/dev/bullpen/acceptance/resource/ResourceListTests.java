package dev.bullpen.acceptance.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** What resources/list and resources/templates/list say: RS-01, RS-02, RS-10, RS-13. */
class ResourceListTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ResourceListTests::project, launcher -> launcher.workers(1, 1));

  private static final String EVERYTHING =
      "\"title\":\"All of it\",\"description\":\"How to\",\"mimeType\":\"text/markdown\","
          + "\"annotations\":{\"audience\":[\"user\"],\"priority\":0.5,"
          + "\"lastModified\":\"2025-01-12T15:00:58Z\"},"
          + "\"icons\":[{\"src\":\"https://example.com/i.png\",\"mimeType\":\"image/png\","
          + "\"sizes\":[\"16x16\"]}],\"_meta\":{\"com.example/key\":1},\"surprise\":1}";

  private static void project(ProjectFixture project) {
    project
        .file("resources/plain.txt", "Plain.\n")
        .file("resources/deep/er/a b%.txt", "Odd.\n")
        .file("resources/guide.md", "# Guide\n")
        .file("resources/guide.meta.json", "{\"name\":\"guide\"," + EVERYTHING)
        .file("resources/spoken.txt", "")
        .file("resources/spoken.meta.json", "{\"name\":\"spoken\",\"uri\":\"echo://hello\"}")
        .file("resources/inline.txt", "# mcp: {\"name\":\"inside\",\"uri\":\"echo://inside\"}\n")
        .file(
            "resources/page.meta.json",
            "{\"name\":\"page\",\"uriTemplate\":\"page://{chapter}/{page}\"," + EVERYTHING)
        .file("resources/broken.txt", "Broken.\n")
        .file("resources/broken.meta.json", "{\"name\":")
        .file("resources/README.md", "No resource.\n")
        .file("resources/plain.txt~", "No resource.\n")
        .file("resources/.hidden", "No resource.\n")
        .script("resources/plain.completion.sh", "echo '[]'\n")
        .script("resources/helper.sh", "echo helper\n");
  }

  @ParameterizedTest
  @EnumSource
  void rs_01_resources_come_with_a_name_and_a_uri_in_the_same_order(Revision revision) {
    Answer answer = Listed.RESOURCES.first(client(revision));
    assertEquals(
        List.of("a b%", "broken", "guide", "inside", "plain", "spoken"),
        Listed.RESOURCES.names(answer),
        answer.message().toString());
    for (JsonNode resource : Listed.RESOURCES.items(answer)) {
      assertTrue(resource.get("uri").stringValue().contains("://"), resource.toString());
    }
    assertEquals(
        Json.text(answer.result()), Json.text(Listed.RESOURCES.first(client(revision)).result()));
    assertFalse(answer.result().has("nextCursor"), "PA-01: " + answer.message());
    assertEquals(6, answer.meta().path("mcpbash/total").asInt(0), answer.message().toString());
  }

  @ParameterizedTest
  @EnumSource
  void rs_01_templates_are_listed_by_themselves(Revision revision) {
    Answer answer = Listed.TEMPLATES.first(client(revision));
    assertEquals(List.of("page"), Listed.TEMPLATES.names(answer), answer.message().toString());
    assertEquals(
        "page://{chapter}/{page}",
        Listed.TEMPLATES.items(answer).get(0).get("uriTemplate").stringValue());
    assertEquals(1, answer.meta().path("mcpbash/total").asInt(0), answer.message().toString());
  }

  @Test
  void a_file_without_a_uri_is_known_by_its_place() {
    String uri =
        Listed.RESOURCES.item(client(Revision.V2025_11_25), "a b%").get("uri").stringValue();
    assertEquals("file:///", uri.substring(0, 8));
    assertEquals("/project/resources/deep/er/a%20b%25.txt", uri.substring(uri.indexOf("/project")));
  }

  @ParameterizedTest
  @EnumSource
  void rs_13_each_revision_sees_the_members_it_defines(Revision revision) {
    Set<String> expected = members(revision);
    JsonNode resource = Listed.RESOURCES.item(client(revision), "guide");
    Set<String> seen = new HashSet<>(resource.propertyNames());
    seen.remove("size"); // in bytes, and optional in each of them
    expected.add("uri");
    assertEquals(expected, seen, resource.toString());
    assertEquals("text/markdown", resource.get("mimeType").stringValue());
  }

  private static Set<String> members(Revision revision) {
    Set<String> members = new HashSet<>(Set.of("name", "description", "mimeType", "annotations"));
    if (revision.compareTo(Revision.V2025_06_18) >= 0) {
      members.addAll(Set.of("title", "_meta"));
    }
    if (revision.compareTo(Revision.V2025_11_25) >= 0) {
      members.add("icons");
    }
    return members;
  }

  @Test
  void metadata_that_is_not_json_is_told_on_standard_error() {
    McpClient client = client(Revision.V2025_11_25);
    Listed.RESOURCES.first(client);
    client.process().stderr().assertSays("broken.meta.json");
  }

  private static McpClient client(Revision revision) {
    return RIGS.of(revision).client();
  }
}
