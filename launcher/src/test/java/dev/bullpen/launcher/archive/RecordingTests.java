package dev.bullpen.launcher.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTests {
  /** Has the JVM load all that it may need for ending. */
  private static final String ALL = "-Dbullpen.training=true";

  @TempDir Path folder;

  @Test
  void up_to_23_one_jvm_writes_the_archive_at_its_exit() {
    Training.Recording recording = new Training.Recording(folder, "helper", 23);

    assertEquals(List.of(ALL, "-XX:ArchiveClassesAtExit=helper.unfinished"), recording.noting());
    assertEquals(Optional.empty(), recording.assembling());
    assertEquals(folder.resolve("helper.jsa"), recording.archive());
  }

  @Test
  void from_24_on_a_second_jvm_makes_the_cache_of_what_the_first_has_noted() {
    Training.Recording recording = new Training.Recording(folder, "helper", 24);

    assertEquals(
        List.of(ALL, "-XX:AOTMode=record", "-XX:AOTConfiguration=helper.note"), recording.noting());
    assertEquals(
        Optional.of(
            List.of(
                "-XX:AOTMode=create",
                "-XX:AOTConfiguration=helper.note",
                "-XX:AOTCache=helper.unfinished")),
        recording.assembling());
    assertEquals(folder.resolve("helper.aot"), recording.archive());
  }

  @Test
  void an_archive_gets_its_name_only_when_it_is_whole() throws IOException {
    Training.Recording recording = new Training.Recording(folder, "helper", 25);
    Files.writeString(recording.archive(), "old");

    recording.begin();
    assertFalse(recording.isMade());
    assertEquals("old", Files.readString(recording.archive()));
    Files.writeString(folder.resolve("helper.note"), "note");
    Files.writeString(folder.resolve("helper.unfinished"), "new");
    assertTrue(recording.isMade());
    recording.finish();

    assertEquals("new", Files.readString(recording.archive()));
    try (var files = Files.list(folder)) {
      assertEquals(List.of(recording.archive()), files.toList());
    }
  }

  @Test
  void what_an_interrupted_training_has_left_is_not_taken_for_an_archive() throws IOException {
    Training.Recording recording = new Training.Recording(folder, "helper", 17);
    Files.writeString(folder.resolve("helper.unfinished"), "half");

    recording.begin();

    assertFalse(recording.isMade());
  }
}
