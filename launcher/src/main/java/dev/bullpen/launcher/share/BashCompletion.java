package dev.bullpen.launcher.share;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Completion for bash 3.2 and newer: a function that finds the command and the option before the
 * word. Bash itself completes files and folders. picocli's own completion script completes neither,
 * and no value after an equals sign.
 */
public final class BashCompletion {
  private BashCompletion() {}

  /**
   * The text of {@code completions/NAME}.
   *
   * @param names the command's name, and other names for the same command
   */
  public static String of(CommandSpec root, List<String> names) {
    return """
    _%1$s() {
      local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} command='' options='' words='' offered=''
      COMPREPLY=()
      # Bash splits --option=value into three words.
      if [ "$word" = = ]; then
        word=''
      elif [ "$option" = = ]; then
        option=${COMP_WORDS[COMP_CWORD-2]}
      fi
      [ "$COMP_CWORD" -eq 1 ] || command=${COMP_WORDS[1]}
      case $command in
        -*) command='' ;;
      esac
      case $command:$option in
    %2$s
        *)
          case $command in
            '')
    %3$s
              [ "$COMP_CWORD" -ne 1 ] || words='%4$s'
              ;;
    %5$s
          esac
          case $word in
            -*) offered=$options ;;
            *) offered=$words ;;
          esac
          ;;
      esac
      # Without this, bash would offer files where no word fits.
      compopt +o default 2> /dev/null
      # shellcheck disable=SC2207 # bash 3.2 has no mapfile, and no word has a blank
      COMPREPLY=($(compgen -W "$offered" -- "$word"))
    }
    complete -o default -F _%1$s %6$s
    """
        .formatted(
            root.name(),
            Stream.concat(Stream.of(root), Words.commands(root).stream())
                .flatMap(command -> values(command == root ? "" : command.name(), command))
                .collect(Collectors.joining("\n")),
            options(root),
            Words.commands(root).stream().map(CommandSpec::name).collect(Collectors.joining(" ")),
            Words.commands(root).stream()
                .map(BashCompletion::choice)
                .collect(Collectors.joining("\n")),
            String.join(" ", names));
  }

  private static Stream<String> values(String command, CommandSpec spec) {
    return spec.options().stream()
        .filter(Words::takesValue)
        .map(
            option ->
                "    %s) %s ;;"
                    .formatted(
                        Arrays.stream(option.names())
                            .map(name -> command + ":" + name)
                            .collect(Collectors.joining(" | ")),
                        value(option)));
  }

  private static String value(OptionSpec option) {
    return switch (Words.value(option)) {
      case LISTED -> "offered='%s'".formatted(String.join(" ", Words.listed(option)));
      case FOLDER, FILE -> "return 0";
      case UNKNOWN -> ":";
    };
  }

  private static String choice(CommandSpec command) {
    List<String> lines = new ArrayList<>(List.of("        %s)".formatted(command.name())));
    lines.add(options(command));
    for (PositionalParamSpec parameter : command.positionalParameters()) {
      String elsewhere =
          "          [ \"$COMP_CWORD\" -ne %d ] || ".formatted(2 + parameter.index().min());
      switch (Words.value(parameter)) {
        case LISTED ->
            lines.add(
                elsewhere + "words='%s'".formatted(String.join(" ", Words.listed(parameter))));
        case FOLDER, FILE -> lines.add(elsewhere + "return 0");
        case UNKNOWN -> {}
      }
    }
    lines.add("          ;;");
    return String.join("\n", lines);
  }

  private static String options(CommandSpec command) {
    return "          options='%s'"
        .formatted(
            command.options().stream()
                .flatMap(option -> Arrays.stream(option.names()))
                .collect(Collectors.joining(" ")));
  }
}
