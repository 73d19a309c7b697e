package dev.bullpen.launcher;

import dev.bullpen.launcher.archive.ArchiveCommand;
import dev.bullpen.launcher.complete.CompleteCommand;
import dev.bullpen.launcher.demo.DemoCommand;
import dev.bullpen.launcher.guarantees.GuaranteesCommand;
import dev.bullpen.launcher.validate.ValidateCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The words after the command's name, and the help. Made only when a word or the help is asked for.
 */
final class Commands {
  private final Map<String, Command> byName = new LinkedHashMap<>();
  private final CommandLine line;

  Commands(List<Command> commands) {
    commands.forEach(command -> byName.put(command.name(), command));
    // As among a server's settings: the last of two counts, and @name is a word like any other.
    this.line =
        new CommandLine(Help.of(commands))
            .setOverwrittenOptionsAllowed(true)
            .setExpandAtFiles(false);
  }

  static Commands of(Home home, Map<String, String> environment) {
    return new Commands(
        List.of(
            new DemoCommand(home),
            new CompleteCommand(home, environment),
            new ValidateCommand(home, environment),
            new GuaranteesCommand(),
            new ArchiveCommand(home)));
  }

  int run(List<String> arguments, Console console) throws UsageException {
    int code = act(arguments, console);
    if (console.out().checkError()) {
      console.complain(
          "not all of the output could be written: its disk is full, or whoever read it has ended."
              + " Send it elsewhere, and do it again.");
      return ExitCode.FAILED;
    }
    return code;
  }

  private int act(List<String> arguments, Console console) throws UsageException {
    ParseResult words = parse(arguments);
    Ansi ansi = console.colour() ? Ansi.ON : Ansi.OFF;
    ParseResult chosen = words.hasSubcommand() ? words.subcommand() : words;
    if (chosen.isUsageHelpRequested()) {
      chosen.commandSpec().commandLine().usage(console.out(), ansi);
      return ExitCode.DONE;
    }
    if (words.isVersionHelpRequested()) {
      line.printVersionHelp(console.out(), ansi);
      return ExitCode.DONE;
    }
    return byName.get(chosen.commandSpec().name()).run(chosen, console);
  }

  private ParseResult parse(List<String> arguments) throws UsageException {
    String first = arguments.get(0);
    if (!first.startsWith("-") && !byName.containsKey(first)) {
      throw new UsageException(
          "there is no command \"%s\". The commands are %s; without one, Bullpen serves. launcher --help tells more."
              .formatted(first, String.join(", ", byName.keySet())));
    }
    try {
      return line.parseArgs(arguments.toArray(String[]::new));
    } catch (ParameterException e) {
      String name = e.getCommandLine().getCommandSpec().qualifiedName();
      throw new UsageException("%s. %s --help tells more.".formatted(wrong(e, arguments), name));
    }
  }

  /** What is wrong, in the words of {@link Flags}. */
  private static String wrong(ParameterException e, List<String> arguments) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      String word = unmatched.getUnmatched().get(0);
      return word.startsWith("-")
          ? "there is no option " + word
          : "there is a word too many, \"" + word + "\"";
    }
    if (e instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      return missing(missing.getMissing().get(0), arguments);
    }
    return e.getMessage();
  }

  private static String missing(ArgSpec missing, List<String> arguments) {
    if (!(missing instanceof OptionSpec option)) {
      return missing.paramLabel() + " is missing: " + missing.description()[0];
    }
    String name =
        Stream.of(option.names()).filter(arguments::contains).findFirst().orElse(option.names()[0]);
    return arguments.contains(name)
        ? "%s needs a value: %s %s".formatted(name, name, option.paramLabel())
        : "%s %s is missing: %s".formatted(name, option.paramLabel(), option.description()[0]);
  }
}
