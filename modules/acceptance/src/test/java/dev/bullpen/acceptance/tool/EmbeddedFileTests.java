package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** A tool names files of the project, which come with its result: TL-21, SE-04. */
class EmbeddedFileTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(EmbeddedFileTests::project, launcher -> launcher.workers(1, 1));

  private static final String LIST = ">\"$MCP_TOOL_RESOURCES_FILE\"\necho done\n";

  private static void project(ProjectFixture project) {
    project
        .file("data/note.txt", "caf\u00e9\n")
        .file("data/a b%.json", "{\"a\":1}\n")
        .tool("json", "echo '[\"data/note.txt\",{\"path\":\"data/a b%.json\"}]' " + LIST)
        .tool("outside", "echo '[\"/etc/passwd\",\"../gate\",\"data/none\"]' " + LIST)
        .tool("linked-outside", "ln -sf /etc/passwd data/link\necho '[\"data/link\"]' " + LIST)
        .tool("nonsense", "echo '{\"a\":1}' " + LIST);
  }

  @ParameterizedTest
  @EnumSource
  void text_files_are_embedded_as_they_are(Revision revision) {
    List<JsonNode> resources = resources(call(revision, "json"));
    assertEquals(2, resources.size(), resources.toString());
    JsonNode note = resources.get(0);
    assertEquals("caf\u00e9\n", note.get("text").stringValue());
    assertEquals("text/plain", note.get("mimeType").stringValue());
    String uri = note.get("uri").stringValue();
    assertEquals("file:///", uri.substring(0, 8));
    assertEquals("/project/data/note.txt", uri.substring(uri.indexOf("/project/")));
    String odd = resources.get(1).get("uri").stringValue();
    assertEquals("/data/a%20b%25.json", odd.substring(odd.indexOf("/data/")));
    assertEquals("done\n", call(revision, "json").text());
  }

  @ParameterizedTest
  @ValueSource(strings = {"outside", "linked-outside", "nonsense"})
  void se_04_nothing_else_is(String tool) {
    Answer answer = call(Revision.V2025_11_25, tool);
    assertFalse(answer.isError(), answer.message().toString());
    assertEquals(List.of(), resources(answer), answer.message().toString());
    assertFalse(answer.message().toString().contains("root:"), answer.message().toString());
  }

  private static List<JsonNode> resources(Answer answer) {
    return StreamSupport.stream(answer.result().path("content").spliterator(), false)
        .filter(block -> block.get("type").stringValue().equals("resource"))
        .map(block -> block.get("resource"))
        .toList();
  }

  private static Answer call(Revision revision, String tool) {
    return RIGS.of(revision).client().callTool(tool, "{}");
  }
}
