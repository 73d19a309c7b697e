package dev.bullpen.launcher.health;

import dev.bullpen.json.Json;
import dev.bullpen.launcher.Command;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import dev.bullpen.launcher.Home;
import dev.bullpen.launcher.ProjectShell;
import dev.bullpen.launcher.UsageException;
import dev.bullpen.project.Project;
import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.metadata.ProjectException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code launcher health} and {@code ready}, also written {@code --health} and {@code --ready}:
 * mcp-bash's probe, for programs that start servers. Writes nothing to disk.
 *
 * @param name {@code health} or {@code ready}, which are the same
 */
public record HealthCommand(String name, Home home, Map<String, String> environment)
    implements Command {
  private static final String TIMEOUT = "--timeout";
  private static final String TIMEOUT_VARIABLE = "MCPBASH_HEALTH_TIMEOUT_SECS";
  private static final int TIMEOUT_SECONDS = 5;

  private static final int UNHEALTHY = ExitCode.FAILED;

  /** mcp-bash's exit code if there is no project to check. */
  private static final int NO_PROJECT = ExitCode.USAGE;

  @Override
  public CommandSpec spec() {
    CommandSpec spec = CommandSpec.create().name(name);
    spec.addOption(Command.project());
    spec.addOption(
        Command.value(
            TIMEOUT,
            "SECONDS",
            "how long the project's own checks may take (default: $%s, else %d)"
                .formatted(TIMEOUT_VARIABLE, TIMEOUT_SECONDS)));
    spec.usageMessage()
        .header("Report whether the project can be served, as one line of JSON.", "")
        .description(
            "Reads the project, and runs its server.d/health-checks.sh if that is trusted like"
                + " register.sh: it belongs to the user or to root, and no other user may write it."
                + " The script may call mcp_health_check_command COMMAND and mcp_health_check_env"
                + " VARIABLE, which check that these exist. --%s is the same.".formatted(name),
            "")
        .exitCodeList(
            UsageMessageSpec.keyValuesMap(
                "0:status is ok", "1:status is unhealthy", "2:no project, or a word is wrong"));
    return spec;
  }

  @Override
  public int run(ParseResult words, Console console) throws UsageException {
    Duration limit = limit(words);
    try {
      Path root = Command.folder(words, environment);
      Map<String, String> reading = new HashMap<>(environment);
      reading.put("MCPBASH_REGISTRY_REFRESH_NO_WRITE", "true");
      Project project =
          Project.open(root, reading, home.folder(), console::note, new ProjectShell(root));
      project.checkServerFolder();
      project.remoteToken();
      Catalog catalog = project.refresh();
      catalog.broken().ifPresent(broken -> console.complain(broken.getMessage()));
      boolean isRead = catalog.broken().isEmpty();
      boolean isPassed = new HealthChecks(project, root, limit, console).pass(reading);
      ObjectNode answer =
          Json.object()
              .put("status", isRead && isPassed ? "ok" : "unhealthy")
              .put("mode", "full")
              .put("jsonTool", "builtin");
      for (String kind : List.of("tools", "resources", "prompts")) {
        answer.put(kind, isRead ? "ok" : "failed");
      }
      answer.put("projectChecks", isPassed ? "ok" : "failed");
      console.out().println(Json.text(answer));
      return isRead && isPassed ? ExitCode.DONE : UNHEALTHY;
    } catch (ProjectException e) {
      console.complain(e.getMessage());
      return NO_PROJECT;
    }
  }

  /** As in mcp-bash, a value that is no number of seconds means the default. */
  private Duration limit(ParseResult words) {
    String given =
        words.matchedOptionValue(TIMEOUT, environment.getOrDefault(TIMEOUT_VARIABLE, ""));
    int seconds = given.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(given) : TIMEOUT_SECONDS;
    return Duration.ofSeconds(seconds);
  }
}
