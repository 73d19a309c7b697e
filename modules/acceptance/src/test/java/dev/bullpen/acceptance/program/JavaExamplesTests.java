package dev.bullpen.acceptance.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Examples;
import dev.bullpen.testkit.fixture.PromptScripts;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The examples of programs in Java do what they show, with a session and without. */
class JavaExamplesTests {
  private static final String PROGRESS = "notifications/progress";

  @ParameterizedTest
  @EnumSource(names = "V2026_07_28")
  void a_completion_pages_follows_the_context_and_reads_what_it_completes(Revision revision) {
    try (Rig rig = Examples.startUnasked(revision, "java-completion").settled()) {
      McpClient client = rig.client();
      assertEquals(
          List.of("Europe/Berlin"), completeFirst(client, "meeting", "zone", "europe/berl"));
      Answer all = client.complete("meeting", "zone", "");
      assertTrue(all.completion().path("hasMore").asBoolean(false), all.message().toString());
      assertEquals("JPY", currencies(client, "Asia/Tokyo").values().get(0));
      assertEquals(
          List.of("march", "may"),
          client
              .callCompiled(
                  "completion/complete",
                  Messages.completeResource("month://{year}/{month}", "month", "ma"))
              .values());
      String may = read(client, "month://2026/may");
      assertTrue(may.startsWith("2026-05-01 FRIDAY\n"), may);
      assertEquals(-32602, notFound(revision, client.call("resources/read", uri("month://x/y"))));
      rig.assertCalm();
    }
  }

  private static Answer currencies(McpClient client, String zone) {
    return client.call(
        "completion/complete",
        Examples.knowing(
            Messages.completePrompt("meeting", "currency", ""), Json.object().put("zone", zone)));
  }

  /** The revisions have different codes for it. */
  private static int notFound(Revision revision, Answer answer) {
    int code = answer.code().orElse(0);
    return revision.handshake() && code == -32002 ? -32602 : code;
  }

  static Stream<Revision> revisions() {
    return Size.first(1, Revision.V2026_07_28, Revision.V2025_11_25);
  }

  @ParameterizedTest
  @MethodSource("revisions")
  void a_tool_tells_how_far_it_is_and_stops_when_it_is_cancelled(Revision revision) {
    try (Rig rig = Examples.startUnasked(revision, "java-tool").settled()) {
      Answer primes = rig.client().callCompiled("tools/call", withToken("primes", "{'upTo':1000}"));
      assertFalse(primes.isError(), primes.message().toString());
      assertEquals(168, primes.structured().path("count").asInt(0));
      assertEquals(997, primes.structured().path("largest").asInt(0));
      Answer dice = rig.client().callCompiled("tools/call", withToken("dice", "{}"));
      assertEquals(5, dice.structured().path("dice").size(), dice.message().toString());
      assertFalse(rig.process().transcript().heard(PROGRESS).isEmpty());
      Answer wrong = rig.client().callTool("primes", "{'upTo':'many'}");
      assertTrue(wrong.failed() || wrong.isError(), wrong.message().toString());
      rig.process().transcript().forget();
      // The first of its reports comes soon, and all of them take far longer than the cancel.
      long id = rig.client().send("tools/call", withToken("primes", "{'upTo':30000000}"));
      assertTrue(
          rig.process()
              .transcript()
              .awaitMessage(PROGRESS, 0, Deadline.in(McpClient.PATIENCE))
              .isPresent(),
          "it never said how far it is");
      rig.client().cancel(id);
      assertFalse(rig.client().callTool("primes", "{'upTo':10}").isError());
      rig.assertCalm();
      assertEquals(0, rig.client().answers(id));
    }
  }

  @ParameterizedTest
  @EnumSource(names = "V2026_07_28")
  void a_tool_uses_a_jar_and_another_is_one(Revision revision) {
    try (Rig rig =
        Examples.start(revision, "java-library", JavaExamplesTests::build, launcher -> launcher)
            .settled()) {
      assertEquals("creme-brulee", callFirst(rig.client(), "slug", "{'title':'Crème brûlée!'}"));
      assertEquals("AL", rig.client().callTool("initials", "{'name':'Ada Lovelace'}").text());
      rig.assertCalm();
    }
  }

  /** What build.sh does, where there need be no shell. */
  private static void build(ProjectFixture project) {
    Path root = project.root();
    Path words = root.resolve("library/words");
    Path initials = root.resolve("library/classes");
    String jar = root.resolve("lib/words.jar").toString();
    tool("javac", "-d", words.toString(), root + "/library/src/example/words/Words.java");
    tool("jar", "--create", "--file", folder(jar), "-C", words.toString(), ".");
    tool(
        "javac",
        "-cp",
        api() + ":" + jar,
        "-d",
        initials.toString(),
        root + "/library/initials/example/initials/Initials.java");
    tool(
        "jar",
        "--create",
        "--file",
        root + "/tools/initials/tool.jar",
        "-C",
        initials.toString(),
        ".",
        "-C",
        root + "/library/initials",
        "META-INF");
  }

  private static String folder(String jar) {
    try {
      Files.createDirectories(Path.of(jar).getParent());
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void tool(String name, String... arguments) {
    StringWriter said = new StringWriter();
    PrintWriter writer = new PrintWriter(said);
    int status = ToolProvider.findFirst(name).orElseThrow().run(writer, writer, arguments);
    assertEquals(0, status, said::toString);
  }

  /** The jar of the interfaces, as the product brings it. */
  private static Path api() {
    try (Stream<Path> files = Files.walk(Path.of(System.getProperty(Launcher.FOLDER, "")))) {
      return files
          .filter(file -> file.getFileName().toString().matches("bullpen-api-[0-9.]+\\.jar"))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @EnumSource(names = "V2026_07_28")
  void a_prompt_brings_a_file_and_completes_its_name(Revision revision) {
    try (Rig rig = Examples.startUnasked(revision, "java-prompt").settled()) {
      assertEquals(List.of("rules"), completeFirst(rig.client(), "review", "by", "r"));
      Answer review =
          rig.client()
              .call("prompts/get", PromptScripts.get("review", "{'change':'Nothing at all'}"));
      assertEquals("A review by rules", review.result().path("description").asString(""));
      JsonNode messages = review.result().path("messages");
      assertEquals("resource", messages.at("/0/content/type").asString(""), messages.toString());
      assertTrue(messages.at("/1/content/text").asString("").endsWith("Nothing at all"));
      assertEquals("assistant", messages.at("/2/role").asString(""));
      Answer unknown =
          rig.client()
              .call("prompts/get", PromptScripts.get("review", "{'change':'x','by':'../../etc'}"));
      assertTrue(unknown.failed(), unknown.message().toString());
      rig.assertCalm();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "V2026_07_28")
  void a_main_is_told_what_a_script_is(Revision revision) {
    try (Rig rig = Examples.startUnasked(revision, "java-main").settled()) {
      assertEquals(
          "Hello, Ann!\nHello, Ann!\n",
          callFirst(rig.client(), "greet", "{'name':'Ann','times':2}"));
      assertEquals(
          List.of("spring", "summer"), completeFirst(rig.client(), "haiku", "season", "s"));
      String now = read(rig.client(), "clock://now");
      assertTrue(now.endsWith("Z (clock://now)\n"), now);
      rig.assertCalm();
    }
  }

  private static ObjectNode withToken(String tool, String arguments) {
    ObjectNode params = Messages.callTool(tool, arguments);
    params.set("_meta", Messages.json("{'progressToken':'p'}"));
    return params;
  }

  private static ObjectNode uri(String uri) {
    return Json.object().put("uri", uri);
  }

  private static String callFirst(McpClient client, String tool, String arguments) {
    return client.callCompiled("tools/call", Messages.callTool(tool, arguments)).text();
  }

  private static List<String> completeFirst(
      McpClient client, String prompt, String argument, String value) {
    return client
        .callCompiled("completion/complete", Messages.completePrompt(prompt, argument, value))
        .values();
  }

  private static String read(McpClient client, String uri) {
    Answer answer = client.callCompiled("resources/read", uri(uri));
    return answer.result().at("/contents/0/text").asString("");
  }
}
