package dev.bullpen.faults.shortage;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.fixture.Sh;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An output that takes nothing although somebody may read it. */
class FullDiskTests {
  @TempDir Path project;

  @Test
  void an_output_that_is_full_ends_the_server_with_the_reason() throws Exception {
    Files.createDirectories(project.resolve("tools"));
    String launcher = Path.of(System.getProperty(Launcher.FOLDER), "bin", "launcher").toString();
    String said =
        Sh.failed(
            """
            request='{"jsonrpc":"2.0","id":1,"method":"ping"}'
            echo "$request" | "$1" --project "$2" 2>&1 >/dev/full
            """,
            launcher,
            project.toString());
    assertTrue(said.contains("launcher: the output cannot be written: "), said);
    assertTrue(said.contains("no room left on the disk"), said);
  }
}
