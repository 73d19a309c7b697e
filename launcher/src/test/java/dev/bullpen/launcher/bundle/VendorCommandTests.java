package dev.bullpen.launcher.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.posix.PrivateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the old copy and the new one are when one of them cannot be moved. */
class VendorCommandTests {
  @TempDir Path project;

  private PrivateFolder temporary() throws IOException {
    return PrivateFolder.make(project.resolve(".mcp-bash1"));
  }

  private static void write(Path folder, String text) throws IOException {
    Files.createDirectory(folder);
    Files.writeString(folder.resolve("file"), text);
  }

  @Test
  void the_new_copy_takes_the_place_of_the_old_one() throws IOException {
    Path copy = project.resolve(".mcp-bash");
    write(copy, "old");
    PrivateFolder temporary = temporary();
    write(temporary.path().resolve("new"), "new");

    VendorCommand.place(temporary, copy);

    assertEquals("new", Files.readString(copy.resolve("file")));
    assertTrue(Files.notExists(temporary.path()));
  }

  @Test
  void without_a_new_copy_the_old_one_is_put_back() throws IOException {
    Path copy = project.resolve(".mcp-bash");
    write(copy, "old");
    PrivateFolder temporary = temporary();

    assertThrows(IOException.class, () -> VendorCommand.place(temporary, copy));

    assertEquals("old", Files.readString(copy.resolve("file")));
    assertTrue(Files.notExists(temporary.path()));
  }

  @Test
  void an_old_copy_that_cannot_be_put_back_is_kept_and_named() throws IOException {
    write(project.resolve(".mcp-bash"), "old");
    // Leads to the copy while there is one, and nowhere once it is moved.
    Path copy = project.resolve(".mcp-bash/../.mcp-bash");
    PrivateFolder temporary = temporary();
    write(temporary.path().resolve("new"), "new");

    IOException failure =
        assertThrows(IOException.class, () -> VendorCommand.place(temporary, copy));

    Path old = temporary.path().resolve("old");
    assertEquals(
        "%s cannot be written (there is no such file), and the copy that was there is kept as %s. Move it back."
            .formatted(copy, old),
        failure.getMessage());
    assertEquals("old", Files.readString(old.resolve("file")));
  }
}
