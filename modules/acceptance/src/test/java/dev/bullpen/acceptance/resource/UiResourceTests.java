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
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Pages that a client shows: those of tools and those of the project. */
class UiResourceTests {
  @RegisterExtension
  static final Rigs RIGS = new Rigs(UiResourceTests::project, launcher -> launcher.workers(1, 1));

  private static final String KIND = "text/html;profile=mcp-app";
  private static final String BOARD =
      "<!doctype html>\n<title>Board \u2014 \u201cA\u201d</title>\n\n";
  private static final String CLOCK = "<!doctype html>\n<title>Clock</title>\n";

  private static void project(ProjectFixture project) {
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

  @ParameterizedTest
  @EnumSource
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

  @ParameterizedTest
  @EnumSource
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

  private static Answer read(Revision revision, String uri) {
    return client(revision).call("resources/read", Json.object().put("uri", uri));
  }

  private static McpClient client(Revision revision) {
    return RIGS.of(revision).client();
  }
}
