package dev.bullpen.launcher;

import dev.bullpen.launcher.archive.ArchiveCommand;
import dev.bullpen.launcher.complete.CompleteCommand;
import dev.bullpen.launcher.demo.DemoCommand;
import dev.bullpen.launcher.guarantees.GuaranteesCommand;
import dev.bullpen.launcher.validate.ValidateCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * The words after the command's name, and the help. Made only when a word or the help is asked for.
 */
final class Commands {
  private final Map<String, Command> byName = new LinkedHashMap<>();
  private final CommandLine line;

  Commands(List<Command> commands) {
    commands.forEach(command -> byName.put(command.name(), command));
    this.line = new CommandLine(Help.of(commands));
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
      throw new UsageException("%s. %s --help tells more.".formatted(e.getMessage(), name));
    }
  }
}
