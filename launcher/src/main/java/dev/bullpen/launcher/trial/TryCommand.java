package dev.bullpen.launcher.trial;

import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code launcher try}: a prompt for the server of a project or a URL. Only its run needs JLine.
 */
public record TryCommand(Home home, Map<String, String> environment) implements Command {
  static final String URL = "--url";
  static final String TOKEN_FROM = "--token-from";

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("try");
    spec.addOption(Command.project());
    spec.addOption(Command.value(URL, "URL", "a server over HTTP instead of a project"));
    spec.addOption(
        Command.value(TOKEN_FROM, "FILE", "the first line is the token for that server"));
    spec.usageMessage()
        .header("Try a server at a prompt.", "")
        .description(
            "TAB completes the names of tools, prompts and resources, and values, which the",
            "server completes. Ctrl-C cancels the running request and shows the killed processes.",
            "Without a terminal, each line of standard input is a command.",
            "")
        .footer(
            "",
            "Examples:",
            "  launcher try --project examples/completions",
            "  launcher try --url http://127.0.0.1:8080/mcp --token-from token",
            "  echo 'hello --name Ada' | launcher try")
        .exitCodeList(
            Command.exitCodes(
                "the prompt was left; without a terminal, all commands succeeded",
                "the server did not start, or has ended; without a terminal, a command failed"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console)
      throws UsageException, ProjectException, IOException, InterruptedException {
    if (words.hasMatchedOption(URL) && words.hasMatchedOption(PROJECT)) {
      throw new UsageException("%s and %s are two servers. Leave one out.".formatted(URL, PROJECT));
    }
    if (words.hasMatchedOption(TOKEN_FROM) && !words.hasMatchedOption(URL)) {
      throw new UsageException("%s is for a server at a %s.".formatted(TOKEN_FROM, URL));
    }
    try {
      return new TrialSession(home, environment, words, console).run();
    } catch (ServerException e) {
      console.complain(e.getMessage());
      return ExitCode.FAILED;
    }
  }
}
