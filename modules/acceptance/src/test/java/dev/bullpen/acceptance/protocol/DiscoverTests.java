package dev.bullpen.acceptance.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.ForEachRevision;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Notices;
import dev.bullpen.testkit.fixture.Requests;
import dev.bullpen.testkit.fixture.Rigs;
import dev.bullpen.testkit.fixture.Said;
import dev.bullpen.testkit.rig.Conversation;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import dev.bullpen.testkit.rig.ToolScripts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * What is advertised is served, and what is served is advertised: DI-01 to DI-06, CA-01 to CA-06.
 * How long a client may keep what it was told: CH-01 to CH-07.
 */
class DiscoverTests {
  @RegisterExtension
  static final Rigs CACHED = new Rigs(DiscoverTests::withCache, launcher -> launcher.workers(1, 1));

  @RegisterExtension
  static final Rigs EVERYTHING = new Rigs(Kind.EVERYTHING.make, launcher -> launcher.workers(1, 1));

  /** Projects that have something of one kind only, besides the prompts that every rig has. */
  enum Kind {
    NO_MORE(project -> project.file("prompts/bare.txt", "Bare.\n")),
    TOOLS(project -> project.tool("hello", ToolScripts.HELLO)),
    RESOURCES(project -> project.file("resources/note.txt", "one\n")),
    TEMPLATES(
        project ->
            project.file(
                "resources/page.meta.json", "{\"name\":\"page\",\"uriTemplate\":\"page://{x}\"}")),
    EVERYTHING(
        project -> {
          TOOLS.make.accept(project);
          NO_MORE.make.accept(project);
          RESOURCES.make.accept(project);
          TEMPLATES.make.accept(project);
        });

    final Consumer<ProjectFixture> make;

    Kind(Consumer<ProjectFixture> make) {
      this.make = make;
    }
  }

  static Stream<Arguments> kindsInBothEras() {
    return Size.first(
        4,
        Arguments.of(Kind.EVERYTHING, Revision.V2026_07_28),
        Arguments.of(Kind.EVERYTHING, Revision.V2025_11_25),
        Arguments.of(Kind.NO_MORE, Revision.V2025_11_25),
        Arguments.of(Kind.TEMPLATES, Revision.V2026_07_28),
        Arguments.of(Kind.NO_MORE, Revision.V2026_07_28),
        Arguments.of(Kind.TOOLS, Revision.V2026_07_28),
        Arguments.of(Kind.RESOURCES, Revision.V2026_07_28));
  }

  @Test
  void di_01_and_di_02_it_says_what_there_is() {
    Rig rig = EVERYTHING.of(Revision.V2026_07_28);
    JsonNode result = discover(rig).result();
    assertEquals("complete", result.path("resultType").asString(""));
    Said.exactly("['2026-07-28']", result.get("supportedVersions"));
    assertTrue(result.path("ttlMs").isIntegralNumber(), result.toString());
    assertTrue(
        List.of("public", "private").contains(result.path("cacheScope").asString("")),
        result.toString());
    assertTrue(result.path("capabilities").isObject(), result.toString());
  }

  @Test
  void di_03_and_di_04_who_serves_is_in_the_meta_of_every_result() {
    Rig rig = EVERYTHING.of(Revision.V2026_07_28);
    assertFalse(discover(rig).result().has("serverInfo"));
    List<Answer> answers =
        List.of(
            discover(rig),
            Listed.TOOLS.first(rig.client()),
            Listed.PROMPTS.first(rig.client()),
            Listed.RESOURCES.first(rig.client()),
            Listed.TEMPLATES.first(rig.client()),
            rig.client().call("resources/read", Messages.json("{'name':'note'}")),
            rig.client().call("prompts/get", Messages.json("{'name':'bare'}")),
            rig.client().callTool("hello", "{}"),
            rig.client().complete(Rig.FAST, "query", ""));
    for (Answer answer : answers) {
      assertEquals(
          "fixture",
          answer.meta().path("io.modelcontextprotocol/serverInfo").path("name").asString(""),
          answer.message().toString());
    }
  }

  @ParameterizedTest
  @MethodSource("kindsInBothEras")
  void di_05_and_ca_06_what_is_advertised_is_served_and_nothing_else(Kind kind, Revision revision) {
    if (kind == Kind.EVERYTHING) {
      assertAdvertisedIsServed(EVERYTHING.of(revision));
      return;
    }
    try (Rig rig = Rig.start(revision, kind.make, launcher -> launcher.workers(1, 1))) {
      assertAdvertisedIsServed(rig);
    }
  }

  private static void assertAdvertisedIsServed(Rig rig) {
    JsonNode capabilities = capabilities(rig);
    for (Listed list : Listed.values()) {
      Answer answer = list.first(rig.client());
      if (capabilities.has(list.capability)) {
        assertFalse(answer.failed(), answer.message().toString());
      } else {
        assertEquals(-32601, answer.code().orElse(0), answer.message().toString());
        assertEquals(List.of(), list.items(answer));
      }
    }
    assertServed(rig, capabilities, "completions", "completion/complete");
    assertServed(rig, capabilities, "prompts", "prompts/get");
    assertServed(rig, capabilities, "resources", "resources/read");
    assertServed(rig, capabilities, "tools", "tools/call");
    if (rig.client().revision().handshake()) {
      assertServed(rig, capabilities, "logging", "logging/setLevel");
      assertServed(rig, capabilities, "resources", "resources/subscribe");
      assertServed(rig, capabilities, "resources", "resources/unsubscribe");
    }
  }

  /** Without params they have something to complain about, but they know the method. */
  private static void assertServed(
      Rig rig, JsonNode capabilities, String capability, String method) {
    int code = rig.client().call(method, Json.object()).code().orElse(0);
    assertEquals(capabilities.has(capability), code != -32601, method + " said " + code);
  }

  @ForEachRevision
  void ca_03_changes_are_promised_in_every_revision(Revision revision) {
    Rig rig = EVERYTHING.of(revision);
    JsonNode capabilities = capabilities(rig);
    for (String kind : List.of("tools", "prompts", "resources")) {
      JsonNode promised = capabilities.path(kind).path("listChanged");
      assertTrue(promised.isBoolean() && promised.asBoolean(false), capabilities.toString());
    }
    JsonNode subscribe = capabilities.path("resources").path("subscribe");
    assertTrue(subscribe.isBoolean() && subscribe.asBoolean(false), capabilities.toString());
    assertFalse(capabilities.has("tasks"), "CA-04: " + capabilities);
  }

  @Test
  void ca_03_a_static_registry_promises_no_changes_in_either_era() {
    try (Conversation server =
        Conversation.open(
            Kind.EVERYTHING.make,
            launcher -> launcher.workers(1, 1).environment("MCPBASH_STATIC_REGISTRY", "1"))) {
      JsonNode legacy =
          Said.result("1", server.ask(Requests.initialize("1", "2025-11-25"))).get("capabilities");
      JsonNode modern =
          Said.result("2", server.ask(Requests.request("2", "server/discover", Requests.ENVELOPE)))
              .get("capabilities");
      for (String kind : List.of("tools", "prompts", "resources")) {
        assertTrue(legacy.has(kind) && modern.has(kind), kind);
        assertFalse(legacy.get(kind).has("listChanged"), legacy.toString());
        assertFalse(modern.get(kind).has("listChanged"), modern.toString());
      }
      assertTrue(legacy.get("resources").path("subscribe").asBoolean(false), legacy.toString());
      JsonNode honoured =
          new Notices(server.process())
              .listen("3", "{'toolsListChanged':true,'resourceSubscriptions':['x://y']}");
      assertFalse(honoured.has("toolsListChanged"), honoured.toString());
      assertEquals(1, honoured.path("resourceSubscriptions").size(), honoured.toString());
    }
  }

  private static JsonNode capabilities(Rig rig) {
    return rig.process()
        .transcript()
        .responses("1")
        .get(0)
        .json()
        .orElseThrow()
        .at("/result/capabilities");
  }

  private static Answer discover(Rig rig) {
    return rig.client().call("server/discover", Json.object());
  }

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
    Rig rig = EVERYTHING.of(Revision.V2026_07_28);
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

  @Test
  void ch_04_the_others_say_nothing_of_it() {
    for (Answer answer : never(CACHED.of(Revision.V2026_07_28).client())) {
      assertFalse(answer.failed(), answer.message().toString());
      assertEquals("complete", answer.result().path("resultType").asString(""));
      assertFalse(answer.result().has("ttlMs"), answer.message().toString());
      assertFalse(answer.result().has("cacheScope"), answer.message().toString());
    }
  }

  @Test
  void ch_07_the_author_may_say_more() {
    for (Answer answer : kept(CACHED.of(Revision.V2026_07_28).client())) {
      assertEquals(60_000, answer.result().path("ttlMs").asInt(-1), answer.message().toString());
      assertEquals(
          "public", answer.result().path("cacheScope").asString(""), answer.message().toString());
    }
  }

  static Stream<Revision> withHandshake() {
    return Size.first(1, Revision.V2025_11_25, Revision.V2024_11_05);
  }

  @ParameterizedTest
  @MethodSource("withHandshake")
  void lc_09_a_session_hears_nothing_of_it(Revision revision) {
    McpClient client = CACHED.of(revision).client();
    for (Listed list : Listed.values()) {
      assertNothing(list.first(client));
    }
    assertNothing(client.call("resources/read", Messages.json("{'name':'note'}")));
    never(client).forEach(DiscoverTests::assertNothing);
  }

  private static void assertNothing(Answer answer) {
    assertFalse(answer.failed(), answer.message().toString());
    for (String member : List.of("ttlMs", "cacheScope", "resultType")) {
      assertFalse(answer.result().has(member), answer.message().toString());
    }
  }

  private static void withCache(ProjectFixture project) {
    project(project);
    project.file(
        "server.d/server.meta.json",
        "{\"name\":\"fixture\",\"version\":\"1.0.0\",\"cache\":{\"ttlMs\":60000,\"scope\":\"public\"}}\n");
  }
}
