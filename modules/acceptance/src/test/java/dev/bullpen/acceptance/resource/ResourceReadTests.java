package dev.bullpen.acceptance.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reading resources, and what is said when that cannot be done: RS-03 to RS-07, RS-12. */
@Tag("promise")
public class ResourceReadTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ResourceReadTests::project, launcher -> launcher.workers(1, 1));

  private static final byte[] BINARY = {0, 1, -1, '\n', 0};

  private static final String TEXT = "caf\u00e9 \ud83d\ude00\r\n\n\tend\n\n";

  private static void project(ProjectFixture project) {
    project
        .file("resources/note.txt", TEXT)
        .file("resources/a b%.txt", "odd\n")
        .file("resources/empty.txt", "")
        .file("resources/guide.md", "# Guide\n")
        .file(
            "resources/guide.meta.json",
            "{\"name\":\"guide\",\"description\":\"d\",\"mimeType\":\"text/x-guide\"}")
        .file("resources/spoken.txt", "")
        .file(
            "resources/spoken.meta.json",
            "{\"name\":\"spoken\",\"uri\":\"echo://hello%20there\",\"provider\":\"echo\"}")
        .file("resources/strange.txt", "")
        .file(
            "resources/strange.meta.json",
            "{\"name\":\"strange\",\"uri\":\"strange://x\",\"provider\":\"nobody\"}")
        .file("resources/foreign.txt", "")
        .file(
            "resources/foreign.meta.json",
            "{\"name\":\"foreign\",\"uri\":\"foreign://gr\u00f6\u00dfe\",\"provider\":\"foreign\"}")
        .script("providers/foreign.sh", "printf '%s' \"$1\"\n")
        .file("resources/page.txt", "")
        .file(
            "resources/page.meta.json",
            "{\"name\":\"page\",\"uri\":\"https://example.com/page\",\"mimeType\":\"text/html\"}");
    binary(project, "resources/dot.png", BINARY);
    binary(project, "resources/not-utf-8.txt", new byte[] {'a', -1, 'b'});
  }

  private static void binary(ProjectFixture project, String path, byte[] bytes) {
    try {
      Path file = project.root().resolve(path);
      Files.createDirectories(file.getParent());
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void rs_03_a_text_comes_as_it_is(Revision revision) {
    String uri = uri(revision, "note");
    Answer answer = read(revision, uri);
    JsonNode content = only(answer);
    assertEquals(TEXT, content.get("text").stringValue());
    assertEquals(uri, content.get("uri").stringValue());
    assertEquals("text/plain", content.get("mimeType").stringValue());
    assertFalse(content.has("blob"), content.toString());
    Set<String> members = new HashSet<>(answer.result().propertyNames());
    members.remove("_meta");
    assertEquals(
        revision.handshake()
            ? Set.of("contents")
            : Set.of("contents", "resultType", "ttlMs", "cacheScope"),
        members);
  }

  @ParameterizedTest
  @EnumSource
  void what_is_shown_with_escaped_letters_is_read_by_that_and_by_the_letters(Revision revision) {
    String shown = uri(revision, "foreign");
    assertEquals("foreign://gr%C3%B6%C3%9Fe", shown);
    for (String uri : List.of(shown, "foreign://gr\u00f6\u00dfe")) {
      JsonNode content = only(read(revision, uri));
      assertEquals("foreign://gr\u00f6\u00dfe", content.get("text").stringValue());
      assertEquals(shown, content.get("uri").stringValue());
    }
  }

  @ParameterizedTest
  @EnumSource
  void rs_12_what_is_no_text_comes_in_base64(Revision revision) {
    JsonNode dot = only(read(revision, uri(revision, "dot")));
    assertEquals(Base64.getEncoder().encodeToString(BINARY), dot.get("blob").stringValue());
    assertEquals("image/png", dot.get("mimeType").stringValue());
    assertFalse(dot.has("text"), dot.toString());
    JsonNode broken = only(read(revision, uri(revision, "not-utf-8")));
    assertEquals("Yf9i", broken.path("blob").asString(""), broken.toString());
  }

  @ParameterizedTest
  @EnumSource
  void rs_04_to_06_what_is_not_there_is_not_found(Revision revision) {
    int expected = revision.handshake() ? -32002 : -32602;
    String near = uri(revision, "note");
    for (String uri :
        List.of(near + ".not", near + "/deeper", near.substring(0, near.length() - 1))) {
      Answer answer = read(revision, uri);
      assertEquals(expected, answer.code().orElse(0), answer.message().toString());
      assertEquals(uri, answer.data().path("uri").asString(""), answer.message().toString());
      assertFalse(answer.result().has("contents"), "RS-06: " + answer.message());
    }
    Answer unnamed = read(revision, Messages.json("{'name':'no such'}"));
    assertEquals(expected, unnamed.code().orElse(0), unnamed.message().toString());
    assertEquals("no such", unnamed.data().path("name").asString(""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{'uri':7}", "{'uri':null}", "{'uri':['x']}", "{'uri':''}", "{'name':7}"})
  void params_that_name_nothing_are_invalid(String params) {
    for (Revision revision : Revision.values()) {
      Answer answer = read(revision, Messages.json(params));
      int code = answer.code().orElse(0);
      assertTrue(
          code == -32602 || params.contains("''") && code == -32002,
          revision + ": " + answer.message());
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void rs_07_what_nobody_can_read_is_an_internal_error(Revision revision) {
    Answer answer = read(revision, "strange://x");
    assertEquals(-32603, answer.code().orElse(0), answer.message().toString());
    assertFalse(answer.message().toString().contains("/project"), "EC-04: " + answer.message());
  }

  @ParameterizedTest
  @EnumSource
  void rs_10_no_other_host_is_asked_unless_the_operator_has_allowed_it(Revision revision) {
    for (String uri : List.of("https://example.com/page", "https://127.0.0.1/", "https://[::1]/")) {
      Answer answer = read(revision, uri);
      int code = answer.code().orElse(0);
      assertTrue(code == -32602 || code == -32603, answer.message().toString());
      assertFalse(answer.errorText().isBlank(), answer.message().toString());
    }
  }

  @Test
  void rs_10_a_host_that_is_allowed_by_name_may_still_not_be_this_one() {
    try (Rig rig =
        Rig.start(
            ResourceReadTests::project,
            launcher ->
                launcher
                    .workers(1, 1)
                    .environment("MCPBASH_HTTPS_ALLOW_HOSTS", "127.0.0.1 localhost"))) {
      for (String uri :
          List.of("https://127.0.0.1/", "https://localhost/", "https://2130706433/")) {
        Answer answer = rig.client().call("resources/read", Json.object().put("uri", uri));
        int code = answer.code().orElse(0);
        assertTrue(code == -32602 || code == -32603, answer.message().toString());
      }
    }
  }

  /** The only content of a read. */
  public static JsonNode only(Answer answer) {
    JsonNode contents = answer.result().path("contents");
    assertEquals(1, contents.size(), answer.message().toString());
    return contents.get(0);
  }

  private static String uri(Revision revision, String name) {
    return Listed.RESOURCES.item(client(revision), name).get("uri").stringValue();
  }

  private static Answer read(Revision revision, String uri) {
    return read(revision, Json.object().put("uri", uri));
  }

  private static Answer read(Revision revision, ObjectNode params) {
    return client(revision).call("resources/read", params);
  }

  private static McpClient client(Revision revision) {
    return RIGS.of(revision).client();
  }
}
