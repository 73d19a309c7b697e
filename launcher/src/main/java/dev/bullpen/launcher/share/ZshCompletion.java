package dev.bullpen.launcher.share;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for zsh: a function that calls {@code _arguments} for the given command. */
public final class ZshCompletion {
  private ZshCompletion() {}

  /**
   * The text of {@code site-functions/_NAME}.
   *
   * @param names the command's name, and other names for the same command
   */
  public static String of(CommandSpec root, List<String> names) {
    return """
    #compdef %s

    local curcontext="$curcontext" state line
    typeset -A opt_args
    local -a commands
    commands=(
    %s
    )
    _arguments -C %s \\
      '1:command:->command' \\
      '*::argument:->argument' && return 0
    case $state in
      command) _describe command commands ;;
      argument)
        case $words[1] in
    %s
        esac
        ;;
    esac
    """
        .formatted(
            String.join(" ", names),
            Words.commands(root).stream()
                .map(command -> "  " + quoted(command.name() + ":" + Words.brief(command)))
                .collect(Collectors.joining("\n")),
            arguments(root.options().stream().flatMap(ZshCompletion::option)),
            Words.commands(root).stream()
                .map(ZshCompletion::choice)
                .collect(Collectors.joining("\n")));
  }

  private static String choice(CommandSpec command) {
    Stream<String> words =
        Stream.concat(
            command.options().stream().flatMap(ZshCompletion::option),
            command.positionalParameters().stream()
                .map(
                    parameter ->
                        "%d:%s%s"
                            .formatted(
                                parameter.index().min() + 1,
                                escaped(Words.brief(parameter)),
                                action(parameter))));
    return "      %s) _arguments %s ;;".formatted(command.name(), arguments(words));
  }

  private static String arguments(Stream<String> words) {
    return words.map(word -> "\\\n        " + quoted(word)).collect(Collectors.joining(" "));
  }

  /** One argument of {@code _arguments} for each name of the option. */
  private static Stream<String> option(OptionSpec option) {
    String meaning = "[" + escaped(Words.brief(option)) + "]";
    return Arrays.stream(option.names())
        .map(
            name ->
                Words.takesValue(option)
                    // The value is the next word, or follows an equals sign; may be repeated.
                    ? "*%s=%s:%s%s".formatted(name, meaning, option.paramLabel(), action(option))
                    : name + meaning);
  }

  private static String action(ArgSpec argument) {
    return switch (Words.value(argument)) {
      case LISTED -> ":(" + String.join(" ", Words.listed(argument)) + ")";
      case FOLDER -> ":_files -/";
      case FILE -> ":_files";
      case UNKNOWN -> ":";
    };
  }

  private static String escaped(String meaning) {
    return meaning.replaceAll("([\\[\\]:\\\\])", "\\\\$1");
  }

  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
