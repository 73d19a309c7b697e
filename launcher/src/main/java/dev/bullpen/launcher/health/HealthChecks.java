package dev.bullpen.launcher.health;

import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ProjectShell;
import dev.bullpen.launcher.ShortRun;
import dev.bullpen.project.Project;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.TrustCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The project's own checks, {@code server.d/health-checks.sh}, which run in a bash. */
record HealthChecks(Project project, Path root, Duration limit, Console console) {
  private static final String NAME = "health-checks.sh";

  /** The functions that the checks may call; $1 is the file. Exit status 0 means success. */
  private static final String HARNESS =
      """
      mcp_health_check_command() {
        if command -v "$1" >/dev/null 2>&1; then
          printf '  ok: %s\\n' "${2:-the command $1}" >&2
        else
          printf '  missing: %s (not found in PATH)\\n' "${2:-the command $1}" >&2
          return 1
        fi
      }
      mcp_health_check_env() {
        if [ -n "${!1:-}" ]; then
          printf '  ok: %s\\n' "${2:-the variable $1}" >&2
        else
          printf '  missing: %s (not set)\\n' "${2:-the variable $1}" >&2
          return 1
        fi
      }
      . "$1"
      """;

  /** Runs the checks. Returns whether they passed; reports failures on standard error. */
  boolean pass(Map<String, String> environment) {
    Path script = project.serverFile(NAME);
    if (Absence.isCertain(script)) {
      return true;
    }
    Optional<TrustCheck.Objection> objection = TrustCheck.firstObjection(project.wayTo(script));
    if (objection.isPresent()) {
      console.complain(
          "%s is not run: %s. %s."
              .formatted(script, objection.get().fact(), objection.get().nextStep()));
      return false;
    }
    try {
      List<String> words = new ArrayList<>(ProjectShell.bash(environment, HARNESS));
      words.add(script.toString());
      Optional<ShortRun.Result> end = new ShortRun(environment, limit).runAlone(words, root);
      end.map(ShortRun.Result::output).ifPresent(said -> said.lines().forEach(console::note));
      if (end.isEmpty()) {
        console.complain(
            "%s did not end within %d s, and was killed. Raise --timeout, or let it do less."
                .formatted(script, limit.toSeconds()));
      } else if (end.get().exitCode() != 0) {
        console.complain("%s failed: exit code %d".formatted(script, end.get().exitCode()));
      }
      return end.isPresent() && end.get().exitCode() == 0;
    } catch (IOException e) {
      console.complain("%s cannot be run: %s".formatted(script, e.getMessage()));
      return false;
    }
  }
}
