package dev.bullpen.launcher.script;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.InThisJvm;
import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code launcher bundle}, {@code vendor} and {@code publish} as they are shipped. */
@Timeout(120)
class PackagedBundleTests extends PackagedCommand {
  private static final Duration SOON = Duration.ofSeconds(30);

  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}\n";

  @TempDir Path temporary;
  private ScratchProject project;

  /** Has few files of a product, so that a copy of it costs nothing. */
  private Path small;

  @BeforeEach
  void a_project_and_a_small_product() throws IOException {
    project = ScratchProject.in(temporary);
    small = temporary.toRealPath().resolve("small");
    Programs.write(small.resolve("bin/launcher"), "#!/bin/sh");
    Programs.write(small.resolve("lib/bullpen-launcher.jar"), "a library");
    Programs.write(small.resolve("sdk/tool-sdk.sh"), "# functions");
  }

  /**
   * Runs a command of the small product in this JVM. Not for a project with an {@code mcpb.conf},
   * because reading one makes a process adopt orphans for good.
   */
  private Ran small(String... words) {
    return inThisJvm(small, words);
  }

  private Ran inThisJvm(Path product, String... words) {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("BULLPEN_PROJECT", project.root().toString());
    return InThisJvm.run(product, environment, words);
  }

  private Ran smallBundle() {
    return small("bundle", "--output", project.root().resolve("out").toString());
  }

  private void metadata(String more) throws IOException {
    project.write(
        "server.d/server.meta.json", "{\"name\":\"scratch\",\"version\":\"1.2.3\"" + more + "}");
  }

  private Path unpacked() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/unzip")), "there is no unzip");
    Path folder = temporary.resolve("unpacked here");
    Ran ran =
        Ran.of(
            temporary,
            environment(),
            List.of(
                "/usr/bin/unzip",
                "-q",
                project.root().resolve("out/scratch-1.2.3.mcpb").toString(),
                "-d",
                folder.toString()));
    assertEquals(0, ran.exitCode(), ran.toString());
    return folder;
  }

  @Test
  void a_bundle_is_served_where_it_is_unpacked() throws Exception {
    project.write(
        "mcpb.conf",
        """
        MCPB_AUTHOR_NAME='Ada Lovelace'
        MCPB_INCLUDE=data
        MCPB_LONG_DESCRIPTION_FILE=LONG.md
        MCPB_USER_CONFIG_FILE=asked.json
        MCPB_USER_CONFIG_ENV_MAP=key=API_KEY
        """);
    project.write("data/table.txt", "1");
    project.write("resources/note.txt", "It is here.");
    project.write("LONG.md", "It echoes.");
    project.write("asked.json", "{\"key\":{\"type\":\"string\",\"title\":\"Key\"}}");
    Ran ran = project.run("bundle", "--output", "out");
    assertEquals(0, ran.exitCode(), ran.toString());

    Path folder = unpacked();

    JsonNode manifest = Json.parse(Files.readString(folder.resolve("manifest.json")));
    assertEquals("0.3", manifest.path("manifest_version").stringValue(""));
    assertEquals("Ada Lovelace", manifest.at("/author/name").stringValue(""));
    assertEquals("It echoes.", manifest.path("long_description").stringValue(""));
    assertEquals(
        "${user_config.key}", manifest.at("/server/mcp_config/env/API_KEY").stringValue(""));
    assertEquals("echo", manifest.at("/tools/0/name").stringValue(""));
    assertEquals(
        "1", manifest.at("/server/mcp_config/env/MCPBASH_STATIC_REGISTRY").stringValue(""));
    assertTrue(Files.exists(folder.resolve("server/data/table.txt")));
    assertEquals(
        1,
        Json.parse(Files.readString(folder.resolve("server/.registry/tools.json")))
            .path("total")
            .intValue(0));
    String note = folder.resolve("server/resources/note.txt").toUri().toString();
    Path request =
        Files.writeString(
            temporary.resolve("requests"),
            INITIALIZE
                + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
                + "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}\n"
                + "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"resources/read\",\"params\":{\"uri\":\"%s\"}}\n"
                    .formatted(note)
                + "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"resources/list\"}\n");
    Ran served =
        Ran.of(
            Path.of("/"),
            Map.of(
                "PATH",
                System.getenv("PATH"),
                "JAVA_HOME",
                System.getProperty("java.home"),
                "MCPBASH_STATIC_REGISTRY",
                "1",
                "MCPBASH_TOOL_ALLOWLIST",
                "*"),
            List.of(
                "/bin/sh",
                "-c",
                "\"$0\" < \"$1\"",
                folder.resolve("server/run-server.sh").toString(),
                request.toString()));
    assertTrue(served.out().contains("none {}"), served.toString());
    assertTrue(served.out().contains("It is here."), served.toString());
    assertTrue(
        served.out().contains("\"resources\":[{\"uri\":\"%s\"".formatted(note)), served.toString());
  }

  @Test
  void a_project_with_a_registration_is_bundled_under_a_umask_that_lets_the_group_write()
      throws Exception {
    project.write("server.d/register.json", "{\"version\": 1}");
    Ran ran =
        Ran.of(
            project.root(),
            environment(),
            List.of(
                "/bin/sh",
                "-c",
                "umask 002; exec \"$0\" bundle --output out",
                PRODUCT.resolve("bin/launcher").toString()));
    assertEquals(0, ran.exitCode(), ran.toString());

    assertEquals(
        "rwxr-xr-x",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(unpacked().resolve("server/server.d"))));
  }

  @Test
  void the_registry_is_left_out_where_that_is_wanted() throws Exception {
    project.write("mcpb.conf", "MCPB_STATIC=false\nMCPB_NAME=scratch");
    assertEquals(0, project.run("bundle", "--output", "out").exitCode());

    Path folder = unpacked();

    assertTrue(Files.notExists(folder.resolve("server/.registry")));
    assertTrue(!Files.readString(folder.resolve("manifest.json")).contains("STATIC_REGISTRY"));
  }

  @Test
  void what_cannot_be_bundled_is_reported_and_nothing_is_written() throws Exception {
    assertEquals(0, small("bundle", "--validate").exitCode());
    assertEquals(1, small("bundle", "--name", "../x").exitCode());
    metadata(",\"long_description_file\":\"LONG.md\"");
    assertEquals(
        "launcher: the project cannot be bundled: %s/LONG.md: there is no such file\n"
            .formatted(project.root()),
        smallBundle().err());
    metadata(",\"user_config_env_map\":{\"key\":\"API_KEY\"}");
    Ran unknown = smallBundle();
    assertEquals(1, unknown.exitCode(), unknown.toString());
    assertTrue(unknown.err().contains("key is no key of user_config"), unknown.err());
    metadata("");
    project.write("mcpb.conf", "MCPB_INCLUDE=../..");
    Ran outside = project.run("bundle", "--output", "out");
    assertEquals(1, outside.exitCode(), outside.toString());
    assertTrue(outside.err().contains("not below the project"), outside.err());
    project.write("mcpb.conf", "echo no luck; false");
    assertEquals(
        "launcher: the project cannot be bundled: reading %s/mcpb.conf failed with exit code 1: no luck. Let it set variables only.\n"
            .formatted(project.root()),
        project.run("bundle", "--output", "out").err());
    project.write("mcpb.conf", "MCPB_NAME=scratch\nexit 0");
    Ran ended = project.run("bundle", "--output", "out");
    assertEquals(1, ended.exitCode(), ended.toString());
    assertTrue(ended.err().contains("mcpb.conf ended before its end (exit)"), ended.err());
    assertTrue(Files.notExists(project.root().resolve("out/scratch-1.2.3.mcpb")));
  }

  @Test
  void links_within_the_project_are_followed_and_others_are_refused() throws Exception {
    Path tools = project.root().resolve("tools");
    Files.move(tools, project.root().resolve("src-tools"));
    Files.createSymbolicLink(tools, Path.of("src-tools"));
    project.write("server.d/env.sh", "export KEY=secret");
    Path hidden = project.root().resolve("src-tools/variables");
    Files.createSymbolicLink(hidden, Path.of("../server.d/env.sh"));
    Ran ran = smallBundle();
    assertEquals(0, ran.exitCode(), ran.toString());
    assertTrue(ran.err().contains("Note: server.d/env.sh is left out"), ran.err());
    Path server = unpacked().resolve("server");
    assertTrue(Files.isExecutable(server.resolve("tools/echo/tool.sh")));
    assertTrue(Files.notExists(server.resolve("server.d/env.sh")));
    assertTrue(Files.notExists(server.resolve("tools/variables")));

    Path common = Files.createDirectory(temporary.resolve("common"));
    Files.writeString(common.resolve("lib.sh"), "");
    Path link = Files.createSymbolicLink(project.root().resolve("lib"), common);
    Ran out = smallBundle();
    assertEquals(1, out.exitCode(), out.toString());
    assertTrue(out.err().contains(link + " leads out of the project"), out.err());

    Files.delete(link);
    Files.createDirectory(link);
    Path loop = Files.createSymbolicLink(link.resolve("loop"), Path.of("."));
    Ran endless = smallBundle();
    assertEquals(1, endless.exitCode(), endless.toString());
    assertTrue(endless.err().contains("cannot be bundled: " + loop), endless.err());
  }

  @Test
  void files_that_are_named_or_have_fixed_names_must_lie_in_the_project_too() throws Exception {
    Path outside = Files.writeString(temporary.resolve("outside.json"), "{\"key\":{}}");
    Path icon = Files.createSymbolicLink(project.root().resolve("icon.png"), outside);
    assertLeadsOut(icon, smallBundle());
    Files.delete(icon);

    metadata(",\"long_description_file\":\"../outside.json\"");
    assertLeadsOut(project.root().resolve("../outside.json"), smallBundle());
    metadata("");

    project.write("mcpb.conf", "MCPB_USER_CONFIG_FILE=" + outside);
    assertLeadsOut(outside, project.run("bundle", "--output", "out"));

    Files.move(outside, project.root().resolve("asked.json"));
    Files.createSymbolicLink(icon, Path.of("asked.json"));
    metadata(",\"long_description_file\":\"icon.png\"");
    project.write("mcpb.conf", "MCPB_USER_CONFIG_FILE=tools/../asked.json");
    Ran within = project.run("bundle", "--output", "out");
    assertEquals(0, within.exitCode(), within.toString());
  }

  private static void assertLeadsOut(Path file, Ran ran) {
    assertEquals(
        new Ran(
            1,
            "",
            "launcher: the project cannot be bundled: %s leads out of the project. Put a copy into the project.\n"
                .formatted(file)),
        new Ran(ran.exitCode(), ran.out(), ran.err().replaceAll("Note: .*\n", "")));
  }

  @Test
  void a_folder_may_have_any_name() throws Exception {
    Path folder = project.root().resolve("hey!");

    Ran ran = small("bundle", "--output", folder.toString());

    assertEquals(0, ran.exitCode(), ran.toString());
    assertEquals(List.of(folder.resolve("scratch-1.2.3.mcpb")), entries(folder));
    assertTrue(Files.notExists(project.root().resolve("hey")));
  }

  @Test
  void the_next_server_removes_what_a_signal_has_left() throws Exception {
    Path pid = project.root().resolve("pid");
    project.script("server.d/register.sh", "echo $$ > '%s'; sleep 1000".formatted(pid));
    Path left = Files.createDirectory(temporary.resolve("left"));
    Process bundle =
        started(
            Map.of("TMPDIR", left.toString(), "MCPBASH_ALLOW_PROJECT_HOOKS", "true"),
            "bundle",
            "--output",
            "out");
    try {
      await().atMost(SOON).until(() -> Files.exists(pid) && Files.size(pid) > 0);
    } finally {
      bundle.destroy();
      assertTrue(bundle.waitFor(10, TimeUnit.SECONDS));
    }
    await().atMost(SOON).until(() -> !project.runs("pid"));
    assertEquals(List.of(), entries(project.root().resolve("out")));
    List<Path> abandoned = entries(left);
    assertFalse(abandoned.isEmpty(), "control: it was ended while it had a folder");

    Process server = started(Map.of("TMPDIR", left.toString()), "--project", ".");
    try {
      server.getOutputStream().write(INITIALIZE.getBytes(StandardCharsets.UTF_8));
      server.getOutputStream().flush();
      await().atMost(SOON).until(() -> abandoned.stream().allMatch(Files::notExists));
      server.getOutputStream().close();
      assertTrue(server.waitFor(10, TimeUnit.SECONDS));
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  /** A process whose input stays open. */
  private Process started(Map<String, String> more, String... words) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command(words)).directory(project.root().toFile());
    builder.environment().clear();
    builder.environment().putAll(environment());
    builder.environment().putAll(more);
    return builder
        .redirectOutput(temporary.resolve("output").toFile())
        .redirectError(temporary.resolve("errors").toFile())
        .start();
  }

  private static List<Path> entries(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }

  @Test
  void a_bundle_is_checked_and_never_sent() throws Exception {
    metadata(",\"author\":\"Ada Lovelace\"");
    smallBundle();

    Ran ran = project.run("publish", "out/scratch-1.2.3.mcpb", "--dry-run");
    assertEquals(0, ran.exitCode(), ran.toString());
    assertEquals(2, small("publish", "out/scratch-1.2.3.mcpb").exitCode());
    Path other = project.write("other.mcpb", "no zip");
    assertEquals(1, small("publish", other.toString(), "--dry-run").exitCode());
  }

  @Test
  void a_copy_serves_the_project_and_has_what_commands_need_and_git_ignores_what_use_makes()
      throws Exception {
    Ran ran = project.run("vendor");
    assertEquals(0, ran.exitCode(), ran.toString());
    Path copied = project.root().resolve(".mcp-bash");

    Ran called = ofCopy(copied, "run-tool", "echo", "--allow-self");
    assertTrue(called.out().contains("none {}"), called.toString());
    assertEquals(0, ofCopy(copied, "new", "more").exitCode());
    assertEquals(0, ofCopy(copied, "try", "--help").exitCode());
    // The demo serves the first of these, and all are served to make class archives.
    for (String example : List.of("completions", "tools-arguments", "java-completion")) {
      assertTrue(Files.isDirectory(copied.resolve("examples").resolve(example)), example);
    }
    assertEquals(
        new Ran(
            1,
            "",
            "launcher: %s is the Bullpen that runs. Run one that is installed elsewhere.\n"
                .formatted(copied.toRealPath())),
        ofCopy(copied, "vendor", "--upgrade"));

    assertEquals("lib/archive/\n__pycache__/\n", Files.readString(copied.resolve(".gitignore")));
    project.write(".mcp-bash/lib/archive/made-by-a-server/classes.jsa", "an archive");
    project.write(".mcp-bash/sdk/__pycache__/bullpen.pyc", "made by Python");
    assertEquals(0, small("vendor", "--verify").exitCode());
  }

  @Test
  void a_signal_leaves_a_whole_copy_and_nothing_beside_it() throws Exception {
    assertEquals(0, small("vendor").exitCode());
    List<Path> before = entries(project.root());
    Process vendor = started(Map.of(), "vendor", "--upgrade");
    try {
      await()
          .atMost(SOON)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(1))
          .until(() -> entries(project.root()).size() > before.size());
    } finally {
      vendor.destroy();
      assertTrue(vendor.waitFor(30, TimeUnit.SECONDS));
    }

    assertEquals(143, vendor.exitValue(), "control: the signal came in time");
    assertEquals(before, entries(project.root()));
    assertEquals(0, small("vendor", "--verify").exitCode());
  }

  private Ran ofCopy(Path copied, String... words) {
    List<String> command = new ArrayList<>(List.of(copied.resolve("bin/mcp-bash").toString()));
    command.addAll(List.of(words));
    return Ran.of(project.root(), environment(), command);
  }

  @Test
  void a_change_in_a_copy_is_found_and_an_upgrade_undoes_it() throws Exception {
    Ran ran = small("vendor");
    assertEquals(0, ran.exitCode(), ran.toString());
    assertEquals(0, small("vendor", "--verify").exitCode());
    assertEquals(1, small("vendor").exitCode());
    assertEquals(0, small("vendor", "--verify").exitCode());

    project.write(".mcp-bash/sdk/tool-sdk.sh", "# mine");
    Ran changed = small("vendor", "--verify");
    assertEquals(1, changed.exitCode(), changed.toString());
    assertEquals(0, small("vendor", "--upgrade").exitCode());
    assertEquals(0, small("vendor", "--verify").exitCode());
  }

  @Test
  void a_copy_makes_copies_of_itself_for_other_projects() throws Exception {
    assertEquals(0, small("vendor").exitCode());
    Path copied = project.root().resolve(".mcp-bash");
    project.write(".mcp-bash/sdk/__pycache__/bullpen.pyc", "made by Python");
    Path other = Files.createDirectories(temporary.resolve("second"));

    Ran ran = inThisJvm(copied, "vendor", "--output", other.toString());
    assertEquals(0, ran.exitCode(), ran.toString());
    assertEquals(digest(copied), digest(other.resolve(".mcp-bash")));
    assertTrue(Files.notExists(other.resolve(".mcp-bash/sdk/__pycache__")));
    Ran bundled = inThisJvm(copied, "bundle", "--output", project.root().resolve("out").toString());
    assertEquals(0, bundled.exitCode(), bundled.toString());
    assertTrue(Files.notExists(unpacked().resolve("server/.mcp-bash/sdk/__pycache__")));
  }

  private static String digest(Path copy) throws Exception {
    return Json.parse(Files.readString(copy.resolve("vendor.json"))).path("sha256").stringValue("");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void an_upgrade_that_fails_leaves_the_copy_that_is_there() throws Exception {
    Ran first = small("vendor");
    assertEquals(0, first.exitCode(), first.toString());
    List<Path> before = entries(project.root());
    // Root may read every file, but no user the memory at address 0.
    Path unreadable =
        Files.createSymbolicLink(small.resolve("sdk/unreadable"), Path.of("/proc/self/mem"));

    Ran failed = small("vendor", "--upgrade");

    assertEquals(1, failed.exitCode(), failed.toString());
    assertEquals(0, small("vendor", "--verify").exitCode());
    assertEquals(before, entries(project.root()));

    Files.delete(unreadable);
    Ran upgraded = small("vendor", "--upgrade");
    assertEquals(0, upgraded.exitCode(), upgraded.toString());
    assertEquals(before, entries(project.root()));
  }
}
