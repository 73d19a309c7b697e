package dev.bullpen.acceptance.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Editor;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** All four lists come in pages, and each cursor is for one of them: PA-01 to PA-04. */
class ListPagesTests {
  /** Two pages and a bit. */
  private static final int ITEMS = 120;

  /** As many as a page holds unless the client asks otherwise, as the operator wants it. */
  private static final int PAGE = 50;

  /** As many as it holds at most. */
  private static final int LARGEST = 200;

  @RegisterExtension
  static final Rigs RIGS =
      new Rigs(
          ListPagesTests::project, launcher -> launcher.workers(1, 1).with("--page-size", "50"));

  private static void project(ProjectFixture project) {
    for (int i = 0; i < ITEMS; i++) {
      String name = "item-%03d".formatted(i);
      project
          .tool(name, ToolScripts.HELLO)
          .prompt(name, "query")
          .file("resources/" + name + ".txt", "x")
          .file(
              "resources/templates/" + name + ".meta.json",
              "{\"name\":\"template-%s\",\"uriTemplate\":\"%s://{x}\"}".formatted(name, name));
    }
  }

  /** Every list in every revision. */
  static Stream<Arguments> lists() {
    return Stream.of(Listed.values())
        .flatMap(list -> Revision.tested().map(revision -> Arguments.of(list, revision)));
  }

  @ParameterizedTest
  @MethodSource("lists")
  void pa_01_a_walk_meets_every_item_once_in_order_and_ends(Listed list, Revision revision) {
    List<String> names = new ArrayList<>();
    Set<String> scopes = new HashSet<>();
    Set<Integer> totals = new HashSet<>();
    ObjectNode params = Json.object();
    int pages = 0;
    boolean more = true;
    while (more) {
      Answer answer = list.page(client(revision), params.deepCopy());
      names.addAll(list.names(answer));
      scopes.add(answer.result().path("cacheScope").asString("none"));
      totals.add(answer.meta().path("mcpbash/total").asInt(0));
      more = answer.result().has("nextCursor");
      assertTrue(++pages <= ITEMS, "the walk does not end");
      if (more) {
        assertEquals(PAGE, list.items(answer).size(), "a page that is not the last is full");
        params.set("cursor", answer.result().get("nextCursor"));
        assertFalse(params.get("cursor").stringValue().isEmpty(), "PA-01: goes round in circles");
      }
    }
    assertEquals(names.stream().distinct().sorted().toList(), names);
    assertEquals(Set.of(names.size()), totals);
    assertTrue(names.size() >= ITEMS, names.size() + " items");
    assertEquals(1, scopes.size(), "PA-04: " + scopes);
  }

  @ParameterizedTest
  @EnumSource
  void pa_02_what_is_no_cursor_is_refused(Listed list) {
    for (String cursor : List.of("''", "null", "7", "{}", "['x']", "'nonsense'", "'bm9uc2Vuc2U'")) {
      for (Revision revision : Revision.tested().toList()) {
        assertInvalid(list.page(client(revision), Messages.json("{'cursor':" + cursor + "}")));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("lists")
  void pa_03_the_same_cursor_gives_the_same_page_and_an_altered_one_gives_none(
      Listed list, Revision revision) {
    String cursor = cursor(list, client(revision));
    Answer once = list.page(client(revision), Json.object().put("cursor", cursor));
    Answer again = list.page(client(revision), Json.object().put("cursor", cursor));
    assertEquals(Json.text(once.result()), Json.text(again.result()));
    assertInvalid(list.page(client(revision), Json.object().put("cursor", "x" + cursor)));
    assertInvalid(list.page(client(revision), Json.object().put("cursor", cursor.substring(1))));
  }

  @ParameterizedTest
  @EnumSource
  void pa_03_a_cursor_is_for_its_own_list(Listed list) {
    for (Revision revision : List.of(Revision.V2025_11_25, Revision.V2026_07_28)) {
      String cursor = cursor(list, client(revision));
      for (Listed other : Listed.values()) {
        Answer answer = other.page(client(revision), Json.object().put("cursor", cursor));
        if (other == list) {
          assertFalse(answer.failed(), answer.message().toString());
        } else {
          assertInvalid(answer);
        }
      }
    }
  }

  @Test
  void a_cursor_is_understood_by_a_server_started_anew_on_the_same_files() {
    Rig rig = RIGS.of(Revision.V2025_11_25);
    try (McpClient later =
        new McpClient(
            Launcher.packaged()
                .project(rig.project())
                .workers(1, 1)
                .with("--page-size", "50")
                .start(),
            Revision.V2025_11_25)) {
      later.handshake();
      for (Listed list : Listed.values()) {
        ObjectNode second = Json.object().put("cursor", cursor(list, rig.client()));
        assertEquals(
            Json.text(list.page(rig.client(), second.deepCopy()).result()),
            Json.text(list.page(later, second.deepCopy()).result()));
      }
    }
  }

  @Test
  void pa_03_a_cursor_ends_with_the_set_it_belongs_to_and_outlives_changes_of_others() {
    try (Rig rig =
        Rig.start(
            ListPagesTests::project,
            launcher -> launcher.workers(1, 1).with("--page-size", "50"))) {
      Editor editor = new Editor(rig.project());
      for (Listed list : Listed.values()) {
        Listed other = list == Listed.TOOLS ? Listed.PROMPTS : Listed.TOOLS;
        String cursor = cursor(list, rig.client());
        String ofOther = cursor(other, rig.client());
        add(editor, list);
        assertTrue(
            Poll.until(
                Deadline.in(McpClient.PATIENCE),
                () -> list.names(list.first(rig.client())).contains("a-new-one")),
            "the change is not noticed");
        assertInvalid(list.page(rig.client(), Json.object().put("cursor", cursor)));
        assertFalse(other.page(rig.client(), Json.object().put("cursor", ofOther)).failed());
      }
    }
  }

  private static void add(Editor editor, Listed list) {
    switch (list) {
      case TOOLS ->
          editor.put("tools/a-new-one", project -> project.tool("a-new-one", ToolScripts.HELLO));
      case PROMPTS -> editor.put("prompts/a-new-one.txt", "x");
      case RESOURCES -> editor.put("resources/a-new-one.txt", "x");
      case TEMPLATES ->
          editor.put(
              "resources/a-new-one.meta.json",
              "{\"name\":\"a-new-one\",\"uriTemplate\":\"new://{x}\"}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_client_may_ask_for_smaller_or_larger_pages_up_to_a_limit(Listed list) {
    McpClient client = client(Revision.V2025_11_25);
    int total = list.first(client).meta().get("mcpbash/total").asInt(0);
    for (int limit : new int[] {1, PAGE - 1, PAGE, PAGE + 1, LARGEST - 1, LARGEST, LARGEST + 1}) {
      Answer answer = list.page(client, Json.object().put("limit", limit));
      assertEquals(
          Math.min(total, Math.min(limit, LARGEST)),
          list.items(answer).size(),
          limit + ": " + answer.message());
    }
  }

  private static String cursor(Listed list, McpClient client) {
    return list.first(client).result().get("nextCursor").stringValue();
  }

  private static void assertInvalid(Answer answer) {
    assertEquals(-32602, answer.code().orElse(0), answer.message().toString());
  }

  private static McpClient client(Revision revision) {
    return RIGS.of(revision).client();
  }
}
