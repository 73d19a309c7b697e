package dev.bullpen.launcher.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingTests {
  @TempDir Path folder;
  private Training training;

  @BeforeEach
  void a_helper_in_training() {
    training = new Training(new Home(folder, folder), new Recording(folder, "helper", 17));
  }

  @Test
  void what_it_said_is_told_when_it_failed() throws IOException {
    Files.writeString(folder.resolve("helper.said"), "no memory\n");

    assertEquals(
        "the helper left no archive. It said: no memory",
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
}
