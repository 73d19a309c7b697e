package dev.bullpen.acceptance.clients;

import static dev.bullpen.acceptance.clients.ServedSite.TOKEN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.acceptance.npm.NpmFolder;
import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.Tokens;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.observer.Observer;
import dev.bullpen.testkit.observer.Search;
import dev.bullpen.testkit.observer.Sighting;
import dev.bullpen.testkit.rig.Job;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * The public clients that run on node use one server with its token: both TypeScript SDKs, the
 * Inspector's command line, mcporter and mcp-remote. No client and nothing that it asked for is
 * left. The Python SDK is not among them: it comes from PyPI alone.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeClientTests {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String MODULES = "node_modules/";
  private static final String INSPECTOR =
      MODULES + "@modelcontextprotocol/inspector/clients/launcher/build/index.js";

  @TempDir static Path folder;

  /** In the environment of each client, and of all that it starts. */
  private final String mark = Tokens.fresh();

  private NpmFolder npm;
  private ServedSite site;

  @BeforeAll
  void start() throws IOException {
    npm = NpmFolder.installed("clients", "sdk.mjs");
    site = ServedSite.start(folder);
  }

  @AfterAll
  void end() {
    if (site != null) {
      site.close();
      assertNoClient();
    }
  }

  private void assertNoClient() {
    try (Observer observer = Observer.start()) {
      Sighting left = observer.awaitNone(Search.token(mark), Deadline.in(PATIENCE));
      assertTrue(left.none(), left.toString());
    }
  }

  /** A program of node, with a home of its own and the mark. */
  private List<String> node(List<String> words) {
    List<String> command =
        new ArrayList<>(List.of("env", "CLIENT_MARK=" + mark, "HOME=" + folder, "node"));
    command.add(npm.path().resolve(words.get(0)).toString());
    command.addAll(words.subList(1, words.size()));
    return command;
  }

  private McpProcess start(String... words) {
    return Launcher.of(node(List.of(words)).toArray(String[]::new)).start();
  }

  @ParameterizedTest
  @CsvSource({"1, legacy", "2, legacy", "2, 2026-07-28"})
  void a_typescript_sdk_does_all_that_a_client_does(String sdk, String revision) {
    String token = site.rig().freshToken();
    String held = "{\"token\":\"" + token + "\"}";
    try (McpProcess client = start("sdk.mjs", sdk, revision, site.url(), TOKEN, held)) {
      Job job = site.rig().ready(token, 2, PATIENCE);
      assertEquals(
          List.of("hello", "hold"),
          said(client, "list").path("tools").valueStream().map(NodeClientTests::name).toList());
      assertEquals("hello\n", text(said(client, "call")));
      assertEquals(
          "[{\"progress\":1,\"total\":2}]", Json.text(said(client, "progress").get("progress")));
      assertEquals("A text.\n", said(client, "read").at("/contents/0/text").asString());
      assertEquals(
          "[\"retry job\",\"review logs\"]",
          Json.text(said(client, "complete").at("/completion/values")));
      assertEquals(
          "Tell me about this.",
          said(client, "prompt").at("/messages/0/content/text").asString().strip());
      client.closeStdin();
      said(client, "cancelled");
      site.rig().assertGone(job);
      assertEquals("hello\n", text(said(client, "again")));
      assertEquals(OptionalInt.of(0), client.awaitExit(Deadline.in(PATIENCE)));
    }
  }

  private static String name(JsonNode tool) {
    return tool.path("name").asString();
  }

  private static String text(JsonNode result) {
    return result.at("/content/0/text").asString();
  }

  private static JsonNode said(McpProcess client, String step) {
    return client
        .transcript()
        .awaitMessage(step, 0, Deadline.in(PATIENCE))
        .orElseThrow(() -> new AssertionError("no " + step + ": " + client.stderr().text()))
        .get("params");
  }

  static Stream<Arguments> commands() {
    return Stream.of("legacy", "modern")
        .flatMap(
            era ->
                Stream.of(
                    inspector(era, "\"hold\"", "tools/list"),
                    inspector(era, "hello\\n", "tools/call", "--tool-name", "hello"),
                    inspector(era, "A text.\\n", "resources/read", "--uri", ServedSite.RESOURCE),
                    inspector(
                        era,
                        "Tell me about this.",
                        "prompts/get",
                        "--prompt-name",
                        "declared",
                        "--prompt-args",
                        "query=this")));
  }

  private static Arguments inspector(String era, String expected, String... method) {
    return Arguments.of(era, expected, List.of(method));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void the_command_line_of_the_inspector_does_what_it_can(
      String era, String expected, List<String> method) throws IOException {
    assertPrints(expected, inspect(era, method));
  }

  private List<String> inspect(String era, List<String> method) {
    List<String> words =
        new ArrayList<>(List.of(INSPECTOR, "--cli", site.url(), "--transport", "http"));
    words.addAll(List.of("--header", "Authorization: Bearer " + TOKEN));
    words.addAll(List.of("--protocol-era", era, "--method"));
    words.addAll(method);
    return words;
  }

  private void assertPrints(String expected, List<String> words) throws IOException {
    Path log = Files.createTempFile(folder, "client", ".log");
    int code = npm.run(log, PATIENCE, node(words).toArray(String[]::new));
    String printed = Files.readString(log);
    assertEquals(0, code, printed);
    assertTrue(printed.contains(expected), printed);
  }

  @Test
  void a_call_of_an_inspector_that_is_killed_ends() {
    String token = site.rig().freshToken();
    List<String> call =
        List.of("tools/call", "--tool-name", "hold", "--tool-arg", "token=" + token);
    try (McpProcess client = start(inspect("modern", call).toArray(String[]::new))) {
      Job job = site.rig().ready(token, 2, PATIENCE);
      client.signal(Signal.KILL);
      site.rig().assertGone(job);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "hold, list bullpen",
    "hello, call bullpen.hello",
    "A text., resource bullpen test://text"
  })
  void mcporter_does_what_it_can(String expected, String command) throws IOException {
    Path config = Files.createTempFile(folder, "mcporter", ".json");
    Files.writeString(
        config,
        Json.text(
            Messages.json(
                "{'imports':[],'mcpServers':{'bullpen':{'baseUrl':'%s','headers':"
                    + "{'Authorization':'Bearer %s'}}}}",
                site.url(), TOKEN)));
    List<String> words =
        new ArrayList<>(List.of(MODULES + "mcporter/dist/cli.js", "--config", config.toString()));
    words.addAll(List.of(command.split(" ")));
    assertPrints(expected, words);
  }

  @Test
  void mcp_remote_is_a_bridge_for_all_of_it() {
    String header = "Authorization:Bearer " + TOKEN;
    String program = MODULES + "mcp-remote/dist/proxy.js";
    try (McpClient client =
        new McpClient(start(program, site.url(), "--header", header), Revision.V2025_11_25)) {
      assertFalse(client.handshake(PATIENCE).failed());
      assertEquals(2, client.call("tools/list", Json.object()).result().path("tools").size());
      Answer hello = client.callTool("hello", "{}");
      assertEquals("hello\n", hello.text());
      assertEquals(
          "Tell me about this.",
          client
              .call(
                  "prompts/get", Messages.json("{'name':'declared','arguments':{'query':'this'}}"))
              .result()
              .at("/messages/0/content/text")
              .asString()
              .strip());
      assertEquals(
          "A text.\n",
          client
              .call("resources/read", Messages.json("{'uri':'%s'}", ServedSite.RESOURCE))
              .result()
              .at("/contents/0/text")
              .asString());
      assertEquals(
          List.of("retry job", "review logs"), client.complete("declared", "query", "re").values());
      String token = site.rig().freshToken();
      long id = client.send("tools/call", Messages.callTool("hold", "{'token':'" + token + "'}"));
      Job job = site.rig().ready(token, 2);
      client.cancel(id);
      site.rig().assertGone(job);
      assertEquals("hello\n", client.callTool("hello", "{}").text());
      assertEquals(0, client.answers(id));
      client.process().closeStdin();
      assertTrue(client.process().awaitExit(Deadline.in(PATIENCE)).isPresent());
    }
  }
}
