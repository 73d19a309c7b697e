package dev.bullpen.project.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.json.Json;
import dev.bullpen.project.ResourceReading;
import dev.bullpen.project.resource.ResourceException.Kind;
import dev.bullpen.project.resource.ResourceFiles.FolderContents;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resources that are folders. */
class ResourceFolderTests extends ResourceProject {
  @Test
  void a_folder_is_the_files_directly_in_it() throws Exception {
    project
        .file("resources/d/b.txt", "b")
        .file("resources/d/a.bin", "\u0000")
        .file("resources/d/.hidden", "no")
        .file("resources/d/sub/c.txt", "no")
        .file("resources/other.txt", "o")
        .file("secret.txt", "no");
    Path d = project.root.resolve("resources/d");
    Files.createSymbolicLink(d.resolve("link.txt"), Path.of("../other.txt"));
    Files.createSymbolicLink(d.resolve("out.txt"), Path.of("../../secret.txt"));
    Files.createSymbolicLink(d.resolve("shown.txt"), Path.of(".hidden"));
    Files.createSymbolicLink(d.resolve("nowhere.txt"), Path.of("gone"));
    assertEquals(0, new ProcessBuilder("mkfifo", d + "/fifo").start().waitFor());
    folder("d");
    assertEquals(
        Json.parse(
            """
            [{"uri": "%1$s/a.bin", "mimeType": "application/octet-stream", "blob": "AA=="},
             {"uri": "%1$s/b.txt", "mimeType": "text/plain", "text": "b"},
             {"uri": "%1$s/link.txt", "mimeType": "text/plain", "text": "o"}]
            """
                .formatted(uri("d"))),
        contents(uri("d")));
    assertEquals("o", reading().text(uri("d/link.txt")));
  }

  @Test
  void an_empty_folder_is_there() throws Exception {
    Files.createDirectories(project.root.resolve("resources/d"));
    folder("d");
    assertEquals(
        Json.parse(
            "[{\"uri\": \"%s\", \"mimeType\": \"inode/directory\", \"text\": \"\"}]"
                .formatted(uri("d"))),
        contents(uri("d")));
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void a_folder_has_a_bounded_number_of_files(int beyond, boolean read) throws Exception {
    for (int i = 0; i < FolderContents.MAX_FILES + beyond; i++) {
      project.file("resources/d/%03d.txt".formatted(i), "");
    }
    folder("d");
    if (read) {
      assertEquals(FolderContents.MAX_FILES + beyond, contents(uri("d")).size());
    } else {
      ResourceReading.assertFailure(
          Kind.FAILED, "Resource content exceeds 256 files", reading().failure(uri("d")));
    }
  }

  @ParameterizedTest
  @CsvSource({"-1, true", "0, true", "1, false"})
  void the_files_of_a_folder_are_bounded_together(int beyond, boolean read) throws Exception {
    project.env.put("MCPBASH_MAX_RESOURCE_BYTES", "100");
    project
        .file("resources/d/a", "a".repeat(40))
        .file("resources/d/b", "b".repeat(60 + beyond))
        .file("resources/d/c", "");
    folder("d");
    if (read) {
      assertEquals(3, contents(uri("d")).size());
    } else {
      ResourceReading.assertFailure(
          Kind.FAILED, "Resource content exceeds 100 bytes", reading().failure(uri("d")));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gone", "a b%ä.json", "../server.d"})
  void what_is_no_folder_inside_is_not_found_as_one(String path) throws IOException {
    project.file("server.d/x", "");
    folder(path);
    reading().assertNotFound(uri(path));
  }
}
