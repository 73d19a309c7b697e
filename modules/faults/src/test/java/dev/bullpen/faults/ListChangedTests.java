package dev.bullpen.faults;

import static dev.bullpen.faults.Notices.PROMPTS;
import static dev.bullpen.faults.Notices.RESOURCES;
import static dev.bullpen.faults.Notices.SESSION;
import static dev.bullpen.faults.Notices.TOOLS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/**
 * Whoever edits the project, clients hear of it within a second, each once: TL-27, PR-09, SU-06,
 * SU-07.
 */
class ListChangedTests {
  private static final String ALL =
      "{'toolsListChanged':true,'promptsListChanged':true,'resourcesListChanged':true}";

  /** Two subscriptions whose ids differ in nothing but their type. */
  private static final String[] SUBSCRIPTIONS = {"7", "\"7\""};

  /** What can happen to a project, and whom it concerns: each to a part that no other touches. */
  enum Edit {
    A_TOOL_IS_ADDED(TOOLS, e -> e.put("tools/new", made -> made.tool("new", ToolScripts.HELLO))),
    A_TOOL_SAYS_SOMETHING_ELSE(
        TOOLS,
        e ->
            e.put(
                "tools/old/tool.meta.json", "{\"name\":\"old\",\"description\":\"Another one\"}")),
    A_TOOL_IS_WRITTEN_OVER(
        TOOLS,
        e ->
            e.overwrite(
                "tools/plain/tool.meta.json",
                "{\"name\":\"plain\",\"description\":\"Another one\"}")),
    A_TOOL_IS_RENAMED(
        TOOLS,
        e ->
            e.put("tools/young/tool.meta.json", "{\"name\":\"older\",\"description\":\"A tool\"}")),
    A_TOOL_IS_REMOVED(TOOLS, e -> e.take("tools/spare")),
    A_PROMPT_IS_ADDED(PROMPTS, e -> e.put("prompts/new.txt", "New.\n")),
    A_PROMPT_SAYS_SOMETHING_ELSE(
        PROMPTS,
        e -> e.put("prompts/old.meta.json", "{\"name\":\"old\",\"description\":\"Another one\"}")),
    A_PROMPT_IS_RENAMED(PROMPTS, e -> e.rename("prompts/bare.txt", "prompts/barer.txt")),
    A_PROMPT_IS_REMOVED(PROMPTS, e -> e.take("prompts/spare.txt")),
    A_RESOURCE_IS_ADDED(RESOURCES, e -> e.put("resources/new.txt", "New.\n")),
    A_RESOURCE_IS_ADDED_IN_A_NEW_FOLDER(
        RESOURCES, e -> e.put("resources/far", made -> made.file("resources/far/off/x.txt", "x"))),
    A_RESOURCE_SAYS_SOMETHING_ELSE(
        RESOURCES,
        e ->
            e.put("resources/old.meta.json", "{\"name\":\"old\",\"description\":\"Another one\"}")),
    A_RESOURCE_IS_RENAMED(RESOURCES, e -> e.rename("resources/bare.txt", "resources/barer.txt")),
    A_RESOURCE_IS_REMOVED(RESOURCES, e -> e.take("resources/spare.txt")),
    A_TEMPLATE_IS_ADDED(
        RESOURCES,
        e -> e.put("resources/new.meta.json", "{\"name\":\"new\",\"uriTemplate\":\"new://{x}\"}")),
    A_TEMPLATE_SAYS_SOMETHING_ELSE(
        RESOURCES,
        e ->
            e.put(
                "resources/page.meta.json",
                "{\"name\":\"page\",\"uriTemplate\":\"page://{another}\"}")),
    A_TEMPLATE_IS_REMOVED(RESOURCES, e -> e.take("resources/leaf.meta.json")),
    TOOLS_ARE_REGISTERED(TOOLS, e -> register(e, "\"tools\":[]")),
    PROMPTS_ARE_REGISTERED(PROMPTS, e -> register(e, "\"prompts\":[]")),
    RESOURCES_ARE_REGISTERED(RESOURCES, e -> register(e, "\"resources\":[]")),
    TEMPLATES_ARE_REGISTERED(
        RESOURCES,
        e -> register(e, "\"resourceTemplates\":[{\"name\":\"n\",\"uriTemplate\":\"n://{x}\"}]"));

    final String notice;
    final ToLongFunction<Editor> act;

    Edit(String notice, ToLongFunction<Editor> act) {
      this.notice = notice;
      this.act = act;
    }
  }

  private static final String REGISTRATION = "server.d/register.json";

  private static long register(Editor editor, String member) {
    return editor.put(
        REGISTRATION,
        editor.text(REGISTRATION).replace("\"version\":1", "\"version\":1," + member));
  }

  private static Editor project(ProjectFixture project) {
    project
        .tool("old", ToolScripts.HELLO)
        .tool("plain", ToolScripts.HELLO)
        .tool("young", ToolScripts.HELLO)
        .tool("spare", ToolScripts.HELLO)
        .prompt("old", "query")
        .file("prompts/bare.txt", "Bare.\n")
        .file("prompts/spare.txt", "Spare.\n")
        .file("resources/old.txt", "Old.\n")
        .file("resources/old.meta.json", "{\"name\":\"old\",\"description\":\"An old one\"}")
        .file("resources/bare.txt", "Bare.\n")
        .file("resources/spare.txt", "Spare.\n")
        .file("resources/page.meta.json", "{\"name\":\"page\",\"uriTemplate\":\"page://{x}\"}")
        .file("resources/leaf.meta.json", "{\"name\":\"leaf\",\"uriTemplate\":\"leaf://{x}\"}");
    return new Editor(project.root());
  }

  private static final AtomicReference<Editor> SHARED_EDITOR = new AtomicReference<>();
  private static Conversation shared;
  private static Notices told;

  @BeforeAll
  static void a_session_and_two_who_listen_on_the_same_pipe() {
    shared = open(SHARED_EDITOR).initialized(Revision.V2025_11_25);
    told = new Notices(shared.process());
    for (String subscription : SUBSCRIPTIONS) {
      told.listen(subscription.replace('"', '\''), ALL);
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

  private static Conversation open(AtomicReference<Editor> editor) {
    return Conversation.open(
        project -> editor.set(project(project)), launcher -> launcher.workers(1, 1));
  }

  @ParameterizedTest
  @EnumSource(Edit.class)
  void a_session_and_two_who_listen_on_the_same_pipe_hear_of_it_once(Edit edit) {
    Editor editor = SHARED_EDITOR.get();
    String registered = editor.text(REGISTRATION);
    int before = told.delays().size();
    reach(edit.act.applyAsLong(editor), edit.notice);
    Percentiles.of(told.delays().subList(before, before + 1 + SUBSCRIPTIONS.length))
        .report(edit + ", until it is told");
    // What is told of it a second time is told before the next change of something else.
    String next = edit.name().toLowerCase(Locale.ROOT) + ".txt";
    if (edit.notice.equals(PROMPTS)) {
      reach(editor.put("resources/" + next, "Next.\n"), RESOURCES);
    } else {
      reach(editor.put("prompts/" + next, "Next.\n"), PROMPTS);
    }
    if (!editor.text(REGISTRATION).equals(registered)) {
      reach(editor.put(REGISTRATION, registered), edit.notice);
    }
    if (edit == Edit.A_TOOL_IS_WRITTEN_OVER && editor.wasHeldUp()) {
      told.expectMore(edit.notice, SESSION, SUBSCRIPTIONS[0], SUBSCRIPTIONS[1]);
    }
    told.assertNoneBetween();
  }

  private static void reach(long since, String notice) {
    told.reach(since, notice, SESSION, SUBSCRIPTIONS[0], SUBSCRIPTIONS[1]);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "V2026_07_28")
  void every_session_hears_of_every_kind_and_the_list_has_changed_by_then(Revision revision) {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Rig rig =
        Rig.start(
            revision,
            project -> editor.set(project(project)),
            launcher -> launcher.workers(1, 1))) {
      Notices notices = new Notices(rig.process());
      for (Edit edit :
          List.of(Edit.A_TOOL_IS_ADDED, Edit.A_PROMPT_IS_ADDED, Edit.A_RESOURCE_IS_ADDED)) {
        notices.reach(edit.act.applyAsLong(editor.get()), edit.notice, SESSION);
        assertTrue(
            List.of(Listed.TOOLS, Listed.PROMPTS, Listed.RESOURCES).stream()
                .filter(list -> edit.notice.contains(list.member))
                .allMatch(list -> list.names(list.first(rig.client())).contains("new")),
            edit + " is told, but not listed");
      }
      notices.assertNoMore();
    }
  }

  @Test
  void what_changes_nothing_of_a_list_is_told_to_nobody() {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Conversation server = open(editor)) {
      changeNothing(server, editor.get()).assertNoMore();
    }
  }

  @Test
  void control_without_a_comparison_it_is_told() {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Conversation server =
        Conversation.open(
            project -> editor.set(project(project)),
            launcher -> launcher.workers(1, 1).off("comparison"))) {
      Notices notices = changeNothing(server, editor.get());
      assertTrue( // however long it takes until the folders are watched
          Poll.until(
              Deadline.in(McpClient.PATIENCE),
              () -> {
                editor.get().put("tools/old/notes.txt", "No tool.\n");
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
    notices.listen("1", ALL);
    notices.assertNoMore(); // by now the folders are watched
    here.put("tools/old/tool.meta.json", here.text("tools/old/tool.meta.json"));
    here.put("tools/old/notes.txt", "No tool.\n");
    here.put("resources/README.md", "No resource.\n");
    here.put("resources/.hidden", "No resource.\n");
    here.put("elsewhere.txt", "Nothing of ours.\n");
    return notices;
  }

  @Test
  void su_06_nothing_is_told_to_a_connection_on_which_nobody_listens() {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Rig rig =
        Rig.start(
            Revision.V2026_07_28,
            project -> editor.set(project(project)),
            launcher -> launcher.workers(1, 1))) {
      Notices notices = new Notices(rig.process());
      for (Edit edit : List.of(Edit.A_TOOL_IS_ADDED, Edit.A_PROMPT_IS_ADDED)) {
        edit.act.applyAsLong(editor.get());
      }
      awaitNew(() -> Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
      awaitNew(() -> Listed.PROMPTS.names(Listed.PROMPTS.first(rig.client())));
      notices.assertNoMore();
      notices.listen("'later'", ALL);
      notices.assertNoMore(); // what was before is not told afterwards
      notices.reach(Edit.A_RESOURCE_IS_ADDED.act.applyAsLong(editor.get()), RESOURCES, "\"later\"");
      notices.assertNoMore();
      assertUntagged(rig, 0);
    }
  }

  @Test
  void lc_04_nothing_is_told_before_the_session_is_ready() {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Conversation server = open(editor)) {
      Notices notices = new Notices(server.process());
      Said.result("1", server.ask(Requests.initialize("1", "2025-11-25")));
      Edit.A_TOOL_IS_ADDED.act.applyAsLong(editor.get());
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
      notices.reach(Edit.A_PROMPT_IS_ADDED.act.applyAsLong(editor.get()), PROMPTS, SESSION);
      notices.assertNoMore();
    }
  }

  @Test
  void a_list_that_is_another_than_was_shown_before_the_session_was_ready_is_told_then() {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Conversation server = open(editor)) {
      Notices notices = new Notices(server.process());
      Said.result("1", server.ask(Requests.initialize("1", "2025-11-25")));
      Said.result("2", server.ask(Requests.request("2", "tools/list", "")));
      Said.result("3", server.ask(Requests.request("3", "prompts/list", "")));
      Edit.A_TOOL_IS_ADDED.act.applyAsLong(editor.get());
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

  @Test
  void a_tool_that_edits_the_project_and_says_so_is_heard_at_once() {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Rig rig =
        Rig.start(
            project -> {
              editor.set(project(project));
              project.tool(
                  "grow",
                  "#!/usr/bin/env bash\nsource \"${MCP_SDK:?}/tool-sdk.sh\"\n"
                      // Whole at once: of a file that is empty for a while its size is told twice.
                      + "echo New. >resources/.new && mv resources/.new resources/new.txt\n"
                      + "mcp_list_changed resources\n"
                      + "mcp_emit_text done\n");
            },
            launcher -> launcher.workers(2, 2))) {
      Notices notices = new Notices(rig.process());
      assertEquals("done", rig.client().callTool("grow", "{}").text().strip());
      long now = System.nanoTime(); // by now it has changed, however long the script took to start
      notices.reach(now, RESOURCES, SESSION);
      notices.assertNoMore();
      // Once more nothing has changed, whatever it says.
      rig.client().callTool("grow", "{}");
      notices.assertNoMore();
    }
  }

  @Test
  void a_broken_registration_is_told_and_so_is_its_repair() {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Rig rig =
        Rig.start(project -> editor.set(project(project)), launcher -> launcher.workers(1, 1))
            .settled()) {
      Notices notices = new Notices(rig.process());
      String whole = editor.get().text(REGISTRATION);
      long broken = editor.get().put(REGISTRATION, "{\"version\":");
      notices.await(TOOLS, SESSION, 0, McpClient.PATIENCE);
      assertEquals(
          -32603,
          Listed.TOOLS.first(rig.client()).code().orElse(0),
          "changed " + (System.nanoTime() - broken) + " ns ago");
      editor.get().put(REGISTRATION, whole);
      notices.await(TOOLS, SESSION, 1, McpClient.PATIENCE);
      assertFalse(Listed.TOOLS.first(rig.client()).failed());
      rig.assertCalm();
    }
  }

  @Test
  void me_03_the_list_is_the_same_for_everybody_after_a_change() {
    AtomicReference<Editor> editor = new AtomicReference<>();
    try (Conversation server = open(editor)) {
      server.initialized(Revision.V2025_11_25);
      Notices notices = new Notices(server.process());
      notices.listen("1", ALL);
      notices.reach(Edit.A_TOOL_IS_ADDED.act.applyAsLong(editor.get()), TOOLS, SESSION, "1");
      JsonNode session = server.ask(Requests.request("2", "tools/list", ""));
      JsonNode modern = server.ask(Requests.request("3", "tools/list", Requests.ENVELOPE));
      assertEquals(
          session.at("/result/tools").findValuesAsString("name"),
          modern.at("/result/tools").findValuesAsString("name"));
      assertEquals("complete", modern.at("/result/resultType").asString(""));
      assertFalse(session.path("result").has("resultType"), session.toString());
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
