package dev.bullpen.launcher.ask;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.launcher.client.ServerProcess;
import dev.bullpen.launcher.client.SessionEndedException;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.metadata.Suggestion;
import dev.bullpen.project.script.RemoteToken;
import dev.bullpen.server.ServeOptions;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server to which commands send requests. Its error output is passed on, because it holds the
 * output of a failing script.
 */
public final class Asking {
  public static final String JSON = "--json";

  public static final Duration START_LIMIT = Duration.ofSeconds(60);

  /** A bound for a server that hangs; scripts have limits of their own. */
  private static final Duration ANSWER_LIMIT = Duration.ofDays(1);

  /** What a command does with the server. */
  interface Dialogue {
    /** Returns the exit code. */
    int with(Asking asking) throws ServerException, InterruptedException, UsageException;
  }

  /** How a command waits for answers, and shows the result of a tool. */
  public interface Reader {
    Server.Answer await(Server.Call call) throws ServerException, InterruptedException;

    /** Prints the result of a tool. */
    default void show(JsonNode result, Console console) {
      Shown.content(result.path("content"), console);
    }
  }

  private final Server server;
  private final Reader reader;

  public Asking(Server server, Reader reader) {
    this.server = server;
    this.reader = reader;
  }

  /**
   * Starts the server, sends requests, and ends it.
   *
   * @param environment of the server, all of it: mostly the command's own
   * @param settings further words of the server's command line
   * @param progress gets the server's notifications
   */
  static int run(
      Home home,
      Map<String, String> environment,
      ParseResult words,
      Console console,
      List<String> settings,
      Server.Listener progress,
      Dialogue dialogue)
      throws UsageException, ProjectException, InterruptedException {
    try {
      ProcessBuilder builder =
          server(home, environment, words, settings).redirectError(Redirect.INHERIT);
      try (ServerProcess server =
          ServerProcess.start(builder, RemoteToken.of(environment), progress)) {
        server.greet("launcher", START_LIMIT);
        return dialogue.with(new Asking(server, call -> call.await(ANSWER_LIMIT)));
      }
    } catch (ServerException e) {
      console.complain(e.getMessage() + ". Its own messages are above.");
      return ExitCode.FAILED;
    }
  }

  /**
   * The command of a server for one person.
   *
   * @param environment of the server, all of it
   * @param settings further words of its command line
   */
  public static ProcessBuilder server(
      Home home, Map<String, String> environment, ParseResult words, List<String> settings)
      throws UsageException, ProjectException {
    List<String> command = new ArrayList<>();
    command.add(home.command().toString());
    command.addAll(
        List.of("--workers", "1", "--project", Command.folder(words, environment).toString()));
    command.addAll(settings);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().clear(); // a variable that a script has unset does not come back
    builder.environment().putAll(environment);
    builder.environment().put(ServeOptions.OF_COMMAND, "1");
    // What is wrong with a request its answer says, and the log says it only to others.
    builder.environment().putIfAbsent("BULLPEN_LOG_LEVEL", "warning");
    // The job that makes them would count among the processes of a call.
    builder.environment().putIfAbsent("BULLPEN_ARCHIVES", "off");
    return builder;
  }

  /** Prints a result for a person. */
  interface Printing {
    void print(JsonNode result);
  }

  /**
   * Shows an answer: an error on standard error, a result as JSON if {@link #JSON} is given.
   *
   * @return the exit code
   */
  static int show(Server.Answer answer, ParseResult words, Console console, Printing printing) {
    if (answer.isError()) {
      console.complain("the server answered " + answer.error());
      return ExitCode.FAILED;
    }
    if (words.matchedOptionValue(JSON, false)) {
      console.out().println(Json.text(answer.result()));
    } else {
      printing.print(answer.result());
    }
    return ExitCode.DONE;
  }

  /**
   * Sends a request and waits for the answer. If the server has ended the session, the request is
   * repeated in a new one; but not the call of a tool, which may have run.
   */
  public Server.Answer ask(String method, ObjectNode params)
      throws ServerException, InterruptedException {
    try {
      return reader.await(server.ask(method, params));
    } catch (SessionEndedException e) {
      if (method.equals("tools/call")) {
        throw new ServerException(
            e.getMessage() + " The tool may have run. Call it again if that does no harm.");
      }
      return reader.await(server.ask(method, params));
    }
  }

  /** Prints the result of a tool. */
  void show(JsonNode result, Console console) {
    reader.show(result, console);
  }

  /**
   * All pages of a list.
   *
   * @throws ServerException if the answer is an error
   */
  public List<JsonNode> list(Kind kind) throws ServerException, InterruptedException {
    List<JsonNode> items = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      ObjectNode params = Json.object();
      cursor.ifPresent(at -> params.put("cursor", at));
      Server.Answer page = ask(kind.method(), params);
      if (page.message().at("/error/code").intValue(0) == Server.METHOD_NOT_FOUND) {
        return items; // the server does not offer this list
      }
      if (page.isError()) {
        throw new ServerException("the server answered " + page.error());
      }
      page.result().path(kind.member()).forEach(items::add);
      cursor = page.result().path("nextCursor").stringValueOpt();
    } while (cursor.isPresent());
    return items;
  }

  /** The item of that name; empty if there is none. */
  public static Optional<JsonNode> find(List<JsonNode> items, String name) {
    return items.stream().filter(item -> name(item).equals(name)).findFirst();
  }

  /**
   * The item that the user named.
   *
   * @param kind such as {@code tool}
   * @throws UsageException if there is none; it suggests similar names
   */
  static JsonNode find(String kind, List<JsonNode> items, String name) throws UsageException {
    return find(items, name)
        .orElseThrow(
            () ->
                new UsageException(
                    "there is no %s \"%s\".%s launcher list shows all."
                        .formatted(
                            kind,
                            name,
                            Suggestion.question(name, items.stream().map(Asking::name).toList()))));
  }

  private static String name(JsonNode item) {
    return item.path("name").stringValue("");
  }

  /** A specification with a name and a first argument. */
  static CommandSpec spec(String name, String label, String what) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.addPositional(Command.word(label, what).build());
    return spec;
  }

  static void addCommonOptions(CommandSpec spec) {
    spec.addOption(Command.project());
    spec.addOption(Command.flag(JSON, "print the result as one line of JSON"));
  }

  /** The option by which all arguments are given at once. */
  static OptionSpec jsonArguments() {
    return Command.value(
        Arguments.ALL, "JSON", "all arguments as one JSON object; @FILE reads them from a file");
  }
}
