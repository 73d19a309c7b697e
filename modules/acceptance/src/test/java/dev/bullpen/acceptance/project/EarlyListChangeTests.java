package dev.bullpen.acceptance.project;

import static dev.bullpen.testkit.fixture.Notices.PROMPTS;
import static dev.bullpen.testkit.fixture.Notices.RESOURCES;
import static dev.bullpen.testkit.fixture.Notices.SESSION;
import static dev.bullpen.testkit.fixture.Notices.TOOLS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** What lists change into while nobody is told: SU-06, LC-04. */
class EarlyListChangeTests {
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
