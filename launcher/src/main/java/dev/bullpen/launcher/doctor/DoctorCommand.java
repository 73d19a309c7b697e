package dev.bullpen.launcher.doctor;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.ServeSettings;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.launcher.doctor.Finding.Level;
import dev.bullpen.project.Project;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.project.tool.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code launcher doctor}: checks the host and the project, and says what to do. */
public record DoctorCommand(Home home, Map<String, String> environment) implements Command {
  private static final String JSON = "--json";

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name("doctor");
    spec.addOption(Command.project());
    spec.addOption(
        Command.flag(JSON, "print one JSON object: findings, each {level, what, fact, advice?}"));
    spec.usageMessage()
        .header("Check whether this host, and the project, can be served.", "")
        .description(
            "For more, see launcher validate for a project, and launcher guarantees for the host.",
            "")
        .exitCodeList(
            Command.exitCodes(
                "serving is possible; there may be warnings", "it is not, as printed"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException {
    List<Finding> findings = new ArrayList<>(new Host(home, environment).check());
    Map<String, String> ofProject = ofProject(findings);
    findings.addAll(project(words, ofProject));
    if (words.matchedOptionValue(JSON, false)) {
      ObjectNode all = Json.object();
      ArrayNode array = all.putArray("findings");
      findings.forEach(finding -> array.add(finding.json()));
      console.out().println(Json.text(all));
    } else {
      findings.forEach(finding -> console.say(finding.line()));
    }
    return findings.stream().anyMatch(finding -> finding.level() == Level.ERROR)
        ? ExitCode.FAILED
        : ExitCode.DONE;
  }

  /** The environment of the project in a server. A setting that would stop a server is an error. */
  private Map<String, String> ofProject(List<Finding> findings) {
    try {
      return ServeSettings.read(List.of(), environment).environment(environment);
    } catch (UsageException e) {
      findings.add(Finding.error("settings", e.getMessage(), ""));
      return environment;
    }
  }

  /** Checks the project. None is no error where a server runs without a project. */
  private List<Finding> project(ParseResult words, Map<String, String> ofProject)
      throws UsageException {
    Path folder;
    boolean canServe = false;
    try {
      Command.searchFolder(words, environment);
      canServe = true;
      // If there is none, this says where it was sought.
      folder = Command.folder(words, environment);
    } catch (ProjectException e) {
      return List.of(
          new Finding(canServe ? Level.WARNING : Level.ERROR, "project", e.getMessage(), ""));
    }
    List<Finding> findings = new ArrayList<>();
    Project project =
        Project.open(
            folder,
            ofProject,
            home.folder(),
            warning -> findings.add(Finding.warning("project", warning, "")));
    try {
      project.checkServerFolder();
      project.remoteToken();
    } catch (ProjectException e) {
      findings.add(Finding.error("project", e.getMessage(), ""));
    }
    Catalog catalog = project.catalog();
    if (catalog.broken().isPresent()) {
      findings.add(Finding.error("project", catalog.broken().get().getMessage(), ""));
      return findings;
    }
    List<Tool> tools = catalog.tools();
    findings.add(
        Finding.ok(
            "project",
            "%s in %s, %d tools".formatted(project.identity().name(), folder, tools.size())));
    findings.add(
        project
            .toolPolicy()
            .denials(tools)
            .map(denials -> Finding.warning("allow-list", "not all may be called", denials))
            .orElseGet(() -> Finding.ok("allow-list", "nothing is denied by it")));
    project
        .toolPolicy()
        .strangers(tools)
        .forEach(name -> findings.add(Finding.warning("allow-list", "a name is wrong", name)));
    return findings;
  }
}
