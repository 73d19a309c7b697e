package dev.bullpen.launcher;

import dev.bullpen.launcher.archive.ArchiveCommand;
import dev.bullpen.launcher.ask.CallCommand;
import dev.bullpen.launcher.ask.CompleteCommand;
import dev.bullpen.launcher.ask.ListCommand;
import dev.bullpen.launcher.ask.PromptCommand;
import dev.bullpen.launcher.ask.ReadCommand;
import dev.bullpen.launcher.ask.RunToolCommand;
import dev.bullpen.launcher.bundle.BundleCommand;
import dev.bullpen.launcher.bundle.PublishCommand;
import dev.bullpen.launcher.bundle.VendorCommand;
import dev.bullpen.launcher.config.ConfigCommand;
import dev.bullpen.launcher.debug.DebugCommand;
import dev.bullpen.launcher.demo.DemoCommand;
import dev.bullpen.launcher.describe.DescribeCommand;
import dev.bullpen.launcher.doctor.DoctorCommand;
import dev.bullpen.launcher.guarantees.GuaranteesCommand;
import dev.bullpen.launcher.health.HealthCommand;
import dev.bullpen.launcher.registry.RegistryCommand;
import dev.bullpen.launcher.scaffold.NewCommand;
import dev.bullpen.launcher.scaffold.ScaffoldCommand;
import dev.bullpen.launcher.status.LogsCommand;
import dev.bullpen.launcher.status.StatusCommand;
import dev.bullpen.launcher.trial.TryCommand;
import dev.bullpen.launcher.validate.ValidateCommand;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.metadata.Suggestion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The subcommands and the help. Not loaded by a server. */
final class Commands {
  /** Wide enough for the settings and what they mean, narrow enough for half a screen. */
  private static final int WIDTH_COLUMNS = 100;

  private final Map<String, Command> byName = new LinkedHashMap<>();
  private final CommandLine line;

  Commands(List<Command> commands) {
    commands.forEach(command -> byName.put(command.spec().name(), command));
    // As for a server's settings: the last of two values counts, and @name names no file.
    this.line =
        new CommandLine(spec(commands)).setOverwrittenOptionsAllowed(true).setExpandAtFiles(false);
  }

  static Commands of(Home home, Map<String, String> given) {
    Map<String, String> environment = Map.copyOf(given);
    Path here = Path.of("").toAbsolutePath();
    return new Commands(
        List.of(
            new DemoCommand(home),
            new NewCommand(home, here, false),
            new NewCommand(home, here, true),
            new ScaffoldCommand(home, environment),
            new DescribeCommand(home, environment),
            new ListCommand(home, environment),
            new CallCommand(home, environment),
            new RunToolCommand(home, environment),
            new ReadCommand(home, environment),
            new PromptCommand(home, environment),
            new CompleteCommand(home, environment),
            new TryCommand(home, environment),
            new ValidateCommand(home, environment),
            new ConfigCommand(home, environment),
            new DoctorCommand(home, environment),
            new HealthCommand("health", home, environment),
            new HealthCommand("ready", home, environment),
            new StatusCommand(environment),
            new LogsCommand(environment),
            new RegistryCommand(home, environment),
            new DebugCommand(home, environment),
            new BundleCommand(home, environment),
            new VendorCommand(home, environment),
            new PublishCommand(),
            new GuaranteesCommand(),
            new ArchiveCommand(home)));
  }

  /** The specification of the command, with all its subcommands. */
  CommandSpec spec() {
    return line.getCommandSpec();
  }

  int run(List<String> arguments, Console console) throws UsageException {
    int code = act(arguments, console);
    if (console.out().checkError()) {
      console.complain(
          "not all of the output could be written: its disk is full, or its reader has ended."
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
    try {
      return Objects.requireNonNull(byName.get(chosen.commandSpec().name())).run(chosen, console);
    } catch (ProjectException e) {
      console.complain(e.getMessage());
    } catch (IOException e) {
      console.complain(Cause.withPath(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return ExitCode.FAILED;
  }

  /** The options that "help" and "version" stand for. */
  private static List<String> plain(List<String> arguments) {
    boolean ofCommand = arguments.size() > 1 && !arguments.get(1).startsWith("-");
    return switch (arguments.get(0)) {
      case "help" -> ofCommand ? List.of(arguments.get(1), "--help") : List.of("--help");
      case "version" -> List.of("--version");
      default -> arguments;
    };
  }

  private ParseResult parse(List<String> typed) throws UsageException {
    List<String> arguments = plain(typed);
    String first = arguments.get(0);
    if (!first.startsWith("-") && !byName.containsKey(first)) {
      throw new UsageException(unknown(first));
    }
    try {
      return line.parseArgs(arguments.toArray(String[]::new));
    } catch (ParameterException e) {
      String name = e.getCommandLine().getCommandSpec().qualifiedName();
      String wrong = wrong(e, arguments);
      throw new UsageException(
          "%s%s See %s --help.".formatted(wrong, wrong.matches("(?s).*[.?]") ? "" : ".", name));
    }
  }

  private String unknown(String word) {
    String question = ProjectFolder.question(word);
    return "there is no command \"%s\".%s The commands are %s; without one, Bullpen serves. See launcher --help."
        .formatted(
            word,
            question.isEmpty() ? Suggestion.question(word, byName.keySet()) : question,
            String.join(", ", byName.keySet()));
  }

  /** What is wrong, in the same words as {@link Flags}. */
  private static String wrong(ParameterException e, List<String> arguments) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      return unmatched(unmatched.getUnmatched().get(0), e.getCommandLine().getCommandSpec());
    }
    if (e instanceof MissingParameterException missing && !missing.getMissing().isEmpty()) {
      return missing(missing.getMissing().get(0), arguments);
    }
    return e.getMessage();
  }

  private static String unmatched(String word, CommandSpec command) {
    if (word.startsWith("-")) {
      String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      return "there is no option "
          + name
          + "."
          + Suggestion.question(name, command.optionsMap().keySet());
    }
    boolean takesOnlyProject =
        command.positionalParameters().isEmpty()
            && command.optionsMap().containsKey(Setting.PROJECT.flag());
    return "unexpected argument \"%s\".%s"
        .formatted(
            word,
            takesOnlyProject
                ? " Did you mean %s %s?".formatted(Setting.PROJECT.flag(), word)
                : ProjectFolder.question(word));
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

  private static CommandSpec spec(List<Command> commands) {
    CommandSpec spec = CommandSpec.create().name("launcher").version(CalledAs.current().version());
    for (Setting setting : Setting.values()) {
      OptionSpec.Builder option =
          OptionSpec.builder(setting.flag())
              .paramLabel(setting.label)
              .type(setting.isSwitch() ? boolean.class : String.class)
              .arity(setting.isSwitch() ? "0" : "1")
              .description(setting.help, "@|faint $" + String.join(", $", setting.twins) + "|@");
      setting.choice.ifPresent(choice -> option.completionCandidates(choice.words()));
      spec.addOption(option.build());
    }
    spec.addOption(
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("print the version")
            .build());
    describe(spec);
    for (Command command : commands) {
      CommandSpec its = command.spec();
      its.usageMessage().synopsisHeading("@|bold Usage:|@ ");
      spec.addSubcommand(its.name(), withHelp(its));
    }
    return withHelp(spec);
  }

  private static CommandSpec withHelp(CommandSpec spec) {
    spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("print this help").build());
    spec.usageMessage()
        .width(WIDTH_COLUMNS)
        .sortOptions(false)
        .exitCodeListHeading("%n@|bold Exit codes:|@%n");
    return spec;
  }

  private static void describe(CommandSpec spec) {
    spec.usageMessage()
        .header(
            "@|bold Bullpen|@ serves the Model Context Protocol from a folder of scripts,",
            "and never leaves a process behind.",
            "")
        .synopsisHeading("@|bold Usage:|@%n")
        .customSynopsis(
            "  @|bold launcher|@ [@|yellow SETTING|@]...             serve a client on standard"
                + " input and output",
            "  @|bold launcher|@ @|bold COMMAND|@ [@|yellow OPTION|@]...      do one thing and end")
        .optionListHeading("%n@|bold Settings of a server,|@ each with its environment variable:%n")
        .commandListHeading(
            "%n@|bold Commands,|@ each with a --help of its own (launcher help COMMAND):%n")
        .exitCodeList(
            UsageMessageSpec.keyValuesMap(
                "0:done; a server's client has closed its end",
                "1:failed; standard error says why; for a wrong BULLPEN_JAVA_OPTS, by the JVM's message",
                "2:a word or a value is wrong; nothing was started",
                "129, 130, 143:a server was ended by SIGHUP, by SIGINT, by SIGTERM"))
        .footerHeading("%n@|bold Environment variables|@ for the JVM, folders and the log:%n")
        .footer(
            "  JAVA_HOME             the JDK to run on, 17 or newer; else the java on PATH",
            "  BULLPEN_JAVA_OPTS     more options for the JVM, such as -Xmx512m; the JVM refuses wrong ones",
            "  BULLPEN_CACHE         where classes of Java programs are kept (default: ~/.cache/bullpen)",
            "  BULLPEN_ARCHIVES      off: no class archives are made for the JDK in use",
            "  BULLPEN_REHEARSAL     off: no trial calls after the start, which make later calls fast",
            "  BULLPEN_JOB_TMPDIR    shared: scripts use the server's TMPDIR, not one for each call",
            "  BULLPEN_LOG_LEVEL     debug, info, warning, error or off (default: info)",
            "  BULLPEN_LOG_FORMAT    json: each line of the log is an object (default: text)",
            "  BULLPEN_LOG_FILE      a file for the log instead of standard error",
            "",
            "Begin with @|bold launcher demo|@.");
  }
}
