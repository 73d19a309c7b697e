package dev.bullpen.launcher.trial;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.launcher.InThisJvm;
import dev.bullpen.launcher.Ran;
import dev.bullpen.launcher.ask.FakeServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against a server of a few lines of shell. */
@Timeout(60)
class TryCommandTests {
  @TempDir Path folder;

  @Test
  void standard_input_that_cannot_be_read_is_a_failure() throws IOException {
    FakeServer server = FakeServer.answering(Files.createDirectory(folder.resolve("home")));
    Map<String, String> environment = Map.of("PATH", System.getenv("PATH"));
    InputStream before = System.in;
    System.setIn(
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("Is a directory");
          }
        });
    try {
      assertEquals(
          new Ran(1, "", "launcher: standard input cannot be read: Is a directory\n"),
          InThisJvm.run(
              new TryCommand(server.home(), environment), "try", "--project", folder.toString()));
    } finally {
      System.setIn(before);
    }
  }
}
