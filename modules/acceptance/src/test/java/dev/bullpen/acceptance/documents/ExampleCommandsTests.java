package dev.bullpen.acceptance.documents;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.McpProcess;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Listed;
import dev.bullpen.testkit.fixture.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Examples that are more than one server: tests, a container, several projects of a client. */
@Needs("bash")
class ExampleCommandsTests {
  private static final Pattern INSTRUCTION = Pattern.compile("(?m)^([A-Z]+) (.*)$");

  @Test
  void tests_of_tools_fail_if_a_tool_does_something_else() throws Exception {
    try (BareTerminal terminal = BareTerminal.withLauncher()) {
      Path tool = terminal.work().resolve("examples/testing/tools/slug/tool.sh");
      Files.writeString(tool, Files.readString(tool).replace("'a-z0-9' -", "'a-z0-9' _"));

      BareTerminal.Ended ended = terminal.run("examples/testing/tests/run.sh");

      assertEquals(1, ended.code(), ended.output());
      assertTrue(ended.output().contains("FAILED: call slug --text Hello, World!"), ended.output());
      assertTrue(ended.output().contains("ok: call slug --json-args"), ended.output());
      terminal.assertNothingLeft();
    }
  }

  @Test
  void each_of_several_projects_has_an_entry_by_which_a_client_starts_it() throws Exception {
    try (BareTerminal terminal = BareTerminal.withLauncher()) {
      BareTerminal.Ended ended =
          terminal.run(
              """
              mkdir "$HOME/.cursor"
              echo '{"mcpServers": {"other": {"command": "x"}}}' > "$HOME/.cursor/mcp.json"
              cd examples/several-projects
              launcher config --client cursor --write --project notes &&
                launcher config --client cursor --write --project clock
              """);
      assertEquals(0, ended.code(), ended.output());

      JsonNode servers =
          Json.parse(Files.readString(terminal.home().resolve(".cursor/mcp.json")))
              .get("mcpServers");
      assertEquals(
          List.of("other", "notes", "clock"), List.copyOf(servers.propertyNames()), ended.output());
      assertEquals(List.of("read_notes"), tools(servers.get("notes")));
      assertEquals(List.of("now"), tools(servers.get("clock")));
    }
  }

  /** The tools of the server that an entry starts, the first of which is called. */
  private static List<String> tools(JsonNode entry) {
    Launcher launcher = Launcher.of(entry.get("command").stringValue());
    for (Map.Entry<String, JsonNode> variable : entry.get("env").properties()) {
      launcher = launcher.environment(variable.getKey(), variable.getValue().stringValue());
    }
    try (McpProcess process = launcher.start();
        McpClient client = new McpClient(process, Revision.V2026_07_28)) {
      List<String> names = Listed.TOOLS.names(Listed.TOOLS.first(client));
      Answer answer = client.callTool(names.get(0), "{}");
      assertTrue(!answer.failed() && !answer.isError(), answer.message().toString());
      return names;
    }
  }

  /** What the image is built of, in a folder in place of its root. */
  @Test
  void the_instructions_of_the_container_make_a_server() throws Exception {
    try (BareTerminal terminal = BareTerminal.withLauncher()) {
      Path image = Files.createDirectory(terminal.work().resolve("image"));
      Map<String, String> paths = new TreeMap<>();
      String file = Files.readString(terminal.work().resolve("examples/container/Containerfile"));
      StringBuilder build = new StringBuilder("set -e\n");
      String entryPoint = "";
      Matcher instructions = INSTRUCTION.matcher(file);
      while (instructions.find()) {
        String words = instructions.group(2);
        switch (instructions.group(1)) {
          case "FROM" -> assertTrue(words.matches("[a-z0-9./-]+:[a-z0-9.-]+"), words);
          case "COPY" -> build.append(copy(words.split(" "), image));
          case "ENV" -> build.append("export ").append(words).append('\n');
          case "RUN" -> build.append(inside(words, image)).append('\n');
          case "USER" -> assertTrue(Integer.parseInt(words) > 0, words);
          case "ENTRYPOINT" -> entryPoint = words;
          default -> throw new AssertionError("an instruction that is not tried: " + words);
        }
      }
      BareTerminal.Ended built = terminal.run(build.toString());
      assertEquals(0, built.code(), built.output());

      List<String> command =
          Json.parse(entryPoint)
              .valueStream()
              .map(word -> inside(word.stringValue(), image))
              .toList();
      try (McpProcess process = Launcher.of(command.toArray(String[]::new)).start();
          McpClient client = new McpClient(process, Revision.V2026_07_28)) {
        assertTrue(client.callTool("host", "{}").text().startsWith("Linux "));
      }
      terminal.assertNothingLeft();
    }
  }

  private static String copy(String[] words, Path image) {
    String to = inside(words[1], image);
    return "mkdir -p \"$(dirname '%s')\"\ncp -R '%s/%s' '%s'\n"
        .formatted(to, BareTerminal.PRODUCT, words[0], to);
  }

  private static String inside(String words, Path image) {
    return words.replaceAll("(^|\\s)/(opt|srv)/", "$1" + image + "/$2/");
  }

  /** Compose's words after the image's, in a server over HTTP at a free port. */
  @Test
  @Needs({"bash", "python3"})
  void the_service_of_the_container_is_one_of_compose_and_its_words_are_taken() throws Exception {
    try (BareTerminal terminal = BareTerminal.withLauncher()) {
      BareTerminal.Ended parsed =
          terminal.run(
              """
              python3 -c 'import yaml' 2>/dev/null || exit 77
              python3 -c 'import json, sys, yaml
              print(json.dumps(yaml.safe_load(open("examples/container/compose.yaml"))))'
              """);
      assumeTrue(parsed.code() != 77, "python3 has no yaml to read compose.yaml with");
      assertEquals(0, parsed.code(), parsed.output());
      JsonNode service = Json.parse(parsed.output()).at("/services/tools");
      Path file = terminal.work().resolve("examples/container/compose.yaml");
      Path context = file.resolveSibling(service.at("/build/context").stringValue());
      assertTrue(
          Files.exists(context.resolve(service.at("/build/dockerfile").stringValue())),
          service.toString());
      assertTrue(service.get("ports").get(0).stringValue().startsWith("127.0.0.1:"));

      List<String> words =
          service
              .get("command")
              .valueStream()
              .map(word -> word.stringValue().replace("0.0.0.0:8080", "0.0.0.0:0"))
              .toList();
      String command = String.join("' '", words);
      BareTerminal.Ended served =
          terminal.run(
              """
              mkfifo log
              launcher --project examples/container/project '%s' > log 2>&1 &
              server=$!
              exec 3< log
              while read -r line <&3; do
                echo "$line"
                case $line in *http://*) break ;; esac
              done
              kill -TERM $server
              cat <&3
              wait $server
              """
                  .formatted(command));
      assertEquals(0, served.code(), served.output());
      terminal.assertNothingLeft();
    }
  }
}
