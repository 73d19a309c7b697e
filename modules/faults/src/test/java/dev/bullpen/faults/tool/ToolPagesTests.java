package dev.bullpen.faults.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.faults.fixture.Rigs;
import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** A list too long for one page: PA-01 to PA-04. */
class ToolPagesTests {
  private static final int TOOLS = 250;

  /** As many as a page holds unless the client asks otherwise, as the operator wants it. */
  private static final int PAGE = 50;

  /** As many as a page holds if neither operator nor client says so. */
  private static final int DEFAULT_PAGE = 250;

  private static final Rigs RIGS =
      new Rigs(
          project -> project(project, TOOLS),
          launcher -> launcher.workers(1, 1).with("--page-size", "50"));

  private static void project(ProjectFixture project, int tools) {
    IntStream.range(0, tools)
        .forEach(i -> project.tool("tool-%03d".formatted(i), ToolScripts.HELLO));
  }

  @AfterAll
  static void close() {
    RIGS.close();
  }

  @ParameterizedTest
  @EnumSource
  void pa_01_a_walk_meets_every_tool_once_in_order_and_ends(Revision revision) {
    List<Answer> pages = walk(RIGS.of(revision));
    assertEveryToolOnce(TOOLS, pages);
    assertEquals(TOOLS / PAGE, pages.size());
    Set<String> scopes = new HashSet<>();
    pages.forEach(page -> scopes.add(page.result().path("cacheScope").asString("none")));
    assertEquals(1, scopes.size(), "PA-04: " + scopes);
  }

  @Test
  void pages_of_the_default_size_lose_no_tool_and_repeat_none() {
    int tools = 2 * DEFAULT_PAGE + 1;
    try (Rig rig =
        Rig.start(project -> project(project, tools), launcher -> launcher.workers(1, 1))) {
      List<Answer> pages = walk(rig);
      assertEveryToolOnce(tools, pages);
      assertEquals(
          List.of(DEFAULT_PAGE, DEFAULT_PAGE, 1),
          pages.stream().map(page -> page.result().path("tools").size()).toList());
    }
  }

  /** All pages, each found by the cursor of the one before. */
  private static List<Answer> walk(Rig rig) {
    List<Answer> pages = new ArrayList<>();
    ObjectNode params = Messages.json("{}");
    do {
      Answer page = rig.client().call("tools/list", params.deepCopy());
      pages.add(page);
      String cursor = page.result().path("nextCursor").asString("none");
      assertFalse(cursor.isEmpty(), "an empty cursor goes round in circles");
      params.put("cursor", cursor);
      assertTrue(pages.size() <= TOOLS, "the walk does not end");
    } while (pages.get(pages.size() - 1).result().has("nextCursor"));
    return pages;
  }

  private static void assertEveryToolOnce(int tools, List<Answer> pages) {
    List<String> names = new ArrayList<>();
    for (Answer page : pages) {
      page.result().path("tools").forEach(tool -> names.add(tool.get("name").stringValue()));
    }
    assertEquals(
        IntStream.range(0, tools).mapToObj("tool-%03d"::formatted).toList(),
        names,
        names.size() + " tools");
  }

  @ParameterizedTest
  @ValueSource(strings = {"''", "null", "7", "{}", "'nonsense'", "'bm9uc2Vuc2U'"})
  void pa_02_what_is_no_cursor_is_refused(String cursor) {
    for (Revision revision : Revision.values()) {
      Answer answer = list(revision, Messages.json("{'cursor':%s}", cursor));
      assertEquals(-32602, answer.code().orElse(0), revision + ": " + answer.message());
    }
  }

  @ParameterizedTest
  @EnumSource
  void pa_03_the_same_cursor_gives_the_same_page_and_an_altered_one_gives_none(Revision revision) {
    String cursor = list(revision, Messages.json("{}")).result().get("nextCursor").stringValue();
    Answer once = list(revision, Messages.json("{'cursor':'%s'}", cursor));
    Answer again = list(revision, Messages.json("{'cursor':'%s'}", cursor));
    assertEquals(Json.text(once.result()), Json.text(again.result()));
    Answer altered = list(revision, Messages.json("{'cursor':'x%s'}", cursor));
    assertEquals(-32602, altered.code().orElse(0), altered.message().toString());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 50, 200, 201})
  void a_client_may_ask_for_smaller_or_larger_pages_up_to_a_limit(int limit) {
    Answer answer = list(Revision.V2025_11_25, Messages.json("{'limit':%d}", limit));
    assertEquals(Math.min(limit, 200), answer.result().get("tools").size());
  }

  private static Answer list(Revision revision, ObjectNode params) {
    return RIGS.of(revision).client().call("tools/list", params);
  }
}
