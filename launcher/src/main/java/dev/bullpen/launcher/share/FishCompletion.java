package dev.bullpen.launcher.share;

import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Completion for fish: a line with {@code complete} for each command, option and listed word. */
public final class FishCompletion {
  private static final String FIRST_WORD = "__fish_use_subcommand";

  private final String name;
  private final StringBuilder text = new StringBuilder();

  private FishCompletion(String name) {
    this.name = name;
  }

  /** The text of {@code vendor_completions.d/NAME.fish}. */
  public static String of(CommandSpec root) {
    FishCompletion completion = new FishCompletion(root.name());
    completion.line("-f");
    completion.options(root, FIRST_WORD);
    for (CommandSpec command : Words.commands(root)) {
      completion.line(
          "-n %s -a %s -d %s".formatted(FIRST_WORD, command.name(), quoted(Words.brief(command))));
      String chosen = "__fish_seen_subcommand_from " + command.name();
      completion.options(command, chosen);
      for (PositionalParamSpec parameter : command.positionalParameters()) {
        completion.positional(parameter, chosen);
      }
    }
    return completion.text.toString();
  }

  private void options(CommandSpec command, String condition) {
    for (OptionSpec option : command.options()) {
      StringBuilder line = new StringBuilder("-n " + quoted(condition));
      for (String each : option.names()) {
        line.append(each.startsWith("--") ? " -l " : " -s ").append(each.replaceFirst("^-+", ""));
      }
      if (Words.takesValue(option)) {
        line.append(value(option));
      }
      line(line.append(" -d ").append(quoted(Words.brief(option))).toString());
    }
  }

  private static String value(OptionSpec option) {
    return switch (Words.value(option)) {
      case LISTED, FOLDER -> " -x -a " + offered(option);
      case FILE -> " -r -F";
      case UNKNOWN -> " -x";
    };
  }

  /** Offered only as the next word: after the command and the parameters before it. */
  private void positional(PositionalParamSpec parameter, String chosen) {
    int wordsBefore = 2 + parameter.index().min();
    String condition =
        quoted("%s; and test (count (commandline -opc)) -eq %d".formatted(chosen, wordsBefore));
    switch (Words.value(parameter)) {
      case LISTED, FOLDER -> line("-n %s -a %s".formatted(condition, offered(parameter)));
      case FILE -> line("-n %s -F".formatted(condition));
      case UNKNOWN -> {}
    }
  }

  private static String offered(ArgSpec argument) {
    return Words.value(argument) == Words.Value.FOLDER
        ? "'(__fish_complete_directories)'"
        : quoted(String.join(" ", Words.listed(argument)));
  }

  private void line(String rest) {
    text.append("complete -c ").append(name).append(' ').append(rest).append('\n');
  }

  private static String quoted(String word) {
    return "'" + word.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
