package dev.bullpen.acceptance.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Mark;
import dev.bullpen.testkit.Percentiles;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.fixture.Editor;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Notices;
import dev.bullpen.testkit.fixture.PromptScripts;
import dev.bullpen.testkit.proc.Footprint;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** A project with thousands of parts is served as fast as a small one. */
class LargeProjectTests {
  private static final int RESOURCES = 10_000;
  private static final int TOOLS = 2_000;
  private static final int PROMPTS = 1_000;

  private static final int FOLDERS = 50;

  private static final int ROUNDS = 50;

  private static final Duration AFTERWARDS = Duration.ofMillis(20);

  /** As guaranteed among thousands of tools, because the whole project is read again. */
  private static final Duration ANNOUNCED = Duration.ofSeconds(2);

  private static void project(ProjectFixture project) {
    for (int i = 0; i < RESOURCES; i++) {
      project.file(resource(i), "Text of number %d.\n".formatted(i));
    }
    for (int i = 0; i < TOOLS; i++) {
      project.tool(
          "tool-%04d".formatted(i),
          "{'inputSchema':{'type':'object','properties':{'text':{'type':'string'}}}}",
          ToolScripts.HELLO);
    }
    for (int i = 0; i < PROMPTS; i++) {
      project
          .file("prompts/prompt-%04d.txt".formatted(i), "Dear {{name}}, this is %d.\n".formatted(i))
          .file(
              "prompts/prompt-%04d.meta.json".formatted(i),
              Json.text(
                  Messages.json(
                      "{'name':'prompt-%04d','description':'A prompt','arguments':[{'name':'name'}]}",
                      i)));
    }
  }

  private static String resource(int i) {
    return "resources/%02d/file-%05d.txt".formatted(i % FOLDERS, i);
  }

  @Test
  void lists_reads_gets_and_changes_are_quick() {
    assumeTrue(Size.asked() == Size.FULL, "its marks mean nothing on a busy machine");
    Chance chance = Chance.of("a large project");
    try (Rig rig =
        Rig.start(
            LargeProjectTests::project,
            launcher -> launcher.workers(1, 1).with("--page-size", "50"))) {
      Editor editor = new Editor(rig.project());
      McpClient client = rig.client();
      walk(client);
      rig.settled(); // not before all of it has been read
      for (Listed list : List.of(Listed.TOOLS, Listed.PROMPTS, Listed.RESOURCES)) {
        ObjectNode second =
            Json.object()
                .put("cursor", list.first(client).result().get("nextCursor").stringValue());
        quick(list.method, () -> list.first(client));
        quick(list.method + " with a cursor", () -> list.page(client, second.deepCopy()));
      }
      List<String> uris =
          Listed.RESOURCES
              .items(Listed.RESOURCES.page(client, Json.object().put("limit", 200)))
              .stream()
              .map(item -> item.get("uri").stringValue())
              .toList();
      quick(
          "resources/read",
          () ->
              client.call(
                  "resources/read", Json.object().put("uri", uris.get(chance.below(uris.size())))));
      quick(
          "prompts/get",
          () ->
              client.call(
                  "prompts/get",
                  PromptScripts.get(
                      "prompt-%04d".formatted(chance.below(PROMPTS)), "{'name':'Ann'}")));
      changes(rig, editor, chance);
      System.out.printf(
          "[measured] a server of %d resources, %d tools, %d prompts: %d KiB resident%n",
          RESOURCES, TOOLS, PROMPTS, Footprint.of(rig.process().pid()).residentKib());
      rig.assertCalm();
    }
  }

  /** All pages of all lists, which also warms the server up. */
  private static void walk(McpClient client) {
    for (Listed list : Listed.values()) {
      ObjectNode params = Json.object().put("limit", 200);
      int items = 0;
      Answer answer;
      do {
        answer = list.page(client, params.deepCopy());
        assertFalse(answer.failed(), answer.message().toString());
        items += list.items(answer).size();
        params.set("cursor", answer.result().path("nextCursor"));
      } while (answer.result().has("nextCursor"));
      assertEquals(answer.meta().path("mcpbash/total").asInt(0), items, list.method);
    }
  }

  private static void quick(String what, Supplier<Answer> ask) {
    List<Duration> took = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      Answer answer = ask.get();
      assertFalse(answer.failed(), answer.message().toString());
      took.add(answer.took());
    }
    Percentiles percentiles = Percentiles.of(took).report(what + " of a large project");
    Mark.atMost(what + ", p50", percentiles.p50(), AFTERWARDS);
  }

  private static void changes(Rig rig, Editor editor, Chance chance) {
    Notices notices = new Notices(rig.process(), ANNOUNCED);
    int edited = chance.below(RESOURCES);
    notices.reach(editor.take(resource(edited)), Notices.RESOURCES, Notices.SESSION);
    notices.reach(
        editor.put(resource(edited), "Back again.\n"), Notices.RESOURCES, Notices.SESSION);
    notices.reach(
        editor.put("prompts/prompt-added.txt", "New.\n"), Notices.PROMPTS, Notices.SESSION);
    notices.assertNoMore();
    Percentiles.of(notices.delays()).report("a change of a large project, until it is told");
    assertTrue(rig.process().running());
  }
}
