package dev.bullpen.launcher.trial;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.ask.Asking;
import dev.bullpen.launcher.ask.CallCommand;
import dev.bullpen.launcher.ask.CompleteCommand;
import dev.bullpen.launcher.ask.ListCommand;
import dev.bullpen.launcher.ask.PromptCommand;
import dev.bullpen.launcher.ask.Question;
import dev.bullpen.launcher.ask.ReadCommand;
import dev.bullpen.launcher.client.Completion;
import dev.bullpen.launcher.client.Endpoint;
import dev.bullpen.launcher.client.RemoteServer;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.launcher.client.ServerProcess;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.script.RemoteToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Connects a server and a screen, from the start to the end of the command. */
record TrialSession(
    Home home, Map<String, String> environment, ParseResult words, Console console) {
  private static final String CLIENT = "launcher try";

  /** RFC 6750, "Authorization Request Header Field". */
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

  /** A person who has pressed TAB waits for this. */
  private static final Duration COMPLETION_LIMIT = Duration.ofSeconds(3);

  /** How long to read the error output of a server that fails to start. */
  private static final Duration ERRORS_LIMIT = Duration.ofSeconds(1);

  /** Returns the exit code. */
  int run()
      throws UsageException, ProjectException, ServerException, IOException, InterruptedException {
    Events events = new Events(hasPerson());
    String url = words.matchedOptionValue(TryCommand.URL, "");
    if (words.hasMatchedOption(TryCommand.URL)) {
      Endpoint endpoint = Endpoint.of(uri(url), token());
      try (RemoteServer server =
          RemoteServer.greet(endpoint, CLIENT, capabilities(), Asking.START_LIMIT, events)) {
        return run(server, OptionalLong.empty(), server.hello(), events);
      }
    }
    ProcessBuilder command =
        Asking.server(
            home,
            environment,
            words,
            CallCommand.isAllowListed(environment) ? List.of() : List.of("--allow", "*"));
    try (ServerProcess server = ServerProcess.start(command, RemoteToken.of(environment), events)) {
      Thread errors = new DaemonThread("server stderr", () -> passOn(server, events));
      errors.start();
      return run(server, OptionalLong.of(server.pid()), greet(server, errors, events), events);
    }
  }

  private static boolean hasPerson() {
    return Console.isTyped() && Console.isTerminal();
  }

  /** Begins the session; the result of {@code initialize}. */
  private JsonNode greet(ServerProcess server, Thread errors, Events events)
      throws ServerException, InterruptedException {
    try {
      return server.greet(CLIENT, capabilities(), Asking.START_LIMIT).result();
    } catch (ServerException e) {
      errors.join(ERRORS_LIMIT.toMillis());
      events.saidSoFar().forEach(console::note);
      throw e;
    }
  }

  /** The client's capabilities: elicitation if there is a user; neither sampling nor roots. */
  private ObjectNode capabilities() {
    ObjectNode capabilities = Json.object();
    if (hasPerson()) {
      capabilities.putObject("elicitation").putObject("form");
    }
    return capabilities;
  }

  private static void passOn(ServerProcess server, Events events) {
    try (BufferedReader lines = server.errors()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        events.said(line);
      }
    } catch (IOException e) {
      // Treated like the end of the output.
    }
  }

  private int run(Server server, OptionalLong pid, JsonNode hello, Events events)
      throws IOException, InterruptedException {
    Asking impatient = new Asking(server, call -> call.await(COMPLETION_LIMIT));
    Lists lists = new Lists(impatient::list);
    try (Screen screen = screen(impatient, lists, hello)) {
      events.showOn(screen, lists);
      Conversation conversation = new Conversation(server, pid, screen, events, console);
      Trial trial =
          new Trial(server, new Asking(server, conversation), lists, questions(), screen, console);
      if (hasPerson()) {
        trial.greet(hello);
      }
      int code = trial.run();
      // The user has seen the failures, and has left the prompt.
      return hasPerson() && !server.hasEnded() ? ExitCode.DONE : code;
    }
  }

  private Screen screen(Asking impatient, Lists lists, JsonNode hello) throws IOException {
    if (!hasPerson()) {
      return new PipeScreen(System.in, console);
    }
    Suggestions suggestions = new Suggestions(lists, completion -> values(impatient, completion));
    return new TerminalScreen(
        hello.at("/serverInfo/name").stringValue("server"),
        suggestions,
        new KeptHistory(lists),
        historyFile(),
        console.colour());
  }

  private static List<String> values(Asking impatient, Completion completion) {
    try {
      Server.Answer answer = impatient.ask("completion/complete", completion.params());
      return Completion.Values.of(answer.result()).shown();
    } catch (ServerException e) {
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  private Optional<Path> historyFile() {
    Optional<Path> file = KeptHistory.file(environment);
    try {
      if (file.isPresent()) {
        KeptHistory.prepare(file.get());
      }
      return file;
    } catch (IOException e) {
      console.complain("the history is not kept: " + Cause.withPath(e));
      return Optional.empty();
    }
  }

  private Map<Word, Question> questions() {
    return Map.of(
        Word.CALL, new CallCommand(home, environment),
        Word.READ, new ReadCommand(home, environment),
        Word.PROMPT, new PromptCommand(home, environment),
        Word.LIST, new ListCommand(home, environment),
        Word.COMPLETE, new CompleteCommand(home, environment));
  }

  static URI uri(String url) throws UsageException {
    try {
      URI uri = new URI(url);
      if (uri.getUserInfo() != null) {
        throw new UsageException(
            "%s has a user or a password in it. Put a token into a file, and name that by %s."
                .formatted(TryCommand.URL, TryCommand.TOKEN_FROM));
      }
      if (String.valueOf(uri.getScheme()).matches("(?i)https?") && uri.getHost() != null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // The same as another scheme.
    }
    throw new UsageException(
        "%s is \"%s\", but must be the URL of a server. For example %s http://127.0.0.1:8080/mcp."
            .formatted(TryCommand.URL, url, TryCommand.URL));
  }

  /** From its file, so that no list of processes shows it. */
  private Optional<String> token() throws UsageException {
    return words.hasMatchedOption(TryCommand.TOKEN_FROM)
        ? Optional.of(token(Path.of(words.matchedOptionValue(TryCommand.TOKEN_FROM, ""))))
        : Optional.empty();
  }

  /** The first line of a file; no message has any of it. */
  static String token(Path file) throws UsageException {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      String token = Optional.ofNullable(lines.readLine()).orElse("").strip();
      if (!TOKEN.matcher(token).matches()) {
        throw new UsageException(
            "%s: the first line of %s is no token. It has letters, digits and -._~+/= alone, without blanks and without the word Bearer."
                .formatted(TryCommand.TOKEN_FROM, file));
      }
      return token;
    } catch (IOException e) {
      throw new UsageException(
          "%s: %s cannot be read: %s. Name the file whose first line is the token."
              .formatted(TryCommand.TOKEN_FROM, file, Cause.of(e)));
    }
  }
}
