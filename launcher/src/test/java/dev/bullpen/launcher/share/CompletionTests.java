package dev.bullpen.launcher.share;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What each shell offers for a small command. */
class CompletionTests {
  @TempDir Path folder;

  @BeforeEach
  void write_completions() throws IOException {
    Files.writeString(folder.resolve("bash"), BashCompletion.of(Example.spec(), Example.NAMES));
    Files.writeString(folder.resolve("fish"), FishCompletion.of(Example.spec()));
    Path functions = Files.createDirectory(folder.resolve("functions"));
    Files.writeString(
        functions.resolve("_example"), ZshCompletion.of(Example.spec(), Example.NAMES));
  }

  private List<String> bash(String... words) {
    return Shells.bash(folder, folder.resolve("bash"), words);
  }

  private List<String> fish(String line) {
    return Shells.fish(folder, folder.resolve("fish"), line);
  }

  private void assertZshShows(String expected, String line) {
    String screen = Shells.zsh(folder, folder.resolve("functions"), line, expected);
    assertTrue(screen.contains(expected), screen);
  }

  @Test
  void bash_offers_commands_options_and_listed_words() {
    assertEquals(List.of("make", "check"), bash("example", ""));
    assertEquals(List.of("make"), bash("other", "m"));
    assertEquals(List.of("--home", "--quiet"), bash("example", "--"));
    assertEquals(List.of("--colour"), bash("example", "make", "--c"));
    assertEquals(List.of("cup", "plate"), bash("example", "make", ""));
    assertEquals(List.of("green", "grey"), bash("example", "make", "cup", "--colour", "gr"));
  }

  @Test
  void bash_offers_a_value_after_an_equals_sign_too() {
    assertEquals(List.of("red", "green", "grey"), bash("example", "make", "--colour", "="));
    assertEquals(List.of("red"), bash("example", "make", "--colour", "=", "r"));
  }

  @Test
  void bash_offers_nothing_of_its_own_where_a_file_or_an_unknown_value_is_due() {
    assertEquals(List.of(), bash("example", "--home", ""));
    assertEquals(List.of(), bash("example", "check", ""));
    assertEquals(List.of(), bash("example", "make", "--size", ""));
    assertEquals(List.of(), bash("example", "make", "cup", ""));
  }

  @Test
  void fish_offers_commands_options_and_listed_words_with_their_meaning() {
    assertEquals(List.of("make\tMake a thing"), fish("example m"));
    assertEquals(List.of("check\t" + Example.ODD), fish("example c"));
    assertEquals(List.of("--size\t" + Example.ODD), fish("example make --s"));
    assertEquals(List.of("cup", "plate"), fish("example make "));
    assertEquals(
        List.of("green\tone of red, green, grey", "grey\tone of red, green, grey"),
        fish("example make --colour gr"));
  }

  @Test
  void fish_offers_folders_and_files_where_they_are_due_and_nowhere_else() {
    assertEquals(List.of("functions/\tDirectory"), fish("example --home f"));
    assertEquals(List.of("fish", "functions/"), fish("example check f"));
    assertEquals(List.of(), fish("example make --size f"));
    assertEquals(List.of(), fish("example make f"));
  }

  @Test
  void zsh_completes_commands_options_and_listed_words() {
    assertZshShows("example make", "example ma");
    assertZshShows("other make", "other ma");
    assertZshShows("--quiet", "example --q");
    assertZshShows("--colour", "example make --c");
    assertZshShows("plate", "example make p");
    assertZshShows("--colour red", "example make --colour r");
    assertZshShows("--colour=red", "example make --colour=r");
  }

  @Test
  void zsh_completes_folders_and_files_where_they_are_due() {
    assertZshShows("functions/", "example --home f");
    assertZshShows("bash", "example check b");
  }

  @Test
  void zsh_shows_what_is_meant_with_all_its_characters() {
    assertZshShows(Example.ODD, "example make --");
  }
}
