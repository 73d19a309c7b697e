package dev.bullpen.acceptance.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A whole result that a script prints, as each revision may see it: TL-19 to TL-21, MT-05. */
class ToolResultRevisionTests {
  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(ToolResultRevisionTests::project, launcher -> launcher.workers(1, 1));

  private static final String TEXT =
      "{\"type\":\"text\",\"text\":\"words\",\"_meta\":{\"com.example/k\":1},\"annotations\":"
          + "{\"audience\":[\"user\"],\"priority\":0.5,\"lastModified\":\"2025-01-12T15:00:58Z\"}}";
  private static final String IMAGE =
      "{\"type\":\"image\",\"data\":\"iVBORw0KGgo=\",\"mimeType\":\"image/png\"}";
  private static final String AUDIO =
      "{\"type\":\"audio\",\"data\":\"UklGRg==\",\"mimeType\":\"audio/wav\"}";
  private static final String EMBEDDED =
      "{\"type\":\"resource\",\"resource\":{\"uri\":\"x:///a.txt\",\"mimeType\":\"text/plain\","
          + "\"text\":\"inside\"}}";
  private static final String BLOB =
      "{\"type\":\"resource\",\"resource\":{\"uri\":\"x:///a.bin\",\"mimeType\":"
          + "\"application/octet-stream\",\"blob\":\"AAEC\"}}";
  private static final String LINK =
      "{\"type\":\"resource_link\",\"uri\":\"x:///linked\",\"name\":\"linked\",\"mimeType\":"
          + "\"text/plain\"}";

  private static void project(ProjectFixture project) {
    prints(project, "everything", TEXT, IMAGE, AUDIO, EMBEDDED, BLOB, LINK);
    prints(
        project,
        "broken",
        "{\"type\":\"hologram\",\"data\":\"x\"}",
        "{\"type\":\"image\"}",
        "{\"type\":\"text\",\"text\":7}",
        "{\"type\":\"resource\",\"resource\":{\"uri\":\"x:y\"}}",
        "{\"type\":\"resource_link\",\"uri\":\"x:y\"}",
        "\"a string\"",
        "null");
    project.tool(
        "more-than-defined",
        "echo '{\"content\":[{\"type\":\"text\",\"text\":\"t\",\"colour\":\"red\"}],\"isError\":false,\"resultType\":\"strange\",\"ttlMs\":5,\"surprise\":1,\"_meta\":{\"com.example/mine\":1,\"io.modelcontextprotocol/serverInfo\":{\"name\":\"impostor\",\"version\":\"0\"}}}'\n");
  }

  private static void prints(ProjectFixture project, String name, String... blocks) {
    project.tool(
        name,
        "cat <<'END'\n{\"content\":[" + String.join(",", blocks) + "],\"isError\":false}\nEND\n");
  }

  @ParameterizedTest
  @EnumSource
  void tl_19_each_revision_gets_the_content_types_it_defines(Revision revision) {
    List<String> expected =
        switch (revision) {
          case V2024_11_05 -> List.of("text", "image", "text", "resource", "resource", "text");
          case V2025_03_26 -> List.of("text", "image", "audio", "resource", "resource", "text");
          default -> List.of("text", "image", "audio", "resource", "resource", "resource_link");
        };
    assertEquals(expected, types(call(revision, "everything")));
  }

  @ParameterizedTest
  @EnumSource
  void blocks_that_nobody_defines_become_words(Revision revision) {
    Answer answer = call(revision, "broken");
    assertFalse(answer.failed(), answer.message().toString());
    assertEquals(7, answer.result().get("content").size(), answer.message().toString());
    assertTrue(types(answer).stream().allMatch("text"::equals), answer.message().toString());
  }

  @ParameterizedTest
  @EnumSource
  void mt_05_members_nobody_defines_are_dropped_and_reserved_ones_are_the_servers(
      Revision revision) {
    Answer answer = call(revision, "more-than-defined");
    assertEquals("t", answer.text(), answer.message().toString());
    assertEquals(1, answer.meta().path("com.example/mine").asInt(0), answer.message().toString());
    assertFalse(answer.message().toString().contains("impostor"), answer.message().toString());
    assertFalse(answer.result().has("ttlMs"), "ME: no cache hints on a call");
    assertEquals(
        revision.handshake() ? "" : "complete", answer.result().path("resultType").asString(""));
  }

  private static List<String> types(Answer answer) {
    return StreamSupport.stream(answer.result().path("content").spliterator(), false)
        .map(block -> block.get("type").stringValue())
        .toList();
  }

  private static Answer call(Revision revision, String tool) {
    return RIGS.of(revision).client().callTool(tool, "{}");
  }
}
