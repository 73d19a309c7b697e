package dev.bullpen.acceptance.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** How long a client may keep what it was told: CH-01 to CH-07. */
class CachingTests {
  private static void project(ProjectFixture project) {
    project
        .tool("hello", ToolScripts.HELLO)
        .file("resources/note.txt", "one\n")
        .file("resources/page.meta.json", "{\"name\":\"page\",\"uriTemplate\":\"page://{x}\"}")
        .file("prompts/bare.txt", "Bare.\n");
  }

  /** The six results that may be kept. */
  private static List<Answer> kept(McpClient client) {
    List<Answer> kept = new ArrayList<>();
    kept.add(client.call("server/discover", Json.object()));
    for (Listed list : Listed.values()) {
      kept.add(list.first(client));
    }
    kept.add(client.call("resources/read", Messages.json("{'name':'note'}")));
    return kept;
  }

  /** Those that may not. */
  private static List<Answer> never(McpClient client) {
    return List.of(
        client.callTool("hello", "{}"),
        client.call("prompts/get", Messages.json("{'name':'bare'}")),
        client.complete(Rig.FAST, "query", "x"));
  }

  @Test
  void ch_01_to_ch_03_what_may_be_kept_says_how_long_and_ch_07_that_is_not_at_all() {
    try (Rig rig = start("")) {
      for (Answer answer : kept(rig.client())) {
        JsonNode ttl = answer.result().path("ttlMs");
        assertTrue(ttl.isIntegralNumber(), answer.message().toString());
        assertEquals(0, ttl.asInt(-1), answer.message().toString());
        assertTrue(
            Set.of("public", "private").contains(answer.result().path("cacheScope").asString("")),
            answer.message().toString());
      }
      Answer read = rig.client().call("resources/read", Messages.json("{'name':'note'}"));
      assertEquals("private", read.result().path("cacheScope").asString(""), "CH-03");
    }
  }

  @Test
  void ch_04_the_others_say_nothing_of_it() {
    try (Rig rig = start("\"ttlMs\":5000,\"scope\":\"public\"")) {
      for (Answer answer : never(rig.client())) {
        assertFalse(answer.failed(), answer.message().toString());
        assertEquals("complete", answer.result().path("resultType").asString(""));
        assertFalse(answer.result().has("ttlMs"), answer.message().toString());
        assertFalse(answer.result().has("cacheScope"), answer.message().toString());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1,public", "60000,private"})
  void ch_07_the_author_may_say_more(int ttlMs, String scope) {
    try (Rig rig = start("\"ttlMs\":" + ttlMs + ",\"scope\":\"" + scope + "\"")) {
      for (Answer answer : kept(rig.client())) {
        assertEquals(ttlMs, answer.result().path("ttlMs").asInt(-1), answer.message().toString());
        assertEquals(
            scope, answer.result().path("cacheScope").asString(""), answer.message().toString());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"V2024_11_05", "V2025_11_25"})
  void lc_09_a_session_hears_nothing_of_it(Revision revision) {
    try (Rig rig =
        Rig.start(
            revision,
            project -> withCache(project, "\"ttlMs\":60000,\"scope\":\"public\""),
            launcher -> launcher.workers(1, 1))) {
      for (Listed list : Listed.values()) {
        assertNothing(list.first(rig.client()));
      }
      assertNothing(rig.client().call("resources/read", Messages.json("{'name':'note'}")));
      never(rig.client()).forEach(CachingTests::assertNothing);
    }
  }

  private static void assertNothing(Answer answer) {
    assertFalse(answer.failed(), answer.message().toString());
    for (String member : List.of("ttlMs", "cacheScope", "resultType")) {
      assertFalse(answer.result().has(member), answer.message().toString());
    }
  }

  private static void withCache(ProjectFixture project, String cache) {
    project(project);
    project.file(
        "server.d/server.meta.json",
        "{\"name\":\"fixture\",\"version\":\"1.0.0\",\"cache\":{" + cache + "}}\n");
  }

  private static Rig start(String cache) {
    return Rig.start(
        Revision.V2026_07_28,
        project -> withCache(project, cache),
        launcher -> launcher.workers(1, 1));
  }
}
