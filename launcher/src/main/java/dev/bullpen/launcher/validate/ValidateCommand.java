package dev.bullpen.launcher.validate;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.CalledAs;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.config.ConfigCommand;
import dev.bullpen.project.Project;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.metadata.ServerIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The command {@code launcher validate}. */
public record ValidateCommand(Home home, Map<String, String> environment) implements Command {
  private static final String STRICT = "--strict";
  private static final String JSON = "--json";
  private static final String FIX = "--fix";
  private static final String EXPLAIN_DEFAULTS = "--explain-defaults";
  private static final String INSPECTOR = "--inspector";

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("validate");
    spec.addOption(Command.project());
    spec.addOption(Command.flag(STRICT, "notes count as problems"));
    spec.addOption(
        Command.flag(
            JSON,
            "print one JSON object: findings, each {level, file?, line?, column?, message, hint?}"
                + " with the level problem or note, and counts {problems, notes}"));
    spec.addOption(Command.flag(FIX, "first make scripts executable"));
    spec.addOption(
        Command.flag(
            EXPLAIN_DEFAULTS, "print the server's name, title and version, as clients see them"));
    spec.addOption(
        Command.flag(INSPECTOR, "print the command that checks the server with the MCP Inspector"));
    spec.usageMessage()
        .header("Find the problems of a project.", "")
        .description(
            "Reads the project as a server does, compiles its Java sources, and checks the syntax of"
                + " its scripts in bash, sh, Python and JavaScript. Nothing of the project runs, not"
                + " even its server.d/register.sh.",
            "")
        .exitCodeList(
            Command.exitCodes(
                "no problems were found; there may be notes",
                "problems were found, as printed; or there is no such project"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console)
      throws UsageException, ProjectException, IOException {
    Path root = Command.folder(words, environment);
    int fixed =
        words.matchedOptionValue(FIX, false)
            ? new Fixes(Layout.of(root, environment, home.folder())).apply(console)
            : 0;
    Validation validation = new Validation(root, home.folder(), environment);
    String inventory = validation.run();
    Findings findings = validation.findings();
    boolean strict = words.matchedOptionValue(STRICT, false);
    if (words.matchedOptionValue(JSON, false)) {
      ObjectNode json = findings.toJson(root);
      if (CalledAs.current() == CalledAs.MCP_BASH) {
        addMembersOfMcpBash(json, root, findings, fixed, strict);
      }
      console.out().println(Json.text(json));
    } else {
      show(findings, inventory, strict, console);
      explain(words, root, console);
    }
    boolean isGood = findings.problems().isEmpty() && !(strict && !findings.notes().isEmpty());
    return isGood ? ExitCode.DONE : ExitCode.FAILED;
  }

  private ServerIdentity identity(Path root) {
    return Project.open(root, environment, home.folder(), warning -> {}).identity();
  }

  private void explain(ParseResult words, Path root, Console console) {
    if (words.matchedOptionValue(EXPLAIN_DEFAULTS, false)) {
      ServerIdentity server = identity(root);
      console.say(
          "Defaults used: name=%s, title=%s, version=%s"
              .formatted(server.name(), server.title(), server.version()));
    }
    if (words.matchedOptionValue(INSPECTOR, false)) {
      console.say(
          "npx @modelcontextprotocol/inspector --cli -e %s --transport stdio -- %s --method tools/list"
              .formatted(
                  ConfigCommand.shell("MCPBASH_PROJECT_ROOT=" + root),
                  ConfigCommand.shell(CalledAs.current().command(home).toString())));
    }
  }

  /** Adds the members of mcp-bash's object to Bullpen's. */
  private void addMembersOfMcpBash(
      ObjectNode json, Path root, Findings findings, int fixed, boolean strict) {
    ServerIdentity server = identity(root);
    json.put("projectRoot", root.toString())
        .put("errors", findings.problems().size())
        .put("warnings", findings.notes().size())
        .put("fixesApplied", fixed)
        .put("strict", strict);
    json.putObject("defaults")
        .put("name", server.name())
        .put("title", server.title())
        .put("version", server.version());
    ArrayNode messages = json.putArray("messages");
    findings.problems().forEach(said -> messages.add(message("error", root, said)));
    findings.notes().forEach(said -> messages.add(message("warning", root, said)));
  }

  /** One of mcp-bash's messages. Its section is the folder of the file. */
  private static ObjectNode message(String level, Path root, String sentence) {
    String file = Findings.json(root, level, sentence).path("file").stringValue("");
    String section =
        List.of("tools", "prompts", "resources").stream()
            .filter(folder -> file.startsWith(folder + "/"))
            .findFirst()
            .orElse("server");
    return Json.object().put("level", level).put("section", section).put("message", sentence);
  }

  private static void show(Findings findings, String inventory, boolean strict, Console console) {
    int problems = findings.problems().size();
    int notes = findings.notes().size();
    findings.problems().stream().flatMap(String::lines).forEach(console::say);
    findings.notes().forEach(note -> console.say("Note: " + note));
    String counted =
        problems == 0 && strict && notes > 0
            ? count(notes, "note") + ", which --strict counts as problems"
            : problems == 0 ? "Nothing is wrong" : count(problems, "problem");
    console.out().println(counted + ": " + inventory);
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
