package dev.bullpen.launcher.validate;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** The command {@code launcher validate}. */
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
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("validate");
    spec.addOption(Command.project());
    spec.addOption(Command.flag(STRICT, "notes count as problems"));
    spec.addOption(
        Command.flag(
            JSON,
            "print one JSON object: findings, each {level, file?, line?, column?, message, hint?}"
                + " with the level problem or note, and counts {problems, notes}"));
    spec.usageMessage()
        .header("Say what is wrong with a project.", "")
        .description(
            "Reads it as a server does, has its Java sources compiled, and its scripts in bash, sh,"
                + " Python and JavaScript checked for errors of syntax. Nothing of the project"
                + " runs, its server.d/register.sh neither.",
            "")
        .exitCodeList(
            Command.exitCodes(
                "nothing is wrong; there may be notes",
                "something is, as printed; or there is no such project"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException {
    try {
      Path root = Command.folder(words, environment);
      Validation validation = new Validation(root, home.folder(), environment);
      String inventory = validation.run();
      Findings findings = validation.findings();
      boolean strict = words.matchedOptionValue(STRICT, false);
      if (words.matchedOptionValue(JSON, false)) {
        console.out().println(Json.text(findings.toJson(root)));
      } else {
        show(findings, inventory, strict, console);
      }
      boolean isGood = findings.problems().isEmpty() && !(strict && !findings.notes().isEmpty());
      return isGood ? ExitCode.DONE : ExitCode.FAILED;
    } catch (ProjectException | IOException e) {
      console.complain(e.getMessage());
      return ExitCode.FAILED;
    }
  }

  private static void show(Findings findings, String inventory, boolean strict, Console console) {
    int problems = findings.problems().size();
    int notes = findings.notes().size();
    findings.problems().stream().flatMap(String::lines).forEach(console::say);
    findings.notes().forEach(note -> console.say("Note: " + note));
    String counted =
        problems == 0 && strict && notes > 0
            ? count(notes, "note") + ", and --strict was asked for"
            : problems == 0 ? "Nothing is wrong" : count(problems, "problem");
    console.out().println(counted + ": " + inventory);
  }

  private static String count(int number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
