package dev.bullpen.launcher;

import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/** One subcommand, such as {@code list}; and the options that several subcommands share. */
public interface Command {
  /** Names the project. */
  String PROJECT = Setting.PROJECT.flag();

  /** Name, options and help, made anew; the caller adds {@code --help}. */
  CommandSpec spec();

  /**
   * Returns the exit code. The caller reports an exception, which is a failure.
   *
   * @throws UsageException if a value is wrong in a way that the specification cannot express
   */
  int run(ParseResult words, Console console)
      throws UsageException, ProjectException, IOException, InterruptedException;

  static OptionSpec flag(String name, String description) {
    return OptionSpec.builder(name).type(boolean.class).description(description).build();
  }

  /** An option with a value. */
  static OptionSpec value(String name, String label, String description) {
    return option(label, description, name).build();
  }

  /** An option with a value, which may be repeated. */
  static OptionSpec list(String name, String label, String description) {
    return option(label, description, name)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .arity("1")
        .build();
  }

  private static OptionSpec.Builder option(String label, String description, String... names) {
    return OptionSpec.builder(names).paramLabel(label).type(String.class).description(description);
  }

  /** The first word after the command's name; it must be given. */
  static PositionalParamSpec.Builder word(String label, String description) {
    return PositionalParamSpec.builder()
        .index("0")
        .arity("1")
        .required(true)
        .paramLabel(label)
        .type(String.class)
        .description(description);
  }

  /**
   * An option whose value is one of these words.
   *
   * @param description without the words
   * @param standard what holds without it
   */
  static OptionSpec choice(
      String name, String label, String description, Choice choice, String standard) {
    String all = "%s: %s (default: %s)".formatted(description, choice.explained(), standard);
    return option(label, all, name).completionCandidates(choice.words()).build();
  }

  /** Exit codes as the help shows them; the third is the same for all. */
  static Map<String, String> exitCodes(String done, String failed) {
    return UsageMessageSpec.keyValuesMap(
        "0:" + done, "1:" + failed, "2:a word or a value is wrong");
  }

  /** {@code --project}, with the same meaning as for a server. */
  static OptionSpec project() {
    String description = "the project's folder (default: as for a server)";
    return option(Setting.PROJECT.label, description, PROJECT, Setting.PROJECT_OF_MCP_BASH).build();
  }

  /** The project that a server started with these words would serve. */
  static Path folder(ParseResult words, Map<String, String> environment)
      throws UsageException, ProjectException {
    return ProjectFolder.find(named(words, environment), environment);
  }

  /**
   * The same; empty if the server would serve none.
   *
   * @throws ProjectException if the server would not start
   */
  static Optional<Path> searchFolder(ParseResult words, Map<String, String> environment)
      throws UsageException, ProjectException {
    return ProjectFolder.search(named(words, environment), environment);
  }

  private static Optional<Given> named(ParseResult words, Map<String, String> environment)
      throws UsageException {
    List<String> flags =
        words.hasMatchedOption(PROJECT)
            ? List.of(PROJECT, words.matchedOptionValue(PROJECT, ""))
            : List.of();
    return Flags.read(flags, environment).of(Setting.PROJECT);
  }
}
