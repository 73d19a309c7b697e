package dev.bullpen.launcher.scaffold;

import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.posix.log.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code launcher new NAME}: a new project in a new folder; {@code init}: one in this folder.
 *
 * @param here the current folder
 */
public record NewCommand(Home home, Path here, boolean isInit) implements Command {
  private static final String NAME = "--name";
  private static final String NO_HELLO = "--no-hello";
  private static final String HELLO = "hello";

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name(isInit ? "init" : "new");
    if (isInit) {
      spec.addOption(Command.value(NAME, "NAME", "the project's name (default: the folder's)"));
    } else {
      spec.addPositional(
          Command.word("NAME", "the project's name, and that of its folder").build());
    }
    spec.addOption(language());
    spec.addOption(Command.flag(NO_HELLO, "without the tool hello"));
    spec.usageMessage()
        .header(
            isInit
                ? "Make this folder a project."
                : "Make a new project, with a tool to begin with.",
            "")
        .footer(
            "",
            isInit
                ? "Existing files are not changed; .gitignore gets the lines that it lacks."
                : "Example: launcher new weather --lang python")
        .exitCodeList(
            Command.exitCodes("the project is there", "it cannot be written, or was there"));
    return spec;
  }

  /** {@code --lang}, of this and other commands. */
  static OptionSpec language() {
    return Command.choice(
        Language.OPTION, "LANG", "what the tool is written in", Language.words(), "sh");
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException {
    Language language = Language.of(words.matchedOptionValue(Language.OPTION, "sh"));
    String given =
        isInit ? words.matchedOptionValue(NAME, folderName()) : words.matchedPositionalValue(0, "");
    String name = Skeleton.checked("project", given);
    Path project = isInit ? here : here.resolve(name);
    if (!isInit && Files.exists(project)) {
      console.complain(
          "%s already exists. Choose another name, or run launcher init in it.".formatted(project));
      return ExitCode.FAILED;
    }
    try {
      Skeleton skeleton = new Skeleton(home.templates(), project, console);
      skeleton.project(name);
      if (!words.matchedOptionValue(NO_HELLO, false)) {
        skeleton.tool(HELLO, language);
      }
    } catch (IOException e) {
      console.complain("%s cannot be written: %s".formatted(project, Cause.withPath(e)));
      return ExitCode.FAILED;
    }
    console.out().println();
    console.say("Next:");
    if (!isInit) {
      console.say("  cd " + name);
    }
    if (!words.matchedOptionValue(NO_HELLO, false)) {
      console.say("  launcher call hello --name Ada");
    }
    console.say("  launcher scaffold tool NAME");
    return ExitCode.DONE;
  }

  private String folderName() {
    Path name = here.getFileName();
    return name == null ? "" : name.toString();
  }
}
