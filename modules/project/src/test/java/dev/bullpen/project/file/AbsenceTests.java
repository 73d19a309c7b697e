package dev.bullpen.project.file;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * For folders that the server may not enter see {@code ToolPolicyTests}, where root starts the
 * server as another user.
 */
class AbsenceTests {
  @TempDir Path folder;

  private Path there;

  @BeforeEach
  void make() throws IOException {
    there = Files.createFile(folder.resolve("there"));
  }

  private static void assertCertain(boolean certain, Path path) {
    assertTrue(Absence.isCertain(path) == certain, path.toString());
  }

  @Test
  void what_is_there_is_not_absent() {
    assertCertain(false, there);
    assertCertain(false, folder);
  }

  @Test
  void nothing_is_where_nothing_is_nor_below_it() {
    assertCertain(true, folder.resolve("none"));
    assertCertain(true, folder.resolve("none/none"));
    assertCertain(true, folder.resolve("none/none/none"));
    assertCertain(true, Path.of("/no-such-folder-of-bullpen/none"));
  }

  @Test
  void nothing_is_below_a_file() {
    assertCertain(true, there.resolve("none"));
  }

  @Test
  void a_link_that_leads_nowhere_is_there() throws IOException {
    assertCertain(false, Files.createSymbolicLink(folder.resolve("link"), folder.resolve("none")));
  }

  @Test
  void behind_a_link_that_leads_to_itself_nothing_can_be_found() throws IOException {
    Path loop = folder.resolve("loop");
    assertCertain(false, Files.createSymbolicLink(loop, loop).resolve("none"));
    assertCertain(false, loop);
  }
}
