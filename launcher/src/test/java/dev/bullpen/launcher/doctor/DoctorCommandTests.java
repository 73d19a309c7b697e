package dev.bullpen.launcher.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.InThisJvm;
import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What it says of a project. */
class DoctorCommandTests {
  @TempDir Path folder;

  private Ran run(Map<String, String> environment, String... words) {
    return InThisJvm.run(new DoctorCommand(new Home(folder, folder), environment), words);
  }

  @Test
  void a_project_that_is_named_and_not_there_is_an_error() {
    Ran ran = run(Map.of(), "doctor", "--project", "/nowhere");

    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.out().contains("error    project: --project names /nowhere"), ran.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"BULLPEN_PROJECT", "MCPBASH_PROJECT_ROOT"})
  void also_if_a_variable_names_it(String variable) {
    Ran ran = run(Map.of(variable, "/nowhere"), "doctor");

    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(
        ran.out().contains("error    project: %s names /nowhere".formatted(variable)), ran.out());
  }

  @Test
  void the_allow_list_is_that_of_a_server() throws IOException {
    project();

    Ran none = run(Map.of("BULLPEN_PROJECT", folder.toString()), "doctor");
    Ran all = run(Map.of("BULLPEN_PROJECT", folder.toString(), "BULLPEN_ALLOW", "*"), "doctor");

    assertTrue(none.out().contains("warning  allow-list: "), none.out());
    assertTrue(all.out().contains("ok       allow-list: nothing is denied by it"), all.out());
  }

  @Test
  void a_setting_that_would_stop_a_server_is_an_error() throws IOException {
    project();

    Ran ran = run(Map.of("BULLPEN_PROJECT", folder.toString(), "BULLPEN_WORKERS", "x"), "doctor");

    assertEquals(1, ran.exitCode(), ran.toString());
    assertTrue(ran.out().contains("error    settings: BULLPEN_WORKERS is \"x\""), ran.out());
    assertTrue(ran.out().contains("ok       project: "), ran.out());
  }

  private void project() throws IOException {
    Path server = Files.createDirectory(folder.resolve("server.d"));
    Files.writeString(server.resolve("server.meta.json"), "{\"name\":\"scratch\"}");
    Path tool = Files.createDirectories(folder.resolve("tools/echo"));
    Files.writeString(tool.resolve("tool.meta.json"), "{\"name\":\"echo\"}");
    Files.writeString(tool.resolve("tool.sh"), "#!/bin/sh\n");
  }
}
