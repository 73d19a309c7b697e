package dev.bullpen.project.script;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.posix.FileStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownCommandsTests {
  private static final List<String> COMMAND = List.of("/bin/sh");

  @TempDir Path temporary;
  private final KnownCommands<String> known = new KnownCommands<>();
  private Path script;

  @BeforeEach
  void a_script_that_is_known() throws IOException {
    script = Files.writeString(temporary.resolve("script"), "echo");
    keep("x");
  }

  private void keep(String name) {
    known.keep(name, KnownCommands.glance(script), COMMAND);
  }

  @Test
  void it_is_started_as_before_while_nothing_has_been_done_to_it() {
    assertEquals(Optional.of(COMMAND), known.of("x"));
    assertEquals(Optional.of(COMMAND), known.of("x"));
    assertEquals(Optional.empty(), known.of("y"));
  }

  @Test
  void it_is_not_once_another_file_has_its_name() throws IOException {
    Path other = Files.writeString(temporary.resolve("other"), "echo");
    Files.move(other, script, StandardCopyOption.REPLACE_EXISTING);
    assertEquals(Optional.empty(), known.of("x"));
    assertEquals(Optional.empty(), known.of("x"));
  }

  @Test
  void it_is_not_while_it_is_away() throws IOException {
    Path aside = Files.move(script, temporary.resolve("aside"));
    assertEquals(Optional.empty(), known.of("x"));
    Files.createSymbolicLink(script, Path.of("nowhere"));
    assertEquals(Optional.empty(), known.of("x"));
    assertEquals("echo", Files.readString(aside));
  }

  @Test
  void what_was_not_there_before_the_look_is_not_known() throws IOException {
    Path late = temporary.resolve("late");
    FileStatus before = KnownCommands.glance(late);
    Files.writeString(late, "echo");
    known.keep("y", before, COMMAND);
    assertEquals(Optional.empty(), known.of("y"));
    assertEquals(Optional.empty(), known.of("y"));
  }

  @Test
  void more_than_a_thousand_are_not_remembered() {
    for (int i = 1; i < 1000; i++) {
      keep("script " + i);
    }
    assertEquals(Optional.of(COMMAND), known.of("x"));
    keep("one more");
    assertEquals(Optional.empty(), known.of("x"));
    assertEquals(Optional.of(COMMAND), known.of("one more"));
  }
}
