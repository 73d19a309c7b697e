package dev.bullpen.acceptance.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.acceptance.prompt.PromptGetTests;
import dev.bullpen.acceptance.resource.ResourceReadTests;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.AgreeableClient;
import dev.bullpen.testkit.fixture.Editor;
import dev.bullpen.testkit.fixture.Examples;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Notices;
import dev.bullpen.testkit.fixture.PromptScripts;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.fixture.Specimen;
import dev.bullpen.testkit.fixture.Surroundings;
import dev.bullpen.testkit.rig.ProjectFixture;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Each example does what it shows: its tools run, its prompts are made, its resources are read. */
@Needs("bash")
class ExamplesTests {
  /** What every rig has besides. */
  private static final Set<String> OF_THE_RIG = Set.of(Rig.FAST, Rig.HOLD);

  /** The only example in which a tool is refused. */
  private static final String POLICY = "tools-policy";

  /** What the client hears, for examples that show that. */
  private static final Map<String, String> HEARD =
      Map.of(
          "tools-progress", "notifications/progress",
          "tools-logging", "notifications/message",
          "tools-elicitation", "elicitation/create",
          "tools-sampling", "sampling/createMessage",
          "prompts-script", "elicitation/create",
          "python-tool", "notifications/progress",
          "node-tool", "notifications/progress",
          "long-job", "notifications/progress");

  /** What their tools are run by, where that is no shell. */
  private static final Map<String, String> INTERPRETERS =
      Map.of(
          "python-tool", "python3",
          "node-tool", "node",
          "http-api", "node",
          "sqlite", "python3",
          "long-job", "python3");

  /** These run with a session and without. */
  private static final Set<String> ASKING = Set.of("tools-elicitation", "prompts-script");

  /** What some of them show besides. */
  private static final Map<String, Consumer<McpClient>> BESIDES =
      Map.of(
          "tools-logging", ExamplesTests::logging,
          "prompts-script", ExamplesTests::inspection,
          "prompts-text", ExamplesTests::apology,
          "resources", ExamplesTests::kinds,
          "ui", ExamplesTests::dice,
          "registration", ExamplesTests::registration,
          "http-api", ExamplesTests::rates,
          "sqlite", ExamplesTests::library,
          "long-job", ExamplesTests::film,
          "testing", ExamplesTests::slug);

  private static final Pattern VARIABLE = Pattern.compile("\\{([A-Za-z]+)\\}");

  static Stream<Arguments> examples() {
    return Examples.names().stream()
        .filter(
            name ->
                name.matches(
                    "(tools|prompts)-.*|(python|node)-tool|resources|resource-templates|ui|registration"
                        + "|http-api|sqlite|long-job|testing"))
        .flatMap(
            name ->
                Stream.of(Revision.V2026_07_28, Revision.V2025_11_25)
                    .limit(ASKING.contains(name) ? 2 : 1)
                    .map(revision -> Arguments.of(name, revision)));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void it_does_what_it_shows(String example, Revision revision) throws IOException {
    String interpreter = INTERPRETERS.getOrDefault(example, "bash");
    assumeTrue(Surroundings.isOnPath(interpreter), "PATH holds no " + interpreter);
    try (RatesApi api = RatesApi.start();
        Rig rig = start(revision, example, api).settled()) {
      AgreeableClient client = new AgreeableClient(rig.client(), rig.project());
      int shown = tools(rig.client(), client, example, revision);
      shown += prompts(rig.client(), client);
      shown += resources(rig.client(), revision);
      assertTrue(shown > 0, "it shows nothing");
      String heard = HEARD.getOrDefault(example, "");
      assertTrue(
          heard.isEmpty()
              || client.asked().contains(heard)
              || !rig.process().transcript().heard(heard).isEmpty(),
          "it does not show " + heard);
      BESIDES.getOrDefault(example, besides -> {}).accept(rig.client());
      assertEquals(
          example.equals("http-api") ? Set.of("Bearer " + RatesApi.KEY) : Set.of(),
          api.authorizations());
      String said = rig.process().stderr().text();
      assertFalse(said.contains("ignored"), "an example is no bad one: " + said);
      rig.assertCalm();
    }
  }

  private static Rig start(Revision revision, String example, RatesApi api) {
    return Examples.start(
        revision,
        example,
        project -> {},
        launcher ->
            launcher
                .environment("NOTES_KEY", "k")
                .environment("RATES_URL", api.url())
                .environment("RATES_KEY", RatesApi.KEY));
  }

  private static int tools(
      McpClient client, AgreeableClient agreeable, String example, Revision revision) {
    List<Answer> refused = new ArrayList<>();
    List<JsonNode> tools = Listed.TOOLS.items(Listed.TOOLS.first(client));
    for (JsonNode tool : tools) {
      assertFalse(tool.path("description").asString("").isBlank(), tool.toString());
      Answer answer = agreeable.call(call(tool, revision));
      if (answer.failed() || answer.isError()) {
        refused.add(answer);
      } else {
        assertFalse(answer.result().path("content").isEmpty(), answer.message().toString());
      }
    }
    assertEquals(example.equals(POLICY), !refused.isEmpty(), refused.toString());
    return tools.size() - refused.size();
  }

  private static ObjectNode call(JsonNode tool, Revision revision) {
    ObjectNode params = Json.object().put("name", tool.get("name").stringValue());
    params.set("arguments", Specimen.object(tool.get("inputSchema")));
    ObjectNode meta = Messages.json("{'progressToken':'p'}");
    if (!revision.handshake()) {
      meta.put("io.modelcontextprotocol/logLevel", "debug");
    }
    params.set("_meta", meta);
    return params;
  }

  private static int prompts(McpClient client, AgreeableClient agreeable) {
    List<JsonNode> prompts =
        Listed.PROMPTS.items(Listed.PROMPTS.first(client)).stream()
            .filter(prompt -> !OF_THE_RIG.contains(prompt.get("name").stringValue()))
            .toList();
    for (JsonNode prompt : prompts) {
      assertFalse(prompt.path("description").asString("").isBlank(), prompt.toString());
      ObjectNode request = suggested(client, prompt);
      Answer answer = agreeable.call("prompts/get", request);
      assertFalse(answer.failed(), answer.message().toString());
      assertFalse(answer.result().path("messages").isEmpty(), answer.message().toString());
      for (JsonNode value : request.get("arguments")) {
        assertTrue(
            answer.message().toString().contains(value.stringValue()),
            value + " is not in " + answer.message());
      }
    }
    return prompts.size();
  }

  /** With all arguments there are, as they are suggested. */
  private static ObjectNode suggested(McpClient client, JsonNode prompt) {
    String name = prompt.get("name").stringValue();
    ObjectNode arguments = Json.object();
    for (JsonNode argument : prompt.path("arguments")) {
      String called = argument.get("name").stringValue();
      arguments.put(called, Examples.suggested(client, Messages.completePrompt(name, called, "")));
    }
    ObjectNode request = Json.object().put("name", name);
    request.set("arguments", arguments);
    return request;
  }

  private static int resources(McpClient client, Revision revision) {
    List<JsonNode> resources = Listed.RESOURCES.items(Listed.RESOURCES.first(client));
    List<JsonNode> templates = Listed.TEMPLATES.items(Listed.TEMPLATES.first(client));
    for (JsonNode resource : resources) {
      assertRead(client, resource.get("uri").stringValue());
    }
    for (JsonNode template : templates) {
      String uri = expanded(client, template.get("uriTemplate").stringValue());
      assertRead(client, uri);
      Answer missing = read(client, uri + "x");
      assertEquals(
          revision.handshake() ? -32002 : -32602,
          missing.code().orElse(0),
          missing.message().toString());
    }
    return resources.size() + templates.size();
  }

  /** A URI of a template, made of what is suggested for its variables. */
  private static String expanded(McpClient client, String template) {
    ObjectNode chosen = Json.object();
    String uri = template;
    Matcher variables = VARIABLE.matcher(template);
    while (variables.find()) {
      String name = variables.group(1);
      String value =
          Examples.suggested(
              client, Examples.knowing(Messages.completeResource(template, name, ""), chosen));
      chosen.put(name, value);
      uri = uri.replace("{" + name + "}", value);
    }
    return uri;
  }

  private static void assertRead(McpClient client, String uri) {
    Answer answer = read(client, uri);
    JsonNode content = ResourceReadTests.only(answer);
    assertFalse(
        content.path("text").asString("").isEmpty() && content.path("blob").asString("").isEmpty(),
        answer.message().toString());
  }

  private static Answer read(McpClient client, String uri) {
    return client.call("resources/read", Json.object().put("uri", uri));
  }

  private static JsonNode named(McpClient client, String name) {
    JsonNode listed = Listed.RESOURCES.item(client, name);
    return ResourceReadTests.only(read(client, listed.get("uri").stringValue()));
  }

  private static void logging(McpClient client) {
    Answer answer = client.callTool("inspect", "{'file':'no-such-file'}");
    assertTrue(answer.isError(), answer.message().toString());
    assertTrue(answer.text().contains("no-such-file: no such file"), answer.text());
  }

  private static void inspection(McpClient client) {
    Answer answer = client.call("prompts/get", PromptScripts.get("inspect", "{'what':'the dot'}"));
    List<String> types =
        StreamSupport.stream(answer.result().path("messages").spliterator(), false)
            .map(message -> message.at("/content/type").asString(""))
            .toList();
    assertEquals(List.of("text", "image", "resource"), types, answer.message().toString());
    assertEquals("An inspection of the dot", answer.result().path("description").asString(""));
  }

  private static void apology(McpClient client) {
    Answer refused = client.call("prompts/get", PromptScripts.get("apology", "{}"));
    assertEquals(-32602, refused.code().orElse(0), refused.message().toString());
    Answer served =
        client.call(
            "prompts/get", PromptScripts.get("apology", "{'name':'Ann','reason':'being late'}"));
    assertTrue(
        PromptGetTests.text(served).startsWith("I am sorry, Ann, for being late."),
        served.toString());
  }

  private static void kinds(McpClient client) {
    JsonNode logo = named(client, "logo");
    assertEquals("image/png", logo.get("mimeType").stringValue());
    assertTrue(logo.path("blob").asString("").startsWith("iVBORw0KGgo"), logo.toString());
    assertEquals("text/markdown", named(client, "handbook").get("mimeType").stringValue());
    String clock = named(client, "clock").get("text").stringValue();
    assertTrue(clock.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ\n"), clock);
  }

  private static void dice(McpClient client) {
    JsonNode tool = Listed.TOOLS.item(client, "dice");
    String page = tool.path("_meta").path("ui").path("resourceUri").asString("");
    JsonNode content = ResourceReadTests.only(read(client, page));
    assertTrue(content.get("text").stringValue().contains("<title>Dice</title>"), page);
    Answer thrown = client.callTool("dice", "{}");
    assertTrue(thrown.structured().path("eyes").asInt(0) > 0, thrown.message().toString());
  }

  private static void registration(McpClient client) {
    assertEquals(List.of("greet"), Listed.TOOLS.names(Listed.TOOLS.first(client)));
    assertEquals("Hello, Ada!\n", client.callTool("greet", "{'name':'Ada'}").text());
    assertEquals(List.of("ada"), client.complete("welcome", "name", "a").values());
  }

  private static void rates(McpClient client) {
    Answer converted = client.callTool("convert", "{'amount':3,'from':'EUR','to':'JPY'}");
    assertEquals(3 * RatesApi.EUR_TO_JPY, converted.structured().path("amount").asDouble(0));
    assertEquals("JPY", converted.structured().path("currency").asString(""));
    Answer unknown = client.callTool("convert", "{'from':'EUR','to':'X/Y'}");
    assertTrue(unknown.isError(), unknown.message().toString());
    assertTrue(unknown.text().contains("no rate from EUR to X/Y"), unknown.text());
  }

  /** What the database has is asked of the database, too. */
  private static void library(McpClient client) {
    Path database = Examples.folder("sqlite").resolve("library.db");
    JsonNode rows =
        json(
            Sh.output(
                "python3 -c 'import json, sqlite3, sys; print(json.dumps([list(row) for row in"
                    + " sqlite3.connect(sys.argv[1]).execute(\"SELECT author, title FROM books"
                    + " WHERE author = \\\"Joyce\\\" ORDER BY title\")]))' \"$1\"",
                database.toString()));
    List<String> titles = rows.valueStream().map(row -> row.get(1).stringValue()).toList();
    assertEquals(2, titles.size(), rows.toString());
    JsonNode found = client.callTool("find_books", "{'words':'joyce'}").structured();
    assertEquals(
        new TreeSet<>(titles),
        found
            .path("result")
            .valueStream()
            .map(book -> book.get("title").stringValue())
            .collect(Collectors.toCollection(TreeSet::new)));
    ObjectNode title =
        Examples.knowing(
            Messages.completeResource("library://{author}/{title}", "title", ""),
            Json.object().put("author", "Joyce"));
    assertEquals(titles, client.call("completion/complete", title).values());
    assertEquals(
        "To the Lighthouse",
        json(ResourceReadTests.only(read(client, "library://Woolf/To%20the%20Lighthouse"))
                .get("text")
                .stringValue())
            .get("title")
            .stringValue());
    assertTrue(client.callTool("find_books", "{'words':'%'}").isError(), "% is no wildcard");
  }

  private static JsonNode json(String text) {
    try {
      return Json.parse(text);
    } catch (JsonException e) {
      throw new AssertionError(text, e);
    }
  }

  /** Minutes are not waited for: it is cancelled, and {@code assertCalm} looks for what is left. */
  private static void film(McpClient client) {
    ObjectNode params = Messages.callTool("convert_film", "{'minutes':60}");
    params.set("_meta", Messages.json("{'progressToken':'long'}"));
    int heard = client.process().transcript().heard("notifications/progress").size();
    long id = client.send("tools/call", params);
    client.asked("notifications/progress", heard);
    client.cancel(id);
    assertEquals(
        "The film has 5 scenes.", client.callTool("convert_film", "{'minutes':0.001}").text());
    assertEquals(0, client.answers(id));
  }

  private static void slug(McpClient client) {
    assertEquals("4-x-100-m\n", client.callTool("slug", "{'text':' 4 x 100 m!'}").text());
    assertTrue(client.callTool("slug", "{'text':'!!!'}").isError());
  }

  @ParameterizedTest
  @EnumSource(names = "V2026_07_28")
  void what_a_hook_looks_at_may_change_as_well(Revision revision) {
    try (Rig rig = hook(revision, "true")) {
      assertEquals(
          Set.of("say-morning", "say-night"),
          new TreeSet<>(Listed.TOOLS.names(Listed.TOOLS.first(rig.client()))));
      assertEquals(
          "Good night, Ann\n", rig.client().callTool("say-night", "{'name':'Ann'}").text());
      Notices notices = new Notices(rig.process());
      String tag = Examples.listen(revision, notices);
      Editor editor = new Editor(rig.project());
      String hook = "server.d/register.sh";
      String text = editor.text(hook).replace("Says good", "Says, as one does, good");
      notices.reach(editor.put(hook, project -> project.script(hook, text)), Notices.TOOLS, tag);
      notices.assertNoMore();
    }
  }

  @ParameterizedTest
  @EnumSource(names = "V2026_07_28")
  void a_hook_registers_nothing_unless_the_operator_lets_it(Revision revision) {
    try (Rig rig = hook(revision, "")) {
      assertEquals(List.of(), Listed.TOOLS.names(Listed.TOOLS.first(rig.client())));
    }
  }

  private static Rig hook(Revision revision, String allowed) {
    return Examples.start(
        revision,
        "registration-hook",
        ProjectFixture::unregistered,
        launcher -> launcher.environment("MCPBASH_ALLOW_PROJECT_HOOKS", allowed));
  }

  @ParameterizedTest
  @EnumSource(names = "V2026_07_28")
  void a_tool_edits_the_project_and_clients_hear_of_it(Revision revision) {
    try (Rig rig = Examples.startUnasked(revision, "change-notices")) {
      Notices notices = new Notices(rig.process());
      String tag = Examples.listen(revision, notices);
      String arguments = "{'title':'bread','text':'Buy bread.'}";
      assertFalse(rig.client().callTool("note", arguments).isError());
      long noted = System.nanoTime(); // by now it is, however long the script took to start
      notices.reach(noted, Notices.RESOURCES, tag);
      assertTrue(Listed.RESOURCES.names(Listed.RESOURCES.first(rig.client())).contains("bread"));
      assertFalse(rig.client().callTool("forget", "{'title':'bread'}").isError());
      long forgotten = System.nanoTime();
      notices.reach(forgotten, Notices.RESOURCES, tag);
      notices.assertNoMore();
      assertFalse(Listed.RESOURCES.names(Listed.RESOURCES.first(rig.client())).contains("bread"));
    }
  }
}
