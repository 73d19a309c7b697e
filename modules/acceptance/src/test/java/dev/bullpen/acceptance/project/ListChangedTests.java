package dev.bullpen.acceptance.project;

import static dev.bullpen.testkit.fixture.Notices.PROMPTS;
import static dev.bullpen.testkit.fixture.Notices.RESOURCES;
import static dev.bullpen.testkit.fixture.Notices.SESSION;
import static dev.bullpen.testkit.fixture.Notices.TOOLS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Editor;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Notices;
import dev.bullpen.testkit.fixture.Requests;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.Rig;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whoever edits the project, clients hear of it within a second, each once: TL-27, PR-09, SU-07.
 */
@Tag("promise")
class ListChangedTests {
  /** Two subscriptions whose ids differ in nothing but their type. */
  private static final String[] SUBSCRIPTIONS = {"7", "\"7\""};

  private static Conversation shared;
  private static Notices told;

  @BeforeAll
  static void a_session_and_two_who_listen_on_the_same_pipe() {
    shared = EditedProject.open().initialized(Revision.V2025_11_25);
    told = new Notices(shared.process());
    for (String subscription : SUBSCRIPTIONS) {
      told.listen(subscription.replace('"', '\''), EditedProject.ALL);
    }
    told.assertNoMore(); // by now the folders are watched
  }

  @AfterAll
  static void end() {
    try {
      told.assertNoMore();
    } finally {
      shared.close();
    }
  }

  @ParameterizedTest
  @EnumSource(ListEdit.class)
  void a_session_and_two_who_listen_on_the_same_pipe_hear_of_it_once(ListEdit edit) {
    Editor editor = new Editor(shared.project());
    String registered = editor.text(EditedProject.REGISTRATION);
    int before = told.delays().size();
    reach(edit.applyTo(editor), edit.notice);
    Percentiles.of(told.delays().subList(before, before + 1 + SUBSCRIPTIONS.length))
        .report(edit + ", until it is told");
    // What is told of it a second time is told before the next change of something else.
    String next = edit.name().toLowerCase(Locale.ROOT) + ".txt";
    if (edit.notice.equals(PROMPTS)) {
      reach(editor.put("resources/" + next, "Next.\n"), RESOURCES);
    } else {
      reach(editor.put("prompts/" + next, "Next.\n"), PROMPTS);
    }
    if (!editor.text(EditedProject.REGISTRATION).equals(registered)) {
      reach(editor.put(EditedProject.REGISTRATION, registered), edit.notice);
    }
    if (edit == ListEdit.A_TOOL_IS_WRITTEN_OVER && editor.wasHeldUp()) {
      told.expectMore(edit.notice, SESSION, SUBSCRIPTIONS[0], SUBSCRIPTIONS[1]);
    }
    told.assertNoneBetween();
  }

  private static void reach(long since, String notice) {
    told.reach(since, notice, SESSION, SUBSCRIPTIONS[0], SUBSCRIPTIONS[1]);
  }

  static Stream<Revision> withHandshake() {
    return Size.first(1, Revision.V2024_11_05, Revision.V2025_11_25);
  }

  @ParameterizedTest
  @MethodSource("withHandshake")
  void every_session_hears_of_every_kind_and_the_list_has_changed_by_then(Revision revision) {
    try (Rig rig = Rig.start(revision, EditedProject::in, launcher -> launcher.workers(1, 1))) {
      Editor editor = new Editor(rig.project());
      Notices notices = new Notices(rig.process());
      for (ListEdit edit :
          List.of(
              ListEdit.A_TOOL_IS_ADDED, ListEdit.A_PROMPT_IS_ADDED, ListEdit.A_RESOURCE_IS_ADDED)) {
        notices.reach(edit.applyTo(editor), edit.notice, SESSION);
        assertTrue(
            List.of(Listed.TOOLS, Listed.PROMPTS, Listed.RESOURCES).stream()
                .filter(list -> edit.notice.contains(list.member))
                .allMatch(list -> list.names(list.first(rig.client())).contains("new")),
            edit + " is told, but not listed");
      }
      notices.assertNoMore();
    }
  }

  @Tag("slow")
  @Test
  void what_changes_nothing_of_a_list_is_told_to_nobody() {
    try (Conversation server = EditedProject.open()) {
      Editor editor = new Editor(server.project());
      changeNothing(server, editor).assertNoMore();
    }
  }

  @Tag("slow")
  @Test
  void control_without_a_comparison_it_is_told() {
    try (Conversation server =
        Conversation.open(
            EditedProject::in, launcher -> launcher.workers(1, 1).off("comparison"))) {
      Editor editor = new Editor(server.project());
      Notices notices = changeNothing(server, editor);
      assertTrue( // however long it takes until the folders are watched
          Poll.until(
              Deadline.in(McpClient.PATIENCE),
              () -> {
                editor.put("tools/old/notes.txt", "No tool.\n");
                return server
                    .process()
                    .transcript()
                    .awaitMessage(TOOLS, 0, Notices.quiet())
                    .isPresent();
              }),
          "nobody was told of a change");
      assertThrows(
          AssertionError.class,
          notices::assertNoMore,
          "the control shows nothing: nobody was told of a change");
    }
  }

  private static Notices changeNothing(Conversation server, Editor here) {
    server.initialized(Revision.V2025_11_25);
    Notices notices = new Notices(server.process());
    notices.listen("1", EditedProject.ALL);
    notices.assertNoMore(); // by now the folders are watched
    here.put("tools/old/tool.meta.json", here.text("tools/old/tool.meta.json"));
    here.put("tools/old/notes.txt", "No tool.\n");
    here.put("resources/README.md", "No resource.\n");
    here.put("resources/.hidden", "No resource.\n");
    here.put("elsewhere.txt", "Nothing of ours.\n");
    return notices;
  }

  @Test
  @Tag("slow")
  void
      a_tool_that_edits_the_project_and_says_so_is_heard_at_once_and_so_is_a_broken_registration() {
    try (Rig rig =
        Rig.start(
                project -> {
                  EditedProject.in(project);
                  project.tool(
                      "grow",
                      "#!/usr/bin/env bash\nsource \"${MCP_SDK:?}/tool-sdk.sh\"\n"
                          // Whole at once: of a file that is empty for a while its size is told
                          // twice.
                          + "echo New. >resources/.new && mv resources/.new resources/new.txt\n"
                          + "mcp_list_changed resources\n"
                          + "mcp_emit_text done\n");
                },
                launcher -> launcher.workers(1, 1))
            .settled()) {
      Editor editor = new Editor(rig.project());
      Notices notices = new Notices(rig.process());
      assertEquals("done", rig.client().callTool("grow", "{}").text().strip());
      long now = System.nanoTime(); // by now it has changed, however long the script took to start
      notices.reach(now, RESOURCES, SESSION);
      notices.assertNoMore();
      // Once more nothing has changed, whatever it says.
      rig.client().callTool("grow", "{}");
      notices.assertNoMore();
      assertABrokenRegistrationIsToldAndItsRepair(rig, editor, notices);
      rig.assertCalm();
    }
  }

  private static void assertABrokenRegistrationIsToldAndItsRepair(
      Rig rig, Editor editor, Notices notices) {
    String whole = editor.text(EditedProject.REGISTRATION);
    long broken = editor.put(EditedProject.REGISTRATION, "{\"version\":");
    notices.await(TOOLS, SESSION, 0, McpClient.PATIENCE);
    assertEquals(
        -32603,
        Listed.TOOLS.first(rig.client()).code().orElse(0),
        "changed " + (System.nanoTime() - broken) + " ns ago");
    editor.put(EditedProject.REGISTRATION, whole);
    notices.await(TOOLS, SESSION, 1, McpClient.PATIENCE);
    assertFalse(Listed.TOOLS.first(rig.client()).failed());
  }

  @Tag("slow")
  @Test
  void su_06_nothing_is_told_to_a_connection_on_which_nobody_listens() {
    try (Rig rig =
        Rig.start(Revision.V2026_07_28, EditedProject::in, launcher -> launcher.workers(1, 1))) {
      Editor editor = new Editor(rig.project());
      Notices notices = new Notices(rig.process());
      for (ListEdit edit : List.of(ListEdit.A_TOOL_IS_ADDED, ListEdit.A_PROMPT_IS_ADDED)) {
        edit.applyTo(editor);
      }
      awaitNew(() -> Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      awaitNew(() -> Listed.PROMPTS.names(Listed.PROMPTS.first(rig.client())));
      notices.assertNoMore();
      notices.listen("'later'", EditedProject.ALL);
      notices.assertNoMore(); // what was before is not told afterwards
      notices.reach(ListEdit.A_RESOURCE_IS_ADDED.applyTo(editor), RESOURCES, "\"later\"");
      notices.assertNoMore();
      assertUntagged(rig, 0);
    }
  }

  @Tag("slow")
  @Test
  void lc_04_nothing_is_told_before_the_session_is_ready() {
    try (Conversation server = EditedProject.open()) {
      Editor editor = new Editor(server.project());
      Notices notices = new Notices(server.process());
      Said.result("1", server.ask(Requests.initialize("1", "2025-11-25")));
      ListEdit.A_TOOL_IS_ADDED.applyTo(editor);
      AtomicInteger asked = new AtomicInteger(1);
      awaitNew(
          () ->
              server
                  .ask(
                      Requests.request(Integer.toString(asked.incrementAndGet()), "tools/list", ""))
                  .at("/result/tools")
                  .findValuesAsString("name"));
      notices.assertNoMore();
      server.say("{'jsonrpc':'2.0','method':'notifications/initialized'}");
      server.exchange(); // it has been read
      notices.reach(ListEdit.A_PROMPT_IS_ADDED.applyTo(editor), PROMPTS, SESSION);
      notices.assertNoMore();
    }
  }

  @Tag("slow")
  @Test
  void a_list_that_is_another_than_was_shown_before_the_session_was_ready_is_told_then() {
    try (Conversation server = EditedProject.open()) {
      Editor editor = new Editor(server.project());
      Notices notices = new Notices(server.process());
      Said.result("1", server.ask(Requests.initialize("1", "2025-11-25")));
      Said.result("2", server.ask(Requests.request("2", "tools/list", "")));
      Said.result("3", server.ask(Requests.request("3", "prompts/list", "")));
      ListEdit.A_TOOL_IS_ADDED.applyTo(editor);
      AtomicInteger asked = new AtomicInteger(3);
      awaitNew( // as somebody else sees it
          () ->
              server
                  .ask(
                      Requests.request(
                          Integer.toString(asked.incrementAndGet()),
                          "tools/list",
                          Requests.ENVELOPE))
                  .at("/result/tools")
                  .findValuesAsString("name"));
      notices.assertNoMore();
      long ready = System.nanoTime();
      server.say("{'jsonrpc':'2.0','method':'notifications/initialized'}");
      notices.reach(ready, TOOLS, SESSION);
      notices.assertNoMore();
    }
  }

  /** Until the server has seen that something new is listed: what it tells of it, it tells now. */
  private static void awaitNew(Supplier<List<String>> names) {
    assertTrue(
        Poll.until(Deadline.in(McpClient.PATIENCE), () -> names.get().contains("new")),
        "nothing new is listed");
  }

  private static void assertUntagged(Rig rig, int expected) {
    List<Line> untagged =
        rig.process().transcript().received().stream()
            .filter(line -> line.json().orElseThrow().has("method"))
            .filter(line -> Notices.tag(line.json().orElseThrow()).equals(SESSION))
            .toList();
    assertEquals(expected, untagged.size(), untagged.toString());
  }
}
