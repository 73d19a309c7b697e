package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code launcher doctor} as it is shipped. */
@Timeout(60)
class PackagedDoctorTests extends PackagedCommand {
  private static final String TOOLS = PRODUCT.resolve("examples/tools-hello").toString();

  @Test
  void a_host_and_a_project_that_can_be_served_are_no_error() throws Exception {
    Ran ran = launcher("doctor", "--project", TOOLS, "--json");

    assertEquals(0, ran.exitCode(), ran.toString());
    Map<String, String> levels = new HashMap<>();
    Json.parse(ran.out())
        .path("findings")
        .forEach(
            finding ->
                levels.put(
                    finding.path("what").stringValue(), finding.path("level").stringValue()));
    assertEquals("ok", levels.get("Java"));
    assertEquals("ok", levels.get("temporary folder"));
    assertEquals("ok", levels.get("project"));
    assertEquals("warning", levels.get("allow-list")); // none may be called until one is allowed
    assertFalse(levels.containsValue("error"));
  }

  @Test
  void what_makes_serving_impossible_is_an_error_with_advice() {
    Map<String, String> environment = new HashMap<>(environment());
    environment.put("TMPDIR", "/nowhere");
    Ran ran =
        Ran.of(
            Path.of("/"),
            environment,
            List.of(
                "/bin/sh",
                "-c",
                "ulimit -n 50 && exec \"$0\" doctor",
                PRODUCT.resolve("bin/launcher").toString()));

    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(
        ran.out()
            .contains(
                "error    open files: at most 50 (ulimit -n). A server needs 64 at least. Raise it.\n"),
        ran.out());
    assertTrue(ran.out().contains("error    temporary folder: /nowhere cannot be written"));
    assertTrue(ran.out().contains("warning  project: No MCP project found"), ran.out());
  }

  @Test
  void a_project_that_no_server_would_serve_is_an_error(@TempDir Path temporary)
      throws IOException {
    ScratchProject project = ScratchProject.in(temporary);
    assertEquals(0, project.here("doctor").exitCode());
    Path wrong = project.write("tools/other/tool.meta.json", "{");
    Ran warned = project.here("doctor");
    assertEquals(0, warned.exitCode(), warned.toString());
    assertTrue(warned.out().contains("warning  project: " + wrong), warned.out());

    Ran shortToken = project.here(Map.of("MCPBASH_REMOTE_TOKEN", "short"), "doctor");
    assertEquals(1, shortToken.exitCode(), shortToken.toString());
    assertTrue(
        shortToken.out().contains("error    project: MCPBASH_REMOTE_TOKEN"), shortToken.out());

    Path register = project.write("server.d/register.json", "{");
    Ran broken = project.here("doctor");
    assertEquals(1, broken.exitCode(), broken.toString());
    assertTrue(broken.out().contains("error    project: " + register), broken.out());
    assertFalse(broken.out().contains("allow-list"), broken.out());

    Files.delete(register);
    Files.move(project.root().resolve("server.d"), project.root().resolve("other"));
    project.write("server.d", "");
    Ran noFolder = project.here("doctor");
    assertEquals(1, noFolder.exitCode(), noFolder.toString());
    assertTrue(
        noFolder.out().contains("error    project: " + project.root().resolve("server.d")),
        noFolder.out());
  }

  @Test
  void a_folder_that_no_server_takes_for_a_project_is_an_error(@TempDir Path temporary)
      throws IOException {
    Files.createDirectory(temporary.resolve("tools"));

    Ran ran = Ran.of(temporary, environment(), command("doctor"));

    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.out().contains("error    project: No MCP project found"), ran.out());
  }
}
