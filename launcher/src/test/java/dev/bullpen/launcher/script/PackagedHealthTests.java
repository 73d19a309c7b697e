package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** {@code launcher health} and {@code ready} as they are shipped. */
@Timeout(60)
class PackagedHealthTests extends PackagedCommand {
  @TempDir Path temporary;
  private ScratchProject project;

  @BeforeEach
  void a_project() throws IOException {
    project = ScratchProject.in(temporary);
  }

  @Test
  void a_project_that_can_be_served_is_ok_and_nothing_is_written() throws Exception {
    for (Ran ran : List.of(project.run("--ready"), project.here("ready"), project.here("health"))) {
      assertEquals(0, ran.exitCode(), ran.toString());
      assertEquals(
          "{\"status\":\"ok\",\"mode\":\"full\",\"jsonTool\":\"builtin\",\"tools\":\"ok\","
              + "\"resources\":\"ok\",\"prompts\":\"ok\",\"projectChecks\":\"ok\"}\n",
          ran.out());
    }
    assertTrue(Files.notExists(project.root().resolve(".registry")));
  }

  @Test
  void without_a_project_the_code_is_another() {
    assertEquals(2, here("health", "--project-root", "/nowhere").exitCode());
    assertEquals(2, project.here(Map.of("MCPBASH_REMOTE_TOKEN", "short"), "health").exitCode());
  }

  @Test
  void the_projects_own_checks_decide() throws Exception {
    project.write(
        "server.d/health-checks.sh",
        "mcp_health_check_command bash 'A shell'\nmcp_health_check_env MCPBASH_WORD");

    Ran unset = project.run("--health");
    assertEquals(1, unset.exitCode(), unset.toString());
    JsonNode said = Json.parse(unset.out());
    assertEquals("unhealthy", said.path("status").stringValue(""));
    assertEquals("failed", said.path("projectChecks").stringValue(""));
    assertTrue(unset.err().contains("ok: A shell"), unset.err());
    assertTrue(unset.err().contains("MCPBASH_WORD (not set)"), unset.err());

    Ran set = project.run(Map.of("MCPBASH_WORD", "x"), "--health");
    assertEquals(0, set.exitCode(), set.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "16777216, it printed more than 1048576 bytes",
    "16777217, it wrote more than 16777216 bytes",
    "300000000, it wrote more than 16777216 bytes"
  })
  void a_registration_that_prints_too_much_is_unhealthy_and_leaves_nothing(int bytes, String why)
      throws Exception {
    project.script("server.d/register.sh", "head -c %d /dev/zero".formatted(bytes));
    Path left = Files.createDirectory(temporary.resolve("left"));

    Ran ran =
        project.run(
            Map.of("MCPBASH_ALLOW_PROJECT_HOOKS", "true", "TMPDIR", left.toString()), "health");

    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.out().startsWith("{\"status\":\"unhealthy\","), ran.toString());
    assertTrue(ran.err().contains(why), ran.err());
    try (Stream<Path> all = Files.list(left)) {
      assertEquals(List.of(), all.toList());
    }
  }

  @Test
  void checks_that_others_may_write_are_not_run() throws Exception {
    Path checks = project.write("server.d/health-checks.sh", "touch ran");
    assertTrue(checks.toFile().setWritable(true, false));

    Ran ran = project.here("health");

    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.err().contains("chmod go-w"), ran.err());
    assertTrue(Files.notExists(project.root().resolve("ran")));
  }

  @Test
  void checks_that_hang_are_ended_with_all_they_have_started() throws Exception {
    project.write(
        "server.d/health-checks.sh",
        "setsid sleep 1000 >/dev/null 2>&1 & echo $! > away\nsleep 1000 & echo $! > near\nwait");

    Ran ran = project.run("health", "--timeout", "5");

    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.err().contains("did not end within 5 s"), ran.err());
    assertFalse(project.runs("near"));
    assertFalse(project.runs("away"));
  }
}
