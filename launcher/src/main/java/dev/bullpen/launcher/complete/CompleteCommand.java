package dev.bullpen.launcher.complete;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.ProjectOption;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.client.Answer;
import dev.bullpen.launcher.client.Completion;
import dev.bullpen.launcher.client.Handshake;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.script.RemoteToken;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * One completion, asked of a real server with one helper, so that what it shows is what a client
 * would get; by the operator's settings, too. The server's error output is ours, because that is
 * where the details of a failing provider are.
 */
public final class CompleteCommand implements Command {
  /** A provider may have any timeout its project gives it; this one is for a server that hangs. */
  private static final Duration ANSWER_LIMIT = Duration.ofMinutes(10);

  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private final Home home;
  private final Map<String, String> environment;

  public CompleteCommand(Home home, Map<String, String> environment) {
    this.home = home;
    this.environment = Map.copyOf(environment);
  }

  @Override
  public String name() {
    return "complete";
  }

  @Override
  public CommandSpec spec() {
    return CompleteWords.spec();
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException {
    Completion completion = CompleteWords.completion(words);
    try (Server server =
        Server.start(
            serverOf(ProjectOption.folder(words, environment)), RemoteToken.of(environment))) {
      Answer hello =
          server.ask("initialize", Handshake.params("launcher complete")).await(START_LIMIT);
      if (hello.isError()) {
        throw new ServerException("the server refused to start: " + hello.error());
      }
      server.tell("notifications/initialized", Json.object());
      Answer answer = server.ask("completion/complete", completion.params()).await(ANSWER_LIMIT);
      return show(answer, words, console);
    } catch (ProjectException e) {
      console.complain(e.getMessage());
      return ExitCode.FAILED;
    } catch (ServerException e) {
      console.complain(e.getMessage() + ". What it said itself is above.");
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.FAILED;
    }
  }

  private ProcessBuilder serverOf(Path project) {
    return new ProcessBuilder(
            home.command().toString(), "--workers", "1", "--project", project.toString())
        .redirectError(Redirect.INHERIT);
  }

  private static int show(Answer answer, ParseResult words, Console console) {
    if (answer.isError()) {
      console.complain("the server answered " + answer.error());
      return ExitCode.FAILED;
    }
    if (words.matchedOptionValue(CompleteWords.JSON, false)) {
      console.out().println(Json.text(answer.result()));
    } else {
      new CompletionTable(answer.result(), answer.took()).print(console.out());
    }
    return ExitCode.DONE;
  }
}
