package dev.bullpen.pool.setting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where helpers put what is not kept, as TMPDIR says it. */
class TemporaryFolderTests {
  private static final Path USUAL = Path.of(System.getProperty("java.io.tmpdir"));

  @TempDir Path folder;

  private static Path chosen(String value) {
    return new HelperCommand(List.of("/bin/true"), Map.of("TMPDIR", value)).temporaryFolder();
  }

  @Test
  void a_folder_that_is_there_is_taken() {
    assertEquals(folder, chosen(folder.toString()));
  }

  @Test
  void what_cannot_be_a_folder_is_passed_over() {
    assertEquals(USUAL, chosen(folder.resolve("missing").toString()));
    assertEquals(USUAL, chosen("relative"));
    assertEquals(USUAL, chosen(""));
    assertEquals(USUAL, chosen("/not\0a name"));
  }
}
