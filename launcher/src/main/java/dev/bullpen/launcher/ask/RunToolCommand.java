package dev.bullpen.launcher.ask;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.ProjectShell;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.client.Server;
import dev.bullpen.launcher.client.ServerException;
import dev.bullpen.project.Project;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.metadata.Suggestion;
import dev.bullpen.project.setting.OperatorSettings.SwitchSetting;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.Tool.ToolTimeout;
import dev.bullpen.project.tool.ToolTimes;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code launcher run-tool NAME --args JSON}: calls a tool with mcp-bash's options, output and exit
 * codes. Unlike {@code call}, it allows no tool by itself, and a result with {@code isError} is a
 * success.
 */
public record RunToolCommand(Home home, Map<String, String> environment) implements Command {
  private static final String ARGS = "--args";
  private static final String ROOTS = "--roots";
  private static final String TIMEOUT = "--timeout";
  private static final String DRY_RUN = "--dry-run";
  private static final String PRINT_ENV = "--print-env";
  private static final String VERBOSE = "--verbose";
  private static final String NO_REFRESH = "--no-refresh";
  private static final String MINIMAL = "--minimal";
  private static final String ALLOW_SELF = "--allow-self";
  private static final String ALLOW = "--allow";
  private static final String ALLOW_ALL = "--allow-all";
  private static final String WITH_SERVER_ENV = "--with-server-env";
  private static final String SOURCE = "--source";

  private static final String SERVER_ENV = "server.d/env.sh";

  @Override
  public CommandSpec spec() {
    CommandSpec spec = Asking.spec("run-tool", "NAME", "the tool's name");
    spec.addOption(
        Command.value(ARGS, "JSON", "all arguments as one JSON object; @FILE reads a file"));
    spec.addOption(
        Command.value(ROOTS, "DIRS", "the client's roots: folders, with commas between them"));
    spec.addOption(Command.value(TIMEOUT, "SECONDS", "how long the tool may take"));
    spec.addOption(Command.flag(ALLOW_SELF, "allow this tool, for this call"));
    spec.addOption(Command.list(ALLOW, "TOOL", "allow a tool, for this call; may be repeated"));
    spec.addOption(Command.flag(ALLOW_ALL, "allow all tools, for this call"));
    spec.addOption(
        Command.flag(WITH_SERVER_ENV, "read variables from the project's server.d/env.sh first"));
    spec.addOption(
        Command.list(
            SOURCE, "FILE", "read variables from this shell script first; may be repeated"));
    spec.addOption(Command.flag(NO_REFRESH, "take the tools from the registry, as it is"));
    spec.addOption(Command.flag(MINIMAL, "run scripts as if there were no jq"));
    spec.addOption(Command.flag(DRY_RUN, "say what would be called, and call nothing"));
    spec.addOption(Command.flag(PRINT_ENV, "print the tool's environment, and call nothing"));
    spec.addOption(Command.flag(VERBOSE, "show more of the server's log"));
    spec.addOption(Command.project());
    spec.usageMessage()
        .header("Call a tool as mcp-bash's run-tool does: the result object is printed.", "")
        .footer("", "Example: launcher run-tool hello --allow-self --args '{\"name\": \"Ada\"}'")
        .exitCodeList(
            Command.exitCodes(
                "a result was printed, also one with isError",
                "there is none: the call was refused, or the server did not start"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console)
      throws UsageException, ProjectException, IOException, InterruptedException {
    Path project = Command.folder(words, environment);
    List<Path> roots = roots(words);
    List<Path> scripts = scripts(words, project);
    if (words.matchedOptionValue(PRINT_ENV, false)) {
      print(project, roots, scripts, console);
      return ExitCode.DONE;
    }
    return call(words, project, roots, scripts, console);
  }

  private int call(
      ParseResult words, Path project, List<Path> roots, List<Path> scripts, Console console)
      throws UsageException, ProjectException, IOException, InterruptedException {
    String name = words.matchedPositionalValue(0, "");
    ObjectNode params = Json.object().put("name", name);
    Optional<String> timeout = Optional.ofNullable(words.matchedOptionValue(TIMEOUT, null));
    OptionalInt seconds;
    try {
      params.set("arguments", Arguments.whole(ARGS, words.matchedOptionValue(ARGS, "{}")));
      seconds = timeout.stream().mapToInt(Integer::parseInt).findAny();
      seconds.ifPresent(value -> params.put("timeoutSecs", value));
    } catch (NumberFormatException e) {
      throw new UsageException(
          "%s is \"%s\", but must be a number of seconds. For example %s 30."
              .formatted(TIMEOUT, timeout.orElse(""), TIMEOUT));
    }
    Map<String, String> ofServer = environment(words, project, roots, scripts);
    return Asking.run(
        home,
        ofServer,
        words,
        console,
        allowed(words, name),
        new Notes(console),
        asking -> {
          List<JsonNode> tools = asking.list(Kind.TOOLS);
          if (Asking.find(tools, name).isEmpty()) {
            List<String> names = tools.stream().map(tool -> tool.path("name").asString()).toList();
            console.complain("tool not found: " + name + "." + Suggestion.question(name, names));
            return ExitCode.FAILED;
          }
          return words.matchedOptionValue(DRY_RUN, false)
              ? describe(name, params, roots, timeLimit(project, name, seconds, ofServer), console)
              : call(asking, params, console);
        });
  }

  private static int call(Asking asking, ObjectNode params, Console console)
      throws ServerException, InterruptedException {
    params.putObject("_meta").put("progressToken", 1);
    Server.Answer answer = asking.ask("tools/call", params);
    if (!answer.isError()) {
      console.out().println(Json.text(answer.result()));
      return ExitCode.DONE;
    }
    JsonNode error = answer.message().path("error");
    console
        .out()
        .println(Json.text(Json.object().put("_mcpToolError", true).setAll((ObjectNode) error)));
    if (error.path("message").stringValue("").contains("blocked by policy")) {
      console.note(
          "launcher: %s allows this tool for one call, %s TOOL another, %s all."
              .formatted(ALLOW_SELF, ALLOW, ALLOW_ALL));
    }
    return ExitCode.FAILED;
  }

  private static int describe(
      String name, ObjectNode params, List<Path> roots, Duration timeout, Console console) {
    byte[] arguments = Json.text(params.path("arguments")).getBytes(StandardCharsets.UTF_8);
    console.say("Tool: " + name);
    console.say("Args: %d bytes".formatted(arguments.length));
    console.say("Roots: " + roots.size());
    console.say("Timeout: " + timeout.toSeconds());
    console.say("Status: Ready to execute (re-run without --dry-run to run)");
    return ExitCode.DONE;
  }

  /** The time limit that the server will apply; where no metadata is found, as without any. */
  private Duration timeLimit(
      Path project, String name, OptionalInt wanted, Map<String, String> ofServer) {
    ToolTimeout own =
        Project.open(project, ofServer, home.folder(), warning -> {})
            .catalog()
            .tool(name)
            .map(Tool::timeout)
            .orElse(ToolTimeout.NONE);
    return ToolTimes.of(ofServer).limit(own, wanted).timeout();
  }

  /** The settings for the allow-list of this call; none leaves the operator's allow-list. */
  private static List<String> allowed(ParseResult words, String name) {
    List<String> names = new ArrayList<>(words.matchedOptionValue(ALLOW, List.of()));
    if (words.matchedOptionValue(ALLOW_SELF, false)) {
      names.add(name);
    }
    if (words.matchedOptionValue(ALLOW_ALL, false)) {
      names = List.of("*");
    }
    return names.isEmpty() ? List.of() : List.of("--allow", String.join(",", names));
  }

  private Map<String, String> environment(
      ParseResult words, Path project, List<Path> roots, List<Path> scripts) throws IOException {
    Map<String, String> all =
        new HashMap<>(
            scripts.isEmpty()
                ? environment
                : new ProjectShell(project).source(scripts, environment));
    if (!roots.isEmpty()) {
      all.put(
          "MCPBASH_ROOTS",
          String.join(File.pathSeparator, roots.stream().map(Path::toString).toList()));
    }
    if (words.matchedOptionValue(NO_REFRESH, false)) {
      Path registry = project.resolve(".registry/tools.json");
      if (!Files.isRegularFile(registry)) {
        throw new IOException(
            "%s needs the registry, and there is no %s. Run launcher registry refresh."
                .formatted(NO_REFRESH, registry));
      }
      all.put("MCPBASH_STATIC_REGISTRY", "1");
    }
    if (words.matchedOptionValue(MINIMAL, false)) {
      all.put("MCPBASH_FORCE_MINIMAL", "true");
    }
    if (words.matchedOptionValue(VERBOSE, false)) {
      all.put("BULLPEN_LOG_LEVEL", "debug");
    }
    return all;
  }

  private static List<Path> roots(ParseResult words) throws IOException {
    List<Path> roots = new ArrayList<>();
    for (String root : words.matchedOptionValue(ROOTS, "").split(",")) {
      if (root.isEmpty()) {
        continue;
      }
      if (root.contains(File.pathSeparator)) {
        throw new IOException(
            "%s: %s has a colon, which no root may have. Name another folder."
                .formatted(ROOTS, root));
      }
      Path folder = Path.of(root).toAbsolutePath();
      if (!Files.isDirectory(folder)) {
        throw new IOException("%s: %s is no folder. Correct it.".formatted(ROOTS, folder));
      }
      roots.add(folder.toRealPath());
    }
    return roots;
  }

  /** The shell scripts to read before the server starts, in this order. */
  private List<Path> scripts(ParseResult words, Path project) throws IOException {
    List<Path> scripts = new ArrayList<>();
    boolean isAlways = SwitchSetting.RUN_TOOL_SOURCE_SERVER_ENV.isOn(environment);
    Path ofServer = project.resolve(SERVER_ENV);
    if ((isAlways || words.matchedOptionValue(WITH_SERVER_ENV, false))
        && Files.isRegularFile(ofServer)) {
      scripts.add(ofServer);
    }
    for (String named : words.matchedOptionValue(SOURCE, List.<String>of())) {
      Path script = project.resolve(named);
      if (!Files.isReadable(script) || Files.isDirectory(script)) {
        throw new IOException(
            "env file not found: %s. %s names a file by its whole path, or from the project on."
                .formatted(script, SOURCE));
      }
      scripts.add(script);
    }
    Optional<TrustCheck.Objection> objection = TrustCheck.firstObjection(scripts);
    if (objection.isPresent()) {
      throw new IOException(
          "it is not read: %s. %s.".formatted(objection.get().fact(), objection.get().nextStep()));
    }
    return scripts;
  }

  private void print(Path project, List<Path> roots, List<Path> scripts, Console console) {
    console.say("MCPBASH_PROJECT_ROOT=" + project);
    console.say("MCPBASH_HOME=" + home.folder());
    console.say("MCP_SDK=" + home.folder().resolve("sdk"));
    console.say("MCPBASH_MODE=full");
    Path ofServer = project.resolve(SERVER_ENV);
    int number = 0;
    for (Path script : scripts) {
      console.say(
          script.equals(ofServer)
              ? "WILL_SOURCE_SERVER_ENV=" + script
              : "WILL_SOURCE[%d]=%s".formatted(number++, script));
    }
    for (int i = 0; i < roots.size(); i++) {
      console.say("ROOT[%d]=%s".formatted(i, roots.get(i)));
    }
    if (roots.isEmpty()) {
      console.say("ROOTS=none");
    }
  }
}
