package dev.bullpen.launcher.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManualPageTests {
  @TempDir Path folder;
  private Path page;

  @BeforeEach
  void write_page() throws IOException {
    page = folder.resolve("example.1");
    Files.writeString(
        page, ManualPage.of(Example.spec(), Example.NAMES, "make things", "1.2.3", "2026-01-31"));
  }

  @Test
  void a_name_a_synopsis_and_the_sections_have_their_macros() throws IOException {
    String text = Files.readString(page);

    assertTrue(
        text.startsWith(
            """
            .TH "EXAMPLE" 1 "2026-01-31" "Bullpen 1.2.3" "User Commands"
            .SH NAME
            example, other \\- make things
            .SH SYNOPSIS
            example COMMAND
            .SH DESCRIPTION
            Example does nothing.
            """),
        text);
    assertTrue(text.contains(".TP\n\\fB\\-\\-home\\fR \\fIDIR\\fR\nwhere it is"), text);
    assertTrue(text.contains(".SS example make\n"), text);
    assertTrue(text.contains(".TP\n\\fBEXAMPLE_HOME\\fR\nwhere it is\n"), text);
    assertTrue(text.contains("Examples:\n.nf\n  example make cup"), text);
  }

  @Test
  void groff_finds_nothing_to_warn_of_and_prints_each_character_as_it_is() {
    Ran ran = Shells.run(folder, "groff", "-man", "-ww", "-Tutf8", "-P-bcou", page.toString());

    assertEquals("", ran.err());
    assertTrue(ran.out().contains(Example.ODD), ran.out());
    assertTrue(ran.out().contains("example make cup --colour red\n"), ran.out());
  }

  @Test
  void mandoc_finds_nothing_to_warn_of() {
    Ran ran = Shells.run(folder, "mandoc", "-Tlint", "-Wwarning", page.toString());

    assertEquals("", ran.out() + ran.err());
    assertEquals(0, ran.exitCode());
  }
}
