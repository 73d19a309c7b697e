package dev.bullpen.bench.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableTests {
  private static final Contender ONE = new Contender("one", List.of("one"), Map.of());

  @TempDir Path folder;

  private static Heat heat(double all) {
    return new Heat(all, all, all, all, all, all, all, all);
  }

  private static String row(List<Heat> heats) {
    return new Table(Map.of(ONE, heats))
        .text("facts")
        .lines()
        .filter(line -> line.startsWith("| one"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_row_has_the_medians() {
    assertEquals(
        "| one | 2 | 2 | 2.00 | 2.00 | 2.00 | 2.00 | 2.00 | 2 |",
        row(List.of(heat(9), heat(1), heat(2))));
    assertEquals(
        "| one | 2 | 2 | 1.50 | 1.50 | 1.50 | 1.50 | 1.50 | 2 |", row(List.of(heat(1), heat(2))));
  }

  @Test
  void what_is_between_the_lines_is_replaced_and_nothing_else() throws IOException {
    Path document = folder.resolve("document.md");
    Files.writeString(document, "before\n<!-- race -->\nold\n<!-- /race -->\nafter\n");
    Table.write(document, "new\n");
    Table.write(document, "newer\n");
    assertEquals(
        "before\n<!-- race -->\nnewer\n<!-- /race -->\nafter\n", Files.readString(document));
  }

  @Test
  void a_document_without_the_lines_is_left_alone() throws IOException {
    Path document = Files.writeString(folder.resolve("document.md"), "<!-- race -->\n");
    String why = assertThrows(IOException.class, () -> Table.write(document, "new")).getMessage();
    assertTrue(why.contains("<!-- /race -->"), why);
    assertEquals("<!-- race -->\n", Files.readString(document));
  }
}
