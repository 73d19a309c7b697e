package dev.bullpen.project.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.project.FailingFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderEntriesTests {
  @TempDir Path folder;

  @Test
  void all_that_lies_in_it_is_told_or_what_has_such_a_name() throws IOException {
    Path file = Files.createFile(folder.resolve("a.jar"));
    Path hidden = Files.createFile(folder.resolve(".b.jar"));
    Path deep = Files.createDirectory(folder.resolve("deep"));
    Files.createFile(deep.resolve("c.jar"));
    assertEquals(Set.of(file, hidden, deep), Set.copyOf(FolderEntries.of(folder)));
    assertEquals(Set.of(file), Set.copyOf(FolderEntries.of(folder, "[!.]*.jar")));
  }

  @Test
  void one_that_is_not_there_and_one_that_fails_in_the_middle_are_told_alike() throws IOException {
    assertThrows(NoSuchFileException.class, () -> FolderEntries.of(folder.resolve("none")));
    try (FailingFolder failing = FailingFolder.at(folder.resolve("failing"))) {
      assertThrows(IOException.class, () -> FolderEntries.of(failing.path()));
    }
  }
}
