package dev.bullpen.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SectionTests {
  @TempDir Path folder;

  @Test
  void only_the_section_of_that_name_is_replaced() throws IOException {
    Path document =
        Files.writeString(
            folder.resolve("document.md"),
            "<!-- one -->\nold\n<!-- /one -->\n<!-- two -->\nold\n<!-- /two -->\n");
    Section.replace(document, "two", "new\n");
    assertEquals(
        "<!-- one -->\nold\n<!-- /one -->\n<!-- two -->\nnew\n<!-- /two -->\n",
        Files.readString(document));
    assertThrows(IOException.class, () -> Section.replace(document, "three", "new\n"));
  }
}
