package dev.bullpen.launcher.ask;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.metadata.Suggestion;
import dev.bullpen.project.script.RemoteToken;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A server of the project, asked by one command. Its error output is passed on, because what a
 * failing script has said is there.
 */
final class Asking {
  static final String JSON = "--json";

  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  /** Scripts have limits of their own; this one is for a server that hangs. */
  private static final Duration ANSWER_LIMIT = Duration.ofDays(1);

  /** What a command does with the server. */
  interface Dialogue {
    /** Returns the exit code. */
    int with(Asking asking) throws ServerException, InterruptedException, UsageException;
  }

  private final Server server;

  private Asking(Server server) {
    this.server = server;
  }

  /**
   * Start the server, ask it, and end it.
   *
   * @param environment of the server; a command may have added to its own
   * @param settings further words of the server's command line
   * @param progress gets what the server notifies of
   */
  static int run(
      Home home,
      Map<String, String> environment,
      ParseResult words,
      Console console,
      List<String> settings,
      Server.Listener progress,
      Dialogue dialogue)
      throws UsageException {
    try {
      List<String> command = new ArrayList<>();
      command.add(home.command().toString());
      command.addAll(
          List.of("--workers", "1", "--project", Command.folder(words, environment).toString()));
      command.addAll(settings);
      ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
      builder.environment().putAll(environment);
      try (Server server = Server.start(builder, RemoteToken.of(environment), progress)) {
        server.greet("launcher", START_LIMIT);
        return dialogue.with(new Asking(server));
      }
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

  /** The same with the project's own settings; what the server notifies of is left out. */
  static int run(
      Home home,
      Map<String, String> environment,
      ParseResult words,
      Console console,
      Dialogue dialogue)
      throws UsageException {
    return run(home, environment, words, console, List.of(), (method, params) -> {}, dialogue);
  }

  /** How a result is shown to a person. */
  interface Printing {
    void print(JsonNode result);
  }

  /**
   * Show an answer: an error as a complaint, a result as JSON if {@link #JSON} is given.
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

  /** The answer to one request. */
  Server.Answer ask(String method, ObjectNode params) throws ServerException, InterruptedException {
    return server.ask(method, params).await(ANSWER_LIMIT);
  }

  /**
   * All pages of a list.
   *
   * @param method such as {@code tools/list}
   * @param member of the result that has the items
   * @throws ServerException if the answer is an error
   */
  List<JsonNode> list(String method, String member) throws ServerException, InterruptedException {
    List<JsonNode> items = new ArrayList<>();
    Optional<String> cursor = Optional.empty();
    do {
      ObjectNode params = Json.object();
      cursor.ifPresent(at -> params.put("cursor", at));
      Server.Answer page = ask(method, params);
      if (page.isError()) {
        throw new ServerException("the server answered " + page.error());
      }
      page.result().path(member).forEach(items::add);
      cursor = page.result().path("nextCursor").stringValueOpt();
    } while (cursor.isPresent());
    return items;
  }

  /** The item of that name; empty if there is none. */
  static Optional<JsonNode> find(List<JsonNode> items, String name) {
    return items.stream().filter(item -> name(item).equals(name)).findFirst();
  }

  /**
   * The same of a person's word.
   *
   * @param kind such as {@code tool}
   * @throws UsageException with names like it if there is none
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

  /** Name, first argument and common options of such a command. */
  static CommandSpec spec(String name, String label, String what) {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .paramLabel(label)
            .type(String.class)
            .description(what)
            .build());
    return spec;
  }

  static void addCommonOptions(CommandSpec spec) {
    spec.addOption(Command.project());
    spec.addOption(Command.flag(JSON, "print the result as one line of JSON"));
  }

  /** The option by which all arguments are given at once. */
  static OptionSpec jsonArguments() {
    return OptionSpec.builder(Arguments.ALL)
        .paramLabel("JSON")
        .type(String.class)
        .description("all arguments as one JSON object; @FILE reads them from a file")
        .build();
  }
}
