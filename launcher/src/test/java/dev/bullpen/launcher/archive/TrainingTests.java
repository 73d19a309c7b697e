package dev.bullpen.launcher.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingTests {
  @TempDir Path folder;
  private Training training;

  @BeforeEach
  void a_helper_in_training() {
    training = new Training(new Home(folder, folder), new Training.Recording(folder, "helper", 17));
  }

  @Test
  void its_output_is_reported_when_it_failed() throws IOException {
    Files.writeString(folder.resolve("helper.said"), "no memory\n");

    assertEquals(
        "the helper left no archive. Its error output: no memory",
        training.failed("left no archive").getMessage());
  }

  @Test
  void a_jdk_that_does_not_find_its_own_jars_is_explained() throws IOException {
    Files.writeString(
        folder.resolve("helper.said"),
        "os::stat error 2 (ENOENT). CDS dump aborted (path was \"/in%20sp/wire.jar\").\n");

    String message = training.failed("ended before it was ready").getMessage();

    assertTrue(message.contains("a space or a letter that is not ASCII"), message);
    assertTrue(
        message.endsWith("Move Bullpen to a folder with a plain name, or use JDK 25, which can."),
        message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "null"})
  @Timeout(30)
  void a_server_that_refuses_to_begin_is_reported_with_its_own_words(String id) throws IOException {
    Path command = folder.resolve("bin/launcher");
    Files.createDirectory(command.getParent());
    Files.writeString(
        command,
        """
        #!/bin/sh
        echo "no room here" >&2
        read -r request
        echo '{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"no thread"}}'
        cat >/dev/null
        """
            .formatted(id));
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    Training.Recording recording = new Training.Recording(folder, "supervisor", 17);

    Exception refusal =
        assertThrows(
            Training.TrainingException.class,
            () -> new Training(new Home(folder, folder), recording).ofSupervisor(folder));

    assertEquals(
        "the supervisor had no session: the server refused to start: error -32603: no thread. Its error output: no room here",
        refusal.getMessage());
  }
}
