package dev.bullpen.launcher.script;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code launcher validate} as it is shipped. */
@Timeout(60)
class PackagedValidateTests extends PackagedCommand {
  private static final Duration LONG = Duration.ofSeconds(20);

  @Test
  void for_a_project_with_nothing_wrong_the_checked_files_are_counted() {
    Ran ran = here("validate", "--project", EXAMPLE);

    assertEquals(
        new Ran(
            0,
            "Nothing is wrong: 0 tools, 7 prompts, 0 resources, 1 resource template, 0 Java"
                + " sources.\n",
            ""),
        ran);
  }

  @Test
  void what_is_wrong_with_a_project_is_reported_with_file_line_and_message(@TempDir Path folder)
      throws IOException {
    Path project = folder.toRealPath();
    write(project, "server.d/server.meta.json", "{\"name\": \"wrong\"}");
    write(project, "server.d/register.json", "{\"version\": 1, \"resources\": []}");
    write(project, "prompts/good.java", "class A { public static void main(String[] a) {} }");
    write(project, "prompts/good.meta.json", script("good"));
    write(project, "prompts/wrong.java", "class A {\n  int x = true;\n}\n");
    write(project, "prompts/wrong.meta.json", script("wrong"));
    write(project, "prompts/broken.meta.json", "{");

    Ran ran = launcher("validate", "--project", project.toString());

    assertEquals(1, ran.exitCode());
    assertTrue(
        ran.out()
            .contains(
                "\nprompts/wrong.java:2: incompatible types: boolean cannot be converted to int\n"
                    + "  int x = true;\n          ^\n"),
        ran.toString());
    assertTrue(ran.out().contains("broken.meta.json is ignored: "), ran.toString());
    assertTrue(ran.out().endsWith("2 Java sources.\n"), ran.toString());
    assertEquals("", ran.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "KILL"})
  void an_interpreter_that_hangs_ends_with_a_command_that_is_ended(
      String signal, @TempDir Path folder) throws Exception {
    Path project = folder.toRealPath().resolve("project");
    write(project, "server.d/server.meta.json", "{\"name\": \"hangs\"}");
    write(project, "tools/greet/tool.meta.json", "{\"name\": \"greet\"}");
    Path tool = write(project, "tools/greet/tool.js", "#!/usr/bin/env node\n");
    Path started = project.resolve("started");
    Path node =
        write(
            project.resolveSibling("bin"),
            "node",
            "#!/bin/sh\nsleep 1000 &\necho $$ $! >'%1$s.new'; mv '%1$s.new' '%1$s'\nwait\n"
                .formatted(started));
    for (Path program : List.of(tool, node)) {
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("PATH", node.getParent() + ":" + environment.get("PATH"));
    Path said = project.resolve("said");
    Process command =
        Ran.start(
            project, environment, command("validate", "--project", project.toString()), said, said);
    try {
      await().atMost(LONG).until(() -> Files.exists(started));
      List<ProcessHandle> running =
          Stream.of(Files.readString(started).strip().split(" "))
              .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
              .toList();
      new ProcessBuilder("/bin/kill", "-" + signal, Long.toString(command.pid())).start().waitFor();
      assertTrue(command.waitFor(LONG.toSeconds(), TimeUnit.SECONDS));
      for (ProcessHandle one : running) {
        one.onExit().get(LONG.toSeconds(), TimeUnit.SECONDS);
      }
    } finally {
      command.destroyForcibly();
    }
  }

  @Test
  void what_was_found_is_reported_even_where_no_temporary_file_can_be_written(@TempDir Path folder)
      throws IOException {
    Path project = folder.toRealPath();
    write(project, "prompts/good.java", "class A { public static void main(String[] a) {} }");
    write(project, "prompts/good.meta.json", script("good"));
    write(project, "prompts/broken.meta.json", "{");
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("BULLPEN_JAVA_OPTS", "-Djava.io.tmpdir=/no/such");

    Ran ran = Ran.of(project, environment, command("validate", "--project", project.toString()));

    assertEquals(1, ran.exitCode(), ran::toString);
    assertTrue(ran.out().contains("broken.meta.json is ignored: "), ran.toString());
    assertTrue(
        ran.out().contains("prompts/good.java could not be compiled: there is no such file"),
        ran.toString());
    assertTrue(ran.out().endsWith("1 Java source.\n"), ran.toString());
  }

  private static String script(String name) {
    return "{\"name\": \"%1$s\", \"path\": \"%1$s.java\", \"render\": \"script\"}".formatted(name);
  }

  private static Path write(Path project, String name, String text) throws IOException {
    Path file = project.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    return file;
  }

  @Test
  void validating_no_project_is_exit_code_1() {
    Ran ran = here("validate", "--project", "/no/such/project");

    assertEquals(1, ran.exitCode());
    assertTrue(ran.err().startsWith("launcher: --project names "), ran.err());
  }

  @Test
  void notes_count_where_that_is_asked_for_and_findings_can_be_read_by_programs(
      @TempDir Path folder) throws IOException {
    Path project = folder.toRealPath();
    write(project, "prompts/good.txt", "text");
    write(project, "prompts/good.meta.json", "{\"name\": \"good\", \"colour\": \"red\"}");
    String note =
        project.resolve("prompts/good.meta.json")
            + ": \\\"colour\\\" is ignored: it is no key of a prompt's metadata.";

    assertEquals(0, here("validate", "--project", project.toString()).exitCode());
    assertEquals(1, here("validate", "--strict", "--project", project.toString()).exitCode());
    assertEquals(
        new Ran(
            0,
            "{\"findings\":[{\"level\":\"note\",\"file\":\"prompts/good.meta.json\",\"message\":\""
                + note
                + "\"}],\"counts\":{\"problems\":0,\"notes\":1}}\n",
            ""),
        here("validate", "--json", "--project", project.toString()));
  }

  @Test
  void scripts_become_executable_where_that_is_asked_for(@TempDir Path temporary) throws Exception {
    ScratchProject project =
        ScratchProject.in(Files.createDirectory(temporary.toRealPath().resolve("it's")));
    Path script = project.write("tools/echo/tool.sh", "#!/usr/bin/python3\nprint(1)\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rw-r--r--"));
    assertEquals(1, project.here("validate").exitCode());

    Ran ran = project.here("validate", "--fix", "--explain-defaults", "--inspector");

    assertEquals(0, ran.exitCode(), ran.toString());
    assertEquals("rwxr-xr-x", PosixFilePermissions.toString(Files.getPosixFilePermissions(script)));
    assertTrue(
        ran.out().contains("Defaults used: name=scratch, title=Scratch, version=1.2.3\n"),
        ran.out());
    assertTrue(
        ran.out()
            .contains(
                "npx @modelcontextprotocol/inspector --cli -e 'MCPBASH_PROJECT_ROOT="
                    + project.root().toString().replace("'", "'\\''")
                    + "' "),
        ran.out());
  }

  /** Root may read every folder, but no user one with a path of more than 4096 bytes. */
  @Test
  void a_folder_that_cannot_be_read_is_named(@TempDir Path temporary) throws Exception {
    ScratchProject project = ScratchProject.in(temporary);
    String half = String.join("/", Collections.nCopies(25, "n".repeat(100)));
    Path above = Files.createDirectories(project.root().resolve("tools/above").resolve(half));
    Path below = project.root().resolve("below");
    Files.createDirectories(below.resolve(half));
    Path moved = Files.move(below, above.resolve("below"));
    try {
      Ran ran = project.here("validate", "--fix");

      assertEquals(1, ran.exitCode(), ran.toString());
      assertEquals(1, ran.err().lines().count(), ran.err());
      assertTrue(ran.err().startsWith("launcher: " + moved), ran.err());
      assertTrue(ran.err().endsWith(": File name too long\n"), ran.err());
    } finally {
      Files.move(moved, below); // else the folder cannot be removed
    }
  }

  @Test
  void called_mcp_bash_it_finds_what_mcp_bash_finds_and_its_object_has_those_members_too(
      @TempDir Path temporary) throws Exception {
    ScratchProject project = ScratchProject.in(temporary);
    project.write("tools/broken/tool.meta.json", "{\"name\": \"broken\"");
    project.write("tools/no-name/tool.meta.json", "{\"description\": \"x\"}");
    project.script("tools/no-name/tool.sh", "echo");
    project.write("tools/other/tool.meta.json", "{\"name\": \"another\"}");
    Path script = project.write("tools/other/tool.sh", "echo\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rw-r--r--"));
    project.write("tools/pick-one/tool.meta.json", "{\"name\": \"scratch-pickOne\"}");
    project.script("tools/pick-one/tool.sh", "echo");
    project.write("prompts/hi/hi.meta.json", "{\"description\": \"x\"}");
    project.write("prompts/hi/hi.txt", "hi");
    Path link =
        Files.createSymbolicLink(temporary.resolve("mcp-bash"), PRODUCT.resolve("bin/launcher"));

    Ran ran = Ran.of(project.root(), environment(), List.of(link.toString(), "validate", "--json"));

    assertEquals(1, ran.exitCode(), ran.toString());
    JsonNode json = Json.parse(ran.out());
    List<String> messages = json.path("messages").valueStream().map(JsonNode::toString).toList();
    assertEquals(
        Stream.of(
                message("error", "tools", "tools/broken/tool.meta.json - invalid JSON"),
                message(
                    "error", "tools", "tools/no-name/tool.meta.json - missing required \"name\""),
                message("error", "tools", "tools/other/tool.sh - not executable"),
                message("error", "prompts", "prompts/hi/hi.meta.json - missing required \"name\""),
                message(
                    "warning",
                    "tools",
                    "tools/other - directory name does not match tool.meta.json name \"another\""),
                message("warning", "tools", "tools/other/tool.sh - missing shebang"))
            .sorted()
            .toList(),
        messages.stream().filter(message -> message.contains(" - ")).sorted().toList());
    assertEquals("scratch", json.at("/defaults/name").stringValue(""));
    assertEquals(messages.size(), json.path("findings").size());
    assertEquals(
        messages.stream().filter(message -> message.contains("\"error\"")).count(),
        json.path("errors").longValue(0));
    assertFalse(project.here("validate").out().contains(" - "), "called launcher");
  }

  private static String message(String level, String section, String sentence) {
    return Json.object()
        .put("level", level)
        .put("section", section)
        .put("message", sentence)
        .toString();
  }
}
