package dev.bullpen.launcher.status;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.Given;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.server.control.ControlFolder;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds running servers of this user.
 *
 * @param project if present, only servers of this project
 * @param pid if present, only this server
 */
record RunningServers(
    Map<String, String> environment, Optional<Path> project, Optional<Integer> pid) {
  static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final String PROJECT = "--project";
  private static final String PID = "--pid";
  private static final int EXAMPLE_PID = 12345;

  /** A server and its status. */
  record Server(Path socket, JsonNode status) {
    int pid() {
      return status.path("pid").intValue(0);
    }
  }

  static void addOptions(CommandSpec spec) {
    spec.addOption(Command.value(PROJECT, "DIR", "only servers of this project (default: of all)"));
    spec.addOption(Command.value(PID, "N", "only the server with this process number"));
  }

  static RunningServers of(ParseResult words, Map<String, String> environment)
      throws UsageException, ProjectException {
    Optional<Integer> pid = Optional.empty();
    if (words.hasMatchedOption(PID)) {
      Given given = new Given(PID, words.matchedOptionValue(PID, ""));
      pid = Optional.of(given.wholeNumber(1, Integer.MAX_VALUE, EXAMPLE_PID));
    }
    Optional<Path> project =
        words.hasMatchedOption(PROJECT)
            ? Optional.of(Command.folder(words, environment))
            : Optional.empty();
    return new RunningServers(environment, project, pid);
  }

  /** The servers that answer, in the order of their pids. Reports the others on standard error. */
  List<Server> ask(Console console) {
    List<Server> servers = new ArrayList<>();
    for (ControlFolder folder : ControlFolder.all(environment)) {
      try {
        for (int server : folder.servers()) {
          if (pid.isEmpty() || pid.get() == server) {
            ask(folder.socket(server), server, console)
                .filter(this::isMeant)
                .ifPresent(servers::add);
          }
        }
      } catch (IOException e) {
        console.complain("%s cannot be read: %s".formatted(folder, Cause.of(e)));
      }
    }
    servers.sort((one, other) -> Integer.compare(one.pid(), other.pid()));
    return servers;
  }

  private boolean isMeant(Server server) {
    String served = server.status.path("project").stringValue("");
    return project.isEmpty() || project.get().toString().equals(served);
  }

  private static Optional<Server> ask(Path socket, int pid, Console console) {
    ObjectNode request = Json.object().put("verb", "status");
    try (ControlClient client = ControlClient.ask(socket, request)) {
      Optional<String> line = client.line(PATIENCE);
      if (line.isEmpty()) {
        return Optional.empty(); // the server is ending
      }
      JsonNode status = Json.parse(line.get());
      String error = status.path("error").stringValue("");
      if (!error.isEmpty()) {
        throw new IOException(error);
      }
      return Optional.of(new Server(socket, status));
    } catch (ConnectException | NoSuchFileException e) {
      return Optional.empty(); // the server has ended
    } catch (IOException | JsonException e) {
      console.complain("server %d does not answer: %s".formatted(pid, e.getMessage()));
      return Optional.empty();
    }
  }

  /** The message if no server was found. */
  String none() {
    String which =
        pid.map(" with process number %d"::formatted).orElse("")
            + project.map(" of %s"::formatted).orElse("");
    return "no server%s of this user is running. Clients start servers themselves; one is found a second after its first answer, unless it runs with --control off."
        .formatted(which);
  }
}
