package dev.bullpen.faults.project;

import static dev.bullpen.faults.fixture.Notices.RESOURCES;
import static dev.bullpen.faults.fixture.Notices.SESSION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.fixture.Editor;
import dev.bullpen.faults.fixture.Notices;
import dev.bullpen.faults.fixture.Requests;
import dev.bullpen.faults.fixture.Said;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * A list asked for while a large project is still being read begins as it did at an earlier start;
 * whoever has been shown what is not so any more is told, once.
 */
class EarlyListTests {
  /** So many that reading them takes longer than asking for a list. */
  private static final int RESOURCES_OF_IT = 10_000;

  /** Outside of the folders that are looked at before a page is believed. */
  private static final String ICON = "icon.svg";

  private static final String ALL =
      "{'toolsListChanged':true,'promptsListChanged':true,'resourcesListChanged':true}";

  private static Editor project(ProjectFixture project) {
    project
        .file(ICON, "<svg/>")
        .file("server.d/server.meta.json", "{\"name\":\"many\",\"cache\":{\"ttlMs\":60000}}")
        .file("resources/0.txt", "The first.\n")
        .file(
            "resources/0.meta.json",
            "{\"name\":\"0\",\"icons\":[{\"src\":\"../icon.svg\",\"mimeType\":\"image/svg+xml\"}]}");
    for (int i = 1; i < RESOURCES_OF_IT; i++) {
      project.file("resources/%04d.txt".formatted(i), "Number %d.\n".formatted(i));
    }
    return new Editor(project.root());
  }

  /** A server that has been started on the project before. */
  private static Conversation again(AtomicReference<Editor> editor, String... without) {
    Conversation first =
        Conversation.open(
            project -> editor.set(project(project)),
            launcher ->
                without.length == 0 ? launcher.workers(1, 1) : launcher.workers(1, 1).off(without));
    try {
      first.initialized(Revision.V2025_11_25);
      editor.get().awaitFirstPages();
    } catch (RuntimeException | AssertionError e) {
      first.close();
      throw e;
    }
    return first.restarted();
  }

  private static JsonNode list(Conversation server, String id, String params) {
    JsonNode answer = server.ask(Requests.request(id, "resources/list", params));
    return Said.result(id, answer);
  }

  private static String icon(JsonNode page) {
    return page.at("/resources/0/icons/0/src").asString("");
  }

  @Test
  void what_has_not_changed_is_told_to_nobody_and_the_pages_go_on() {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Conversation server = again(editor)) {
      server.initialized(Revision.V2025_11_25);
      JsonNode early = list(server, "1", "");
      Notices notices = new Notices(server.process());
      notices.listen("7", ALL); // acknowledged when all is read
      JsonNode second =
          list(server, "2", "'cursor':'" + early.get("nextCursor").asString("") + "'");
      assertEquals(250, second.get("resources").size());
      assertNotEquals(early.get("resources"), second.get("resources"));
      assertEquals(early, list(server, "3", ""));
      assertEquals(RESOURCES_OF_IT, early.at("/_meta").path("mcpbash/total").asInt(0));
      notices.assertNoMore();
    }
  }

  @Test
  void a_session_and_who_listens_are_told_once_of_what_was_not_so() {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Conversation server = again(editor)) {
      Notices notices = showWhatIsNotSo(server, editor.get());
      notices.await(RESOURCES, SESSION, 0, McpClient.PATIENCE);
      notices.await(RESOURCES, "7", 0, McpClient.PATIENCE);
      notices.assertAcknowledgedFirst("7");
      assertThrows(AssertionError.class, () -> notices.await(RESOURCES, SESSION, 1, Notices.QUIET));
      assertEquals(1, notices.count(RESOURCES, SESSION));
      assertEquals(1, notices.count(RESOURCES, "7"));
      assertEquals(0, notices.count(Notices.TOOLS, SESSION));
      JsonNode now = list(server, "9", Requests.ENVELOPE);
      assertTrue(icon(now).endsWith("PHN2Zz4yPC9zdmc+"), icon(now));
      assertEquals(60_000, now.get("ttlMs").asInt(0));
    }
  }

  @Test
  void control_without_the_correction_nobody_is_told() {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Conversation server = again(editor, "correction")) {
      Notices notices = showWhatIsNotSo(server, editor.get());
      notices.await(Notices.ACKNOWLEDGED, "7", 0, McpClient.PATIENCE);
      notices.assertNoMore();
    }
  }

  /** A modern client and a session are shown an icon that has changed since the last start. */
  private static Notices showWhatIsNotSo(Conversation server, Editor editor) {
    editor.overwrite(ICON, "<svg>2</svg>");
    Notices notices = new Notices(server.process());
    // At once: with the greeting the project begins to be read.
    server
        .process()
        .sendLines(
            Stream.of(
                    Requests.initialize("0", "2025-11-25"),
                    "{'jsonrpc':'2.0','method':'notifications/initialized'}",
                    Requests.request(
                        "7",
                        "subscriptions/listen",
                        "'notifications':" + ALL + "," + Requests.ENVELOPE),
                    Requests.request("1", "resources/list", Requests.ENVELOPE))
                .map(line -> line.replace('\'', '"'))
                .toArray(String[]::new));
    JsonNode answer =
        server
            .process()
            .transcript()
            .awaitResponse("1", Deadline.in(McpClient.PATIENCE))
            .flatMap(Line::json)
            .orElseThrow();
    JsonNode early = Said.result("1", answer);
    assertTrue(icon(early).endsWith("PHN2Zy8+"), "not early: " + icon(early));
    assertEquals(0, early.get("ttlMs").asInt(-1));
    return notices;
  }
}
