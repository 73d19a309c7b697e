package dev.bullpen.acceptance.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.ForEachRevision;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.Scripts;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

/**
 * Reading resources, those of templates and pages among them, and what is said when that cannot be
 * done: RS-03 to RS-07, RS-12, CO-11.
 */
@Tag("promise")
public class ResourceReadTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(ResourceReadTests::project, launcher -> launcher.workers(1, 1));

  private static final byte[] BINARY = {0, 1, -1, '\n', 0};
  private static final String TEXT = "caf\u00e9 \ud83d\ude00\r\n\n\tend\n\n";

  /** Of all servers: providers run in one of them. */
  private static final List<Path> ROOTS = new ArrayList<>();

  private static final String KIND = "text/html;profile=mcp-app";
  private static final String BOARD =
      "<!doctype html>\n<title>Board \u2014 \u201cA\u201d</title>\n\n";
  private static final String CLOCK = "<!doctype html>\n<title>Clock</title>\n";

  private static void project(ProjectFixture project) {
    templates(project);
    pages(project);
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

  @ForEachRevision
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

  @ForEachRevision
  void what_is_shown_with_escaped_letters_is_read_by_that_and_by_the_letters(Revision revision) {
    String shown = uri(revision, "foreign");
    assertEquals("foreign://gr%C3%B6%C3%9Fe", shown);
    for (String uri : List.of(shown, "foreign://gr\u00f6\u00dfe")) {
      JsonNode content = only(read(revision, uri));
      assertEquals("foreign://gr\u00f6\u00dfe", content.get("text").stringValue());
      assertEquals(shown, content.get("uri").stringValue());
    }
  }

  @ForEachRevision
  void rs_12_what_is_no_text_comes_in_base64(Revision revision) {
    JsonNode dot = only(read(revision, uri(revision, "dot")));
    assertEquals(Base64.getEncoder().encodeToString(BINARY), dot.get("blob").stringValue());
    assertEquals("image/png", dot.get("mimeType").stringValue());
    assertFalse(dot.has("text"), dot.toString());
    JsonNode broken = only(read(revision, uri(revision, "not-utf-8")));
    assertEquals("Yf9i", broken.path("blob").asString(""), broken.toString());
  }

  @ForEachRevision
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
    for (Revision revision : Revision.tested().toList()) {
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

  @ForEachRevision
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

  private static void templates(ProjectFixture project) {
    ROOTS.add(project.root());
    template(project, "log", "log://{service}/{day}", "text/x-log", "logs");
    template(project, "tree", "tree://{+path}", "text/plain", "logs");
    project
        .script("providers/logs.sh", "printf '%s|%s' \"$1\" \"$MCP_RESOURCE_TEMPLATE_VARS_JSON\"\n")
        .completion("log", ProjectFixture.SHORT_SECONDS, Scripts.FAST);
  }

  private static void template(
      ProjectFixture project, String name, String uriTemplate, String mimeType, String provider) {
    project.file(
        "resources/" + name + ".meta.json",
        Json.text(
            Json.object()
                .put("name", name)
                .put("description", "A template")
                .put("uriTemplate", uriTemplate)
                .put("mimeType", mimeType)
                .put("provider", provider)));
  }

  @ForEachRevision
  void the_provider_is_told_the_uri_and_the_variables(Revision revision) {
    JsonNode content = ResourceReadTests.only(read(revision, "log://web/2025-01-12"));
    assertEquals(
        "log://web/2025-01-12|{\"service\":\"web\",\"day\":\"2025-01-12\"}",
        content.get("text").stringValue());
    assertEquals("log://web/2025-01-12", content.get("uri").stringValue());
    assertEquals("text/x-log", content.get("mimeType").stringValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"log://web", "log://web/", "log:///x", "log://a/b/c", "log://a/b?c", "x"})
  void what_no_template_matches_is_not_found(String uri) {
    assertEquals(-32002, read(Revision.V2025_11_25, uri).code().orElse(0), uri);
    Answer answer = read(Revision.V2026_07_28, uri);
    assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
    assertEquals(uri, answer.data().path("uri").asString(""), answer.message().toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tree://$(touch%20never)",
        "tree://$(pwd)",
        "tree://';pwd;'",
        "tree://*",
        "tree://$(touch never)",
        "tree://`touch never`",
        "tree://;touch never",
        "tree://' ; touch never ; '",
        "tree://\" ; touch never ; \"",
        "tree://a\ntouch never",
        "tree://../../etc/passwd",
        "tree://--help",
        "tree://caf\u00e9 \ud83d\ude00"
      })
  void se_10_whatever_is_in_a_uri_is_text_to_the_provider(String uri) {
    Answer answer = read(Revision.V2025_11_25, uri);
    if (answer.failed()) {
      int code = answer.code().orElse(0);
      assertTrue(code == -32602 || code == -32002, answer.message().toString());
    } else {
      String text = ResourceReadTests.only(answer).get("text").stringValue();
      assertTrue(text.startsWith(uri + "|{"), text);
    }
    for (Path root : ROOTS) {
      assertFalse(Files.exists(root.resolve("never")), "it was run in " + root);
    }
  }

  @ForEachRevision
  void co_11_its_variables_are_completed_by_its_text_and_by_what_it_matches(Revision revision) {
    for (String uri : List.of("log://{service}/{day}", "log://web/today")) {
      Answer answer =
          RIGS.of(revision)
              .client()
              .call("completion/complete", Messages.completeResource(uri, "service", ""));
      assertEquals(List.of("ok"), answer.values(), answer.message().toString());
    }
  }

  private static void pages(ProjectFixture project) {
    project
        .file("ui/board/index.html", BOARD)
        .file(
            "ui/board/ui.meta.json",
            "{\"description\":\"A board\",\"meta\":{\"csp\":{\"connectDomains\":"
                + "[\"https://api.example.com\"]},\"prefersBorder\":false}}")
        .tool("clock", ToolScripts.HELLO)
        .script(
            "tools/shown/tool.sh",
            "#!/bin/bash\nsource \"$MCP_SDK/tool-sdk.sh\"\n"
                + "mcp_result_with_ui ui://fixture/clock noon '{\"hour\":12}'\n")
        .file("tools/shown/tool.meta.json", "{\"name\":\"shown\"}")
        .file("tools/clock/ui/index.html", CLOCK)
        .file("server.d/secret.html", "outside the fence")
        .file("ui/empty/notes.txt", "No page.\n");
    try {
      Path folder = Files.createDirectories(project.root().resolve("ui/linked"));
      Files.createSymbolicLink(folder.resolve("index.html"), Path.of("../../server.d/secret.html"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ForEachRevision
  void they_are_listed_with_the_other_resources(Revision revision) {
    Answer answer = Listed.RESOURCES.first(client(revision));
    List<String> uris =
        Listed.RESOURCES.items(answer).stream().map(item -> item.get("uri").stringValue()).toList();
    assertTrue(uris.contains("ui://fixture/board"), uris.toString());
    assertTrue(uris.contains("ui://fixture/clock"), uris.toString());
    assertFalse(uris.contains("ui://fixture/empty"), uris.toString());
    assertEquals(uris.size(), answer.meta().path("mcpbash/total").asInt(0));
    JsonNode board = Listed.RESOURCES.item(client(revision), "board");
    assertEquals(KIND, board.get("mimeType").stringValue());
    assertEquals("A board", board.get("description").stringValue());
    assertEquals(
        revision.compareTo(Revision.V2025_06_18) >= 0,
        board.path("_meta").has("ui"),
        board.toString());
  }

  @ForEachRevision
  void a_page_is_read_as_it_is_with_what_it_may_do(Revision revision) {
    JsonNode board = ResourceReadTests.only(read(revision, "ui://fixture/board"));
    assertEquals(BOARD, board.get("text").stringValue());
    assertEquals(KIND, board.get("mimeType").stringValue());
    assertEquals("ui://fixture/board", board.get("uri").stringValue());
    if (revision.compareTo(Revision.V2025_06_18) >= 0) {
      JsonNode ui = board.path("_meta").path("ui");
      assertEquals(
          "https://api.example.com",
          ui.path("csp").path("connectDomains").path(0).asString(""),
          board.toString());
      assertEquals(false, ui.path("prefersBorder").asBoolean(true), board.toString());
    } else {
      assertFalse(board.has("_meta"), board.toString());
    }
    assertEquals(
        CLOCK,
        ResourceReadTests.only(read(revision, "ui://fixture/clock")).get("text").stringValue());
  }

  @ParameterizedTest
  @EnumSource(names = {"V2025_11_25", "V2026_07_28"})
  void what_is_no_page_of_the_project_is_not_read(Revision revision) {
    for (String uri :
        List.of(
            "ui://fixture/none",
            "ui://fixture/",
            "ui://fixture",
            "ui://",
            "ui://fixture/linked",
            "ui://fixture/board/ui.meta.json",
            "ui://fixture/../server.d/server.meta.json",
            "ui://fixture/board/../../server.d/secret.html")) {
      Answer answer = read(revision, uri);
      assertTrue(answer.failed(), uri + ": " + answer.message());
      assertFalse(answer.message().toString().contains("outside the fence"), uri);
    }
  }

  @Test
  void data_for_a_page_goes_to_clients_that_show_pages() {
    Revision revision = Revision.V2026_07_28;
    JsonNode plain = client(revision).callTool("shown", "{}").result();
    assertFalse(plain.has("structuredContent"), plain.toString());
    Rig shows = RIGS.of(revision, "{'extensions':{'io.modelcontextprotocol/ui':{}}}");
    JsonNode shown = shows.client().callTool("shown", "{}").result();
    assertEquals("{\"hour\":12}", Json.text(shown.path("structuredContent")));
  }
}
