package dev.bullpen.launcher.config;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.CalledAs;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.project.Project;
import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code launcher config}: prints, or writes, a client's configuration for the project. */
public record ConfigCommand(Home home, Map<String, String> environment) implements Command {
  static final String CLIENT = "--client";
  private static final String URL = "--url";
  private static final String WRITE = "--write";
  private static final String SHOW = "--show";
  private static final String JSON = "--json";
  private static final String INSPECTOR = "--inspector";
  private static final String WRAPPER = "--wrapper";
  private static final String WRAPPER_ENV = "--wrapper-env";

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("config");
    spec.addOption(
        Command.choice(CLIENT, "NAME", "whose configuration it is", Client.words(), "all"));
    spec.addOption(
        Command.value(URL, "URL", "of a server over HTTP (default: the client starts the server)"));
    spec.addOption(
        Command.flag(
            WRITE,
            "with --client, write it into the client's file; the old file is kept as .bak, .bak2"
                + " and so on"));
    spec.addOption(Command.flag(SHOW, "print it for all clients, as without options"));
    spec.addOption(Command.flag(JSON, "print name, command, args and env as JSON"));
    spec.addOption(Command.flag(INSPECTOR, "print the command that opens it in the MCP Inspector"));
    spec.addOption(
        Command.flag(
            WRAPPER,
            "print a script that starts the server, for the project's folder; on a terminal, write"
                + " it there as NAME.sh"));
    spec.addOption(
        Command.flag(
            WRAPPER_ENV,
            "the same, but the script first reads the user's shell profiles, for clients with another PATH"));
    spec.addOption(Command.project());
    spec.usageMessage()
        .header("Print a client's configuration for the project.", "")
        .footer(
            "",
            "It allows all tools of the project: change MCPBASH_TOOL_ALLOWLIST to allow some.",
            "",
            "Examples:",
            "  launcher config --client cursor --write",
            "  launcher config --client vscode --url http://127.0.0.1:8080/mcp")
        .exitCodeList(
            Command.exitCodes(
                "it was printed or written", "there is no project, or the file cannot be written"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console)
      throws UsageException, ProjectException, IOException {
    Optional<Client> client = client(words);
    Path folder = Command.folder(words, environment);
    ServerEntry server =
        new ServerEntry(
            Project.open(folder, environment, home.folder(), warning -> {}).identity().name(),
            CalledAs.current().command(home).toString(),
            folder.toString(),
            url(words));
    if (words.matchedOptionValue(WRITE, false)) {
      return write(
          client.orElseThrow(
              () ->
                  new UsageException(
                      "%s needs a client: %s NAME %s".formatted(WRITE, CLIENT, WRITE))),
          server,
          console);
    }
    boolean readsProfiles = words.matchedOptionValue(WRAPPER_ENV, false);
    if (readsProfiles || words.matchedOptionValue(WRAPPER, false)) {
      return new Wrapper(server, readsProfiles).write(console);
    }
    print(words, client, server, console);
    return ExitCode.DONE;
  }

  private static Optional<Client> client(ParseResult words) throws UsageException {
    return words.hasMatchedOption(CLIENT)
        ? Optional.of(Client.of(words.matchedOptionValue(CLIENT, "")))
        : Optional.empty();
  }

  private static Optional<String> url(ParseResult words) throws UsageException {
    String url = words.matchedOptionValue(URL, "");
    if (!url.isEmpty() && !url.matches("https?://[^\\s\"]+")) {
      throw new UsageException(
          "%s is \"%s\", but must begin with http:// or https://. For example %s http://127.0.0.1:8080/mcp."
              .formatted(URL, url, URL));
    }
    return Optional.of(url).filter(given -> !given.isEmpty());
  }

  private static void print(
      ParseResult words, Optional<Client> client, ServerEntry server, Console console) {
    if (words.matchedOptionValue(JSON, false)) {
      console
          .out()
          .println(
              Json.object().put("name", server.name()).setAll(server.started()).toPrettyString());
    } else if (words.matchedOptionValue(INSPECTOR, false)) {
      console
          .out()
          .println(
              "npx @modelcontextprotocol/inspector -e %s -e 'MCPBASH_TOOL_ALLOWLIST=*' --transport stdio -- %s"
                  .formatted(
                      shell("MCPBASH_PROJECT_ROOT=" + server.project()), shell(server.command())));
    } else if (client.isPresent()) {
      console.text(client.get().text(server));
    } else {
      for (Client each : Client.values()) {
        console.say("# %s (%s)".formatted(each.title, each.place()));
        console.text(each.text(server));
        console.out().println();
      }
    }
  }

  /** Quotes text as one word of a shell. */
  public static String shell(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  private int write(Client client, ServerEntry server, Console console) throws IOException {
    String homeFolder = environment.getOrDefault("HOME", "");
    if (!client.isJson()) {
      console.complain(
          "%s is no JSON. Without %s the entry is printed; add it by hand."
              .formatted(client.place(), WRITE));
      return ExitCode.FAILED;
    }
    if (homeFolder.isEmpty()) {
      console.complain(
          "HOME is not set, so the client's file cannot be found. Without %s the entry is printed."
              .formatted(WRITE));
      return ExitCode.FAILED;
    }
    Path file = client.file(Path.of(homeFolder), Path.of("").toAbsolutePath());
    new ConfigFile(file)
        .put(client.member, server.name(), client.entry(server))
        .forEach(console::say);
    if (server.url().isPresent()) {
      console.say("Replace YOUR-TOKEN there by the server's token.");
    }
    return ExitCode.DONE;
  }
}
