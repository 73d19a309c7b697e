package dev.bullpen.launcher.describe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

class DescriptionTests {
  @TempDir Path folder;
  private final ObjectNode metadata = Json.object().put("name", "search");
  private Path file;

  @BeforeEach
  void a_file() {
    file = folder.resolve("tool.meta.json");
  }

  private String mode() throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  @Test
  void all_may_read_a_new_file() throws Exception {
    Description.write(metadata, file);

    assertEquals("rw-r--r--", mode());
    assertEquals(metadata, Json.parse(Files.readString(file)));
  }

  @Test
  void an_existing_file_keeps_its_mode() throws Exception {
    Files.writeString(file, "{}");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

    Description.write(metadata, file);

    assertEquals("rw-------", mode());
    assertEquals(metadata, Json.parse(Files.readString(file)));
  }

  @Test
  void a_file_that_cannot_be_written_leaves_nothing_beside_it() throws Exception {
    Files.createDirectory(file);

    assertThrows(IOException.class, () -> Description.write(metadata, file));

    try (Stream<Path> all = Files.list(folder)) {
      assertEquals(List.of(file), all.toList());
    }
  }
}
