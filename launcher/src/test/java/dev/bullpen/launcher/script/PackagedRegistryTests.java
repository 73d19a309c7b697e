package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code launcher registry} as it is shipped. */
@Timeout(60)
class PackagedRegistryTests extends PackagedCommand {
  @TempDir Path temporary;
  private ScratchProject project;

  @BeforeEach
  void a_project() throws IOException {
    project = ScratchProject.in(temporary);
  }

  @Test
  void it_is_written_and_its_state_is_printed() throws Exception {
    JsonNode before = Json.parse(project.here("registry", "status").out());
    assertEquals("missing", before.at("/tools/status").stringValue(""));

    Ran ran = project.here("registry", "refresh", "--no-notify", "--filter", "tools");

    assertEquals(0, ran.exitCode(), ran.toString());
    JsonNode refreshed = Json.parse(ran.out());
    assertEquals("ok", refreshed.at("/tools/status").stringValue(""));
    assertEquals(1, refreshed.at("/tools/count").intValue(0));
    assertTrue(refreshed.at("/tools/error").isNull(), ran.toString());
    JsonNode after = Json.parse(project.here("registry", "status").out());
    assertEquals("present", after.at("/tools/status").stringValue(""));
    assertEquals(1, after.at("/tools/count").intValue(0));
    assertTrue(after.at("/tools/hash").stringValue("").length() > 10, after.toString());
    assertEquals(project.root().toString(), after.path("projectRoot").stringValue(""));
  }

  @Test
  void a_hook_that_is_allowed_registers_and_leaves_nothing() throws Exception {
    project.script(
        "server.d/register.sh",
        "setsid sleep 1000 >/dev/null 2>&1 & echo $! > \"$MCPBASH_PROJECT_ROOT/pid\"\n"
            + "mcp_register_tool '{\"name\":\"hooked\",\"description\":\"d\",\"path\":\"echo/tool.sh\"}'");

    Ran denied = project.here("registry", "refresh");
    assertEquals(1, Json.parse(denied.out()).at("/tools/count").intValue(0), denied.toString());
    assertTrue(Files.notExists(project.root().resolve("pid")));

    Ran ran = project.run(Map.of("MCPBASH_ALLOW_PROJECT_HOOKS", "true"), "registry", "refresh");

    assertEquals(0, ran.exitCode(), ran.toString());
    assertTrue(
        Files.readString(project.root().resolve(".registry/tools.json")).contains("hooked"),
        ran.toString());
    assertTrue(!project.runs("pid"), "a process is left");
  }

  @Test
  void a_registry_that_cannot_be_written_is_a_failure() throws Exception {
    Ran ran = project.here(Map.of("MCPBASH_REGISTRY_MAX_BYTES", "20"), "registry", "refresh");

    assertEquals(1, ran.exitCode(), ran.toString());
    JsonNode refreshed = Json.parse(ran.out());
    assertEquals("failed", refreshed.at("/tools/status").stringValue(""));
    assertTrue(refreshed.at("/tools/error").stringValue("").contains("20 bytes"), ran.toString());
  }
}
