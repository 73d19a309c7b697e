package dev.bullpen.launcher.validate;

import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.ProjectOption;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.project.metadata.ProjectException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** Says what is wrong with a project. */
public final class ValidateCommand implements Command {
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
    spec.addOption(ProjectOption.spec());
    Map<String, String> codes = new LinkedHashMap<>();
    codes.put("0", "nothing is wrong, but for what a note may say");
    codes.put("1", "something is, as printed; or there is no such project");
    codes.put("2", "a word is wrong");
    spec.usageMessage()
        .header("Say what is wrong with a project.", "")
        .description(
            "Reads it as a server does, and has its Java sources compiled. Nothing of the project"
                + " runs, its server.d/register.sh neither.",
            "")
        .exitCodeList(codes);
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException {
    try {
      Path root = ProjectOption.folder(words, environment);
      return show(new Validation(root, home.folder(), environment).run(), console);
    } catch (ProjectException | IOException e) {
      console.complain(e.getMessage());
      return ExitCode.FAILED;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.FAILED;
    }
  }

  private static int show(Validation.Findings findings, Console console) {
    List<String> problems = findings.problems();
    problems.forEach(console.out()::println);
    findings.remarks().forEach(remark -> console.out().println("Note: " + remark));
    console
        .out()
        .println(
            switch (problems.size()) {
              case 0 -> "Nothing is wrong: " + findings.inventory();
              case 1 -> "1 problem: " + findings.inventory();
              default -> problems.size() + " problems: " + findings.inventory();
            });
    return problems.isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
  }
}
