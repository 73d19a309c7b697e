package dev.bullpen.launcher.share;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Parts of a specification, as a shell shows them. */
final class Words {
  /** The completions that a shell offers for a value. */
  enum Value {
    /** The words that the specification lists. */
    LISTED,
    FOLDER,
    FILE,
    /** Nothing, because only the user or a running server knows it. */
    UNKNOWN
  }

  private Words() {}

  static Value value(ArgSpec argument) {
    if (argument.completionCandidates() != null) {
      return Value.LISTED;
    }
    return switch (argument.paramLabel()) {
      case "DIR" -> Value.FOLDER;
      case "FILE" -> Value.FILE;
      default -> Value.UNKNOWN;
    };
  }

  static List<String> listed(ArgSpec argument) {
    List<String> words = new ArrayList<>();
    argument.completionCandidates().forEach(words::add);
    return words;
  }

  static boolean takesValue(OptionSpec option) {
    return option.arity().max() > 0;
  }

  /** Removes picocli's markup. */
  static String plain(String text) {
    return Ansi.OFF.string(text);
  }

  /** The description of an option or a positional parameter, without its default. */
  static String brief(ArgSpec argument) {
    return argument.description().length == 0
        ? argument.paramLabel()
        : plain(argument.description()[0]).replaceFirst(" \\(default.*", "");
  }

  static String brief(CommandSpec command) {
    String[] header = command.usageMessage().header();
    return header.length == 0 ? command.name() : plain(header[0]).replaceFirst("\\.$", "");
  }

  static List<CommandSpec> commands(CommandSpec root) {
    return root.subcommands().values().stream().map(line -> line.getCommandSpec()).toList();
  }
}
