package dev.bullpen.launcher.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.launcher.Ran;
import dev.bullpen.launcher.share.Shells;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The package's other name for the command, its manual page, and its completions. */
@Timeout(60)
class PackagedShareTests extends PackagedCommand {
  private static final Path SHARE = PRODUCT.resolve("share");

  /** Of the packaged command. */
  private static String help;

  @TempDir Path folder;

  @BeforeAll
  static void ask_for_the_help() {
    help = launcher("--help").out();
  }

  private static List<String> matches(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .distinct()
        .toList();
  }

  /** The commands of the help, and the words that are none. */
  private static List<String> words() {
    String commands = help.substring(help.indexOf("Commands,"), help.indexOf("Exit codes:"));
    return Stream.concat(
            matches("(?m)^  ([a-z-]+) ", commands).stream(), Stream.of("serve", "help", "version"))
        .toList();
  }

  private List<String> bash(String... words) {
    Path completion = SHARE.resolve("bash-completion/completions").resolve(words[0]);
    return Shells.bash(folder, completion, words);
  }

  @Test
  void bullpen_is_the_same_command() {
    Ran ran =
        Ran.of(
            Path.of("/"),
            environment(),
            List.of(PRODUCT.resolve("bin/bullpen").toString(), "--version"));

    assertEquals(new Ran(0, "bullpen " + System.getProperty("bullpen.version") + "\n", ""), ran);
  }

  @ParameterizedTest
  @ValueSource(strings = {"launcher", "bullpen"})
  void bash_offers_each_command_and_the_clients_of_config(String name) {
    assertEquals(words(), bash(name, ""));
    assertEquals(
        List.of("claude-desktop", "claude-code"), bash(name, "config", "--client", "claude"));
    assertEquals(List.of("python"), bash(name, "new", "me", "--lang", "py"));
    assertEquals(List.of("refresh"), bash(name, "registry", "re"));
    assertEquals(List.of("group"), bash(name, "--isolation", "gr"));
    assertEquals(List.of("project", "narrow"), bash(name, "serve", "--policy", "=", ""));
    assertTrue(bash(name, "help", "").containsAll(List.of("demo", "archive")));
  }

  @Test
  void zsh_and_fish_offer_them_too() {
    Path functions = SHARE.resolve("zsh/site-functions");
    for (String name : List.of("launcher", "bullpen")) {
      String screen =
          Shells.zsh(folder, functions, name + " config --client cu", "--client cursor");
      assertTrue(screen.contains("cursor"), screen);
    }
    String screen = Shells.zsh(folder, functions, "launcher --isolation cg", "cgroup");
    assertTrue(screen.contains("--isolation cgroup"), screen);
    Path completion = SHARE.resolve("fish/vendor_completions.d/launcher.fish");
    assertEquals(
        List.of("off", "on"),
        Shells.fish(folder, completion, "launcher serve --legacy-sessions ").stream()
            .map(line -> line.replaceFirst("\t.*", ""))
            .sorted()
            .toList());
    assertEquals(
        words().stream().sorted().toList(),
        Shells.fish(folder, completion, "launcher ").stream()
            .map(line -> line.replaceFirst("\t.*", ""))
            .sorted()
            .toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"launcher", "bullpen"})
  void man_shows_the_page_without_a_warning(String name) {
    Ran ran =
        Shells.run(
            folder,
            "man",
            "-M",
            SHARE.resolve("man").toString(),
            "--warnings=w",
            "-P",
            "cat",
            name);

    assertEquals("", ran.err());
    for (String command : words().subList(0, words().size() - 3)) {
      assertTrue(ran.out().contains("launcher " + command), command + ran.out());
    }
  }

  @Test
  void the_page_explains_each_option_that_the_help_has() throws IOException {
    String page = Files.readString(SHARE.resolve("man/man1/launcher.1")).replace("\\-", "-");

    List<String> options = matches("(?m)^ +(?:-\\w, )?(--[a-z-]+)", help);
    assertTrue(options.size() > 30, options::toString);
    for (String option : options) {
      assertTrue(page.contains("\\fB" + option + "\\fR"), option);
    }
    Ran lint =
        Shells.run(
            folder,
            "mandoc",
            "-Tlint",
            "-Wwarning",
            SHARE.resolve("man/man1/launcher.1").toString());
    assertEquals("", lint.out() + lint.err());
  }
}
