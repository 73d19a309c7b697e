package dev.bullpen.launcher.share;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bullpen.launcher.Ran;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Shells, and other programs for which the package has files. */
public final class Shells {
  private Shells() {}

  /** Skips the test where one is not on PATH. */
  public static void assumeOnPath(String program) {
    assumeTrue(
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))),
        program + " is not on PATH, so nothing is tested with it");
  }

  public static Ran run(Path folder, String... command) {
    assumeOnPath(command[0]);
    return Ran.of(
        folder,
        Map.of("PATH", System.getenv("PATH"), "HOME", folder.toString(), "LC_ALL", "C.UTF-8"),
        List.of(command));
  }

  /** What bash offers for the last of the words. */
  public static List<String> bash(Path folder, Path completion, String... words) {
    String script =
        """
        . "$1"
        shift
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        function=$(complete -p "$1")
        function=${function##*-F }
        "${function%% *}" && printf '%s\\n' "${COMPREPLY[@]}"
        """;
    List<String> command =
        new ArrayList<>(List.of("bash", "--norc", "-c", script, "bash", completion.toString()));
    command.addAll(List.of(words));
    Ran ran = run(folder, command.toArray(String[]::new));
    return ran.err().isEmpty()
        ? ran.lines().stream().filter(line -> !line.isEmpty()).toList()
        : List.of(ran.err());
  }

  /** What fish offers for the end of the line, with a tab and its meaning. */
  public static List<String> fish(Path folder, Path completion, String line) {
    Ran ran =
        run(
            folder,
            "fish",
            "--no-config",
            "-c",
            "source $argv[1]; complete -C $argv[2]",
            completion.toString(),
            line);
    return ran.err().isEmpty() ? ran.lines() : List.of(ran.err());
  }

  /**
   * The screen of a zsh in which the line and a tab are typed, once it shows the expected text.
   *
   * @param functions the folder of the completion's function
   */
  public static String zsh(Path folder, Path functions, String line, String expected) {
    String script =
        """
        zmodload zsh/zpty
        zpty shell zsh -f -i
        zpty -w shell "fpath=(${(q)1} \\$fpath); autoload -U compinit; compinit -u -D; print rea''dy"
        zpty -r shell screen '*ready*'
        zpty -w -n shell "$2"$'\\t'
        zpty -r shell screen "*${(b)3}*"
        zpty -d shell
        print -r -- "$screen"
        """;
    return run(folder, "zsh", "-f", "-c", script, "zsh", functions.toString(), line, expected)
        .out();
  }
}
