package dev.bullpen.launcher.validate;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.Options;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Says what is wrong with a project. */
public final class ValidateCommand implements Command {
  private static final String STRICT = "--strict";
  private static final String JSON = "--json";

  private final Home home;
  private final Map<String, String> environment;

  public ValidateCommand(Home home, Map<String, String> environment) {
    this.home = home;
    this.environment = Map.copyOf(environment);
  }

  @Override
  public String name() {
    return "validate";
  }

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create();
    spec.addOption(Options.project());
    spec.addOption(Options.flag(STRICT, "notes count as problems"));
    spec.addOption(
        Options.flag(
            JSON,
            "print one JSON object: findings, each {level, file?, line?, column?, message, hint?}"
                + " with the level problem or note, and counts {problems, notes}"));
    spec.usageMessage()
        .header("Say what is wrong with a project.", "")
        .description(
            "Reads it as a server does, has its Java sources compiled, and its scripts in bash, sh,"
                + " Python and JavaScript looked at for errors of syntax. Nothing of the project"
                + " runs, its server.d/register.sh neither.",
            "")
        .exitCodeList(
            Options.exitCodes(
                "nothing is wrong, but for what a note may say",
                "something is, as printed; or there is no such project"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException {
    try {
      Path root = Options.folder(words, environment);
      Validation.Findings findings = new Validation(root, home.folder(), environment).run();
      if (words.matchedOptionValue(JSON, false)) {
        console.out().println(Json.text(json(findings, root)));
      } else {
        show(findings, words.matchedOptionValue(STRICT, false), console);
      }
      int counted =
          findings.problems().size()
              + (words.matchedOptionValue(STRICT, false) ? findings.remarks().size() : 0);
      return counted == 0 ? ExitCode.DONE : ExitCode.FAILED;
    } catch (ProjectException | IOException e) {
      console.complain(e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.FAILED;
    }
  }

  private static void show(Validation.Findings findings, boolean strict, Console console) {
    int problems = findings.problems().size();
    int notes = findings.remarks().size();
    findings.problems().stream().flatMap(String::lines).forEach(console::say);
    findings.remarks().forEach(remark -> console.say("Note: " + remark));
    String counted =
        problems == 0 && strict && notes > 0
            ? count(notes, "note") + ", and --strict was asked for"
            : problems == 0 ? "Nothing is wrong" : count(problems, "problem");
    console.out().println(counted + ": " + findings.inventory());
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }

  private static ObjectNode json(Validation.Findings findings, Path root) {
    ObjectNode json = Json.object();
    ArrayNode all = json.putArray("findings");
    FindingJson finding = new FindingJson(root);
    findings.problems().forEach(sentence -> all.add(finding.of("problem", sentence)));
    findings.remarks().forEach(sentence -> all.add(finding.of("note", sentence)));
    json.putObject("counts")
        .put("problems", findings.problems().size())
        .put("notes", findings.remarks().size());
    return json;
  }
}
