package dev.bullpen.project.registration;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bullpen.project.ProjectFixture;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget;
import dev.bullpen.project.file.Layout;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** A project whose {@code register.sh} may be run, and what its reader says. */
final class HookProject {
  final ProjectFixture project;
  BashHook bash;
  final Map<String, String> environment = new HashMap<>(Map.of("PATH", "/usr/bin:/bin"));

  /** Nanoseconds, by the clock of its readers. */
  long runTakes;

  private long time;
  final List<String> problems = new ArrayList<>();

  HookProject(Path temporary) throws IOException {
    project = new ProjectFixture(temporary).script("completions/a.sh");
    project.env.put("MCPBASH_ALLOW_PROJECT_HOOKS", "true");
    bash = new BashHook(project.root, temporary, Duration.ofSeconds(30));
  }

  HookReader reader(ProjectHook hook) {
    return reader(Optional.of(hook));
  }

  /** Where hooks may not run, there is none. */
  HookReader reader(Optional<ProjectHook> hook) {
    return new HookReader(
        Layout.of(project.root, project.env, BashHook.HOME),
        project.env,
        environment,
        Optional.of(BashHook.BASH),
        hook) {
      @Override
      long nanoTime() {
        return time += runTakes;
      }
    };
  }

  /** Write the script. */
  ProjectFixture hook(String script) throws IOException {
    return project.script("server.d/register.sh", "#!/bin/bash\n" + script + "\n");
  }

  Registration registered(String script) throws Exception {
    hook(script);
    return reader(bash).read(0, problems::add);
  }

  RegistrationException refused(String script) throws IOException {
    hook(script);
    return assertThrows(RegistrationException.class, () -> reader(bash).read(0, problems::add));
  }

  /** What of each kind, with letters for names; {@code -} leaves it to discovery. */
  static String names(Registration registration) {
    return String.join(
        " ",
        names(registration.tools()),
        names(registration.resources()),
        names(registration.resourceTemplates()),
        names(registration.prompts()),
        "["
            + registration.completions().keySet().stream()
                .map(CompletionTarget::name)
                .collect(Collectors.joining(","))
            + "]");
  }

  private static String names(Optional<List<ObjectNode>> entries) {
    return entries
        .map(all -> all.stream().map(entry -> entry.path("name").stringValue("?")).toList())
        .map(all -> "[" + String.join(",", all) + "]")
        .orElse("-");
  }
}
