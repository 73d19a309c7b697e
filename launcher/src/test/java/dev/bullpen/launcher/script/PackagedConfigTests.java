package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code launcher config} as it is shipped: what each client's makers document. */
@Timeout(60)
class PackagedConfigTests extends PackagedCommand {
  /** What was built in a checkout is named by the command that builds it. */
  private static final String LAUNCHER =
      PRODUCT.getParent().endsWith("launcher/target")
          ? PRODUCT.resolveSibling("../bin/launcher").normalize().toString()
          : PRODUCT.resolve("bin/launcher").toString();

  private static final String URL = "http://127.0.0.1:8080/mcp";

  @TempDir Path temporary;
  private Path folder;

  @BeforeEach
  void a_home() throws IOException {
    folder = temporary.toRealPath();
  }

  private Ran config(String... words) {
    return here(ofUser(), all(words));
  }

  /** As a process, which may write to its current folder. */
  private Ran packagedConfig(String... words) {
    return Ran.of(folder, ofUser(), command(all(words)));
  }

  private Map<String, String> ofUser() {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("HOME", folder.toString());
    environment.put("MCPBASH_PROJECT_ROOT", EXAMPLE);
    return environment;
  }

  private static String[] all(String... words) {
    return Stream.concat(Stream.of("config"), Stream.of(words)).toArray(String[]::new);
  }

  private static String name() throws Exception {
    return Json.parse(Files.readString(Path.of(EXAMPLE, "server.d/server.meta.json")))
        .path("name")
        .stringValue();
  }

  @ParameterizedTest
  @CsvSource({
    "claude-desktop,mcpServers,",
    "claude-code,mcpServers,stdio",
    "claude-cli,mcpServers,stdio",
    "cursor,mcpServers,",
    "vscode,servers,stdio",
    "windsurf,mcpServers,",
    "zed,context_servers,"
  })
  void a_client_that_starts_the_server_gets_its_command_and_project(
      String client, String member, String type) throws Exception {
    Ran ran = config("--client", client);

    JsonNode entry = Json.parse(ran.out()).path(member).path(name());
    assertEquals(LAUNCHER, entry.path("command").stringValue(""), ran.toString());
    assertEquals(EXAMPLE, entry.at("/env/MCPBASH_PROJECT_ROOT").stringValue(""));
    assertEquals("*", entry.at("/env/MCPBASH_TOOL_ALLOWLIST").stringValue(""));
    assertEquals(type == null ? "" : type, entry.path("type").stringValue(""));
  }

  @ParameterizedTest
  @CsvSource({
    "claude-code,mcpServers,url,http",
    "cursor,mcpServers,url,",
    "vscode,servers,url,http",
    "windsurf,mcpServers,serverUrl,",
    "zed,context_servers,url,"
  })
  void a_client_of_a_running_server_gets_its_url_and_no_secret(
      String client, String member, String key, String type) throws Exception {
    Ran ran = config("--client", client, "--url", URL);

    JsonNode entry = Json.parse(ran.out()).path(member).path(name());
    assertEquals(URL, entry.path(key).stringValue(""), ran.toString());
    assertEquals(
        "Bearer YOUR-TOKEN", entry.at("/headers/Authorization").stringValue(""), ran.toString());
    assertEquals(type == null ? "" : type, entry.path("type").stringValue(""));
    assertFalse(entry.has("command"));
  }

  @Test
  void clients_without_json_get_their_own_language() throws Exception {
    assertEquals(
        """
        mcpServers:
          "%s":
            type: "streamable-http"
            url: "%s"
            headers:
              Authorization: "Bearer YOUR-TOKEN"
        """
            .formatted(name(), URL),
        config("--client", "librechat", "--url", URL).out());
    assertEquals(
        """
        [mcp_servers."%s"]
        command = "%s"
        args = []
        env = { MCPBASH_PROJECT_ROOT = "%s", MCPBASH_TOOL_ALLOWLIST = "*" }
        """
            .formatted(name(), LAUNCHER, EXAMPLE),
        packagedConfig("--client", "codex").out());
    assertTrue(config("--client", "goose").out().contains("\n    cmd: \"" + LAUNCHER + "\"\n"));
  }

  @Test
  void a_file_is_written_beside_what_it_had_which_is_kept() throws Exception {
    Path file = Files.createDirectories(folder.resolve(".cursor")).resolve("mcp.json");
    String before = "{\"mcpServers\": {\"other\": {\"url\": \"https://x\"}}, \"more\": [1]}";
    Files.writeString(file, before);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    Ran ran = config("--client", "cursor", "--write");

    assertEquals(0, ran.exitCode(), ran.toString());
    JsonNode after = Json.parse(Files.readString(file));
    assertEquals("https://x", after.at("/mcpServers/other/url").stringValue(""));
    assertEquals(LAUNCHER, after.path("mcpServers").path(name()).path("command").stringValue(""));
    assertEquals(1, after.path("more").size());
    assertEquals(before, Files.readString(file.resolveSibling("mcp.json.bak")));
    assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals(0, packagedConfig("--client", "vscode", "--write").exitCode());
    assertTrue(Files.exists(folder.resolve(".vscode/mcp.json")));
  }

  @Test
  void no_copy_of_an_old_file_is_replaced() throws Exception {
    Path file = Files.createDirectories(folder.resolve(".cursor")).resolve("mcp.json");
    Files.writeString(file, "{\"first\": 1}");
    Files.writeString(file.resolveSibling("mcp.json.bak"), "the user's own copy");

    assertTrue(config("--client", "cursor", "--write").out().contains("mcp.json.bak2\n"));
    String written = Files.readString(file);
    assertEquals(0, config("--client", "cursor", "--write", "--url", URL).exitCode());
    Ran again = config("--client", "cursor", "--write", "--url", URL);

    assertTrue(again.out().startsWith(name() + " is in " + file + " already\n"), again.toString());
    assertEquals("the user's own copy", Files.readString(file.resolveSibling("mcp.json.bak")));
    assertEquals("{\"first\": 1}", Files.readString(file.resolveSibling("mcp.json.bak2")));
    assertEquals(written, Files.readString(file.resolveSibling("mcp.json.bak3")));
    try (Stream<Path> all = Files.list(file.getParent())) {
      assertEquals(4, all.count());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "// mine\\n{}|is not plain JSON",
        "[]|is no JSON object",
        "{\"context_servers\": 1}|its \"context_servers\" is no object"
      })
  void a_file_that_cannot_be_read_is_left_alone(String text, String sentence) throws IOException {
    Path file = Files.createDirectories(folder.resolve(".config/zed")).resolve("settings.json");
    Files.writeString(file, text.replace("\\n", "\n"));

    Ran ran = config("--client", "zed", "--write");

    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.err().contains(sentence), ran.toString());
    assertEquals(text.replace("\\n", "\n"), Files.readString(file));
  }

  @Test
  void a_file_that_is_not_utf_8_is_left_alone() throws IOException {
    Path file = folder.resolve(".mcp.json");
    Files.write(file, new byte[] {'{', (byte) 0xE9, '}'});

    Ran ran = packagedConfig("--client", "claude-code", "--write");

    assertEquals(
        new Ran(1, "", "launcher: %s is not UTF-8. Correct it first.\n".formatted(file)), ran);
    assertEquals(3, Files.size(file));
  }

  @Test
  void a_file_that_cannot_be_written_is_named_with_the_cause() throws IOException {
    Files.createFile(folder.resolve(".cursor"));

    Ran ran = config("--client", "cursor", "--write");

    assertEquals(
        new Ran(
            1,
            "",
            "launcher: %s/.cursor/mcp.json cannot be written: something is in the way\n"
                .formatted(folder)),
        ran);
  }

  @Test
  void what_mcp_bash_prints_is_printed_too() throws Exception {
    JsonNode json = Json.parse(config("--json").out());
    assertEquals(name(), json.path("name").stringValue(""));
    assertEquals(LAUNCHER, json.path("command").stringValue(""));
    assertTrue(json.path("args").isArray());
    assertEquals("*", json.at("/env/MCPBASH_TOOL_ALLOWLIST").stringValue(""));
    assertTrue(config().out().contains("# Cursor (~/.cursor/mcp.json)\n{"));
    assertTrue(config("--inspector").out().startsWith("npx @modelcontextprotocol/inspector -e "));
  }

  @ParameterizedTest
  @CsvSource({"--write,needs a client", "--client cursor --url ftp://x,must begin with http"})
  void a_wrong_word_is_a_usage_error(String words, String sentence) {
    Ran ran = config(words.split(" "));

    assertEquals(2, ran.exitCode(), ran.toString());
    assertTrue(ran.err().contains(sentence), ran.toString());
  }

  @Test
  void a_wrapper_lies_in_the_project_and_starts_its_server(@TempDir Path temporary)
      throws Exception {
    ScratchProject project = ScratchProject.in(temporary);
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("PATH", PRODUCT.resolve("bin") + ":" + environment.get("PATH"));
    for (String option : List.of("--wrapper", "--wrapper-env")) {
      Ran printed = project.run("config", option);
      assertEquals(0, printed.exitCode(), printed.toString());
      assertTrue(
          printed.out().contains("$(command -v launcher) || command='" + LAUNCHER + "'\n"),
          printed.out());
      Path script = project.script("start.sh", "");
      Files.writeString(script, printed.out());

      Ran listed = Ran.of(Path.of("/"), environment, List.of(script.toString(), "list", "tools"));

      assertTrue(listed.out().startsWith("tools: 1\n  echo"), listed.toString());
    }
  }

  @Test
  void called_by_a_link_it_prints_the_link(@TempDir Path temporary) throws Exception {
    ScratchProject project = ScratchProject.in(temporary);
    Path link =
        Files.createSymbolicLink(
            temporary.toRealPath().resolve("mcp-bash"), PRODUCT.resolve("bin/launcher"));

    Ran ran = Ran.of(project.root(), environment(), List.of(link.toString(), "config", "--json"));

    assertEquals(link.toString(), Json.parse(ran.out()).path("command").stringValue(""));
    Path current = Files.createSymbolicLink(link.resolveSibling("current"), PRODUCT);
    Ran relative =
        Ran.of(
            link.getParent(),
            environment(),
            List.of("current/bin/launcher", "config", "--json", "--project", "a project"));
    assertEquals(
        current + "/bin/launcher", Json.parse(relative.out()).path("command").stringValue(""));
    Ran yaml =
        Ran.of(
            project.root(),
            environment(),
            List.of(link.toString(), "config", "--client", "librechat"));
    assertTrue(Json.parse(yaml.out()).path("mcpServers").has("scratch"), yaml.toString());
  }
}
