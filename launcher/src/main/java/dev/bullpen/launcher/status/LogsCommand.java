package dev.bullpen.launcher.status;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Choice;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Given;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code launcher logs}: shows the last lines of a running server's own log. */
public record LogsCommand(Map<String, String> environment) implements Command {
  private static final String FOLLOW = "--follow";
  private static final String JSON = "--json";
  private static final String LINES = "--lines";
  private static final String LEVEL = "--level";

  private static final int MOST_LINES = 500;
  private static final int USUAL_LINES = 50;
  private static final Choice LEVELS = Choice.of("debug", "info", "warning", "error");

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("logs");
    RunningServers.addOptions(spec);
    spec.addOption(Command.flag(FOLLOW, "print further lines as they come, until Ctrl-C"));
    spec.addOption(
        Command.value(
            LINES,
            "N",
            "how many of the last lines, 0 to %d (default: %d)"
                .formatted(MOST_LINES, USUAL_LINES)));
    spec.addOption(
        Command.choice(
            LEVEL,
            "LEVEL",
            "only lines of this level or a more serious one",
            LEVELS,
            "all that the server logs"));
    spec.addOption(Command.flag(JSON, "print each line as a JSON object"));
    spec.usageMessage()
        .header("Show the last lines of a running server's log.", "")
        .description(
            "The server's error output, or the file of $BULLPEN_LOG_FILE, has all lines, and the"
                + " output of helpers and scripts.",
            "")
        .footer("", "Examples:", "  launcher logs --follow", "  launcher logs --level warning")
        .exitCodeList(
            Command.exitCodes("the lines were shown", "there is no such server, or more than one"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException, ProjectException {
    ObjectNode request = request(words);
    RunningServers servers = RunningServers.of(words, environment);
    List<RunningServers.Server> found = servers.ask(console);
    if (found.size() != 1) {
      console.complain(found.isEmpty() ? servers.none() : choose(found));
      return ExitCode.FAILED;
    }
    RunningServers.Server server = found.get(0);
    try (ControlClient client = ControlClient.ask(server.socket(), request)) {
      print(client, words, console);
      return ExitCode.DONE;
    } catch (IOException | JsonException e) {
      console.complain("server %d does not answer: %s".formatted(server.pid(), e.getMessage()));
      return ExitCode.FAILED;
    }
  }

  private static ObjectNode request(ParseResult words) throws UsageException {
    ObjectNode request = Json.object().put("verb", "logs");
    int lines = USUAL_LINES;
    if (words.hasMatchedOption(LINES)) {
      Given given = new Given(LINES, words.matchedOptionValue(LINES, ""));
      lines = given.wholeNumber(0, MOST_LINES, USUAL_LINES);
    }
    request.put("lines", lines);
    if (words.hasMatchedOption(LEVEL)) {
      request.put("level", new Given(LEVEL, words.matchedOptionValue(LEVEL, "")).oneOf(LEVELS));
    }
    return request.put("follow", words.matchedOptionValue(FOLLOW, false));
  }

  private static String choose(List<RunningServers.Server> found) {
    return "%d servers are running. Choose one of them: %s."
        .formatted(
            found.size(),
            found.stream()
                .map(
                    server ->
                        "--pid %d (%s)"
                            .formatted(
                                server.pid(), server.status().path("project").stringValue("")))
                .collect(Collectors.joining(", ")));
  }

  private static void print(ControlClient client, ParseResult words, Console console)
      throws IOException, JsonException {
    boolean follows = words.matchedOptionValue(FOLLOW, false);
    boolean isJson = words.matchedOptionValue(JSON, false);
    Duration patience = follows ? Duration.ZERO : RunningServers.PATIENCE;
    Optional<String> line = client.line(patience);
    while (line.isPresent() && !console.out().checkError()) {
      JsonNode event = Json.parse(line.get());
      if (event.has("error")) {
        throw new IOException(event.path("error").stringValue(""));
      }
      if (isJson) {
        console.out().println(Json.text(event));
      } else {
        print(event, console);
      }
      line = client.line(patience);
    }
    if (follows && line.isEmpty()) {
      console.note("launcher: the server has ended, or has more lines than could be read in time");
    }
  }

  private static void print(JsonNode event, Console console) {
    if (event.has("lost")) {
      console.say("(%d lines were lost)".formatted(event.path("lost").longValue(0)));
      return;
    }
    console.say(
        "%s %s %s: %s"
            .formatted(
                event.path("time").stringValue(""),
                event.path("level").stringValue(""),
                event.path("logger").stringValue(""),
                event.path("message").stringValue("")));
    event
        .path("trace")
        .stringValue("")
        .lines()
        .forEach(traced -> console.say("  " + traced.strip()));
  }
}
