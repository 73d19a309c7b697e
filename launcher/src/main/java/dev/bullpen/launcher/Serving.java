package dev.bullpen.launcher;

import dev.bullpen.http.HttpServer;
import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.SystemCalls;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.thread.DaemonThread;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.server.ServeOptions;
import dev.bullpen.server.stdio.StdioServer;
import dev.bullpen.wire.Safeguard;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Starts a server. Loads only classes that serving needs. */
final class Serving {
  private static final int STANDARD_INPUT = 0;

  private static final String LOG = "bullpen.launcher";

  /** Printed for a person who has typed the command. */
  private static final String WAITING =
      "launcher: waiting for an MCP client's messages on standard input, which is a terminal (Ctrl-D"
          + " ends it). A client starts this command itself; begin with: launcher demo";

  /** The tool of a server without a project. Its answer says what to do next. */
  private static final String GETTING_STARTED_TOOL = "getting_started";

  private static final String ALLOWLIST = "MCPBASH_TOOL_ALLOWLIST";

  /** Variables of another project, which would replace its folders, website or icons. */
  private static final List<String> OF_A_PROJECT =
      List.of(
          "MCPBASH_TOOLS_DIR",
          "MCPBASH_PROMPTS_DIR",
          "MCPBASH_RESOURCES_DIR",
          "MCPBASH_UI_DIR",
          "MCPBASH_PROVIDERS_DIR",
          "MCPBASH_SERVER_DIR",
          "MCPBASH_REGISTRY_DIR",
          "MCPBASH_STATIC_REGISTRY",
          "MCPBASH_SERVER_WEBSITE_URL",
          "MCPBASH_SERVER_ICONS");

  private Serving() {}

  /** Loads the native library on another thread: it takes long, and is needed late in the start. */
  private static void loadAhead() {
    new DaemonThread(
            "loading ahead",
            () -> {
              if (SystemCalls.failure().isEmpty()) {
                hideEarly();
              }
            })
        .start();
  }

  private static int serve(ServeSettings settings, ServeOptions options, ProtocolOutput output)
      throws ProjectException, UsageException {
    if (settings.http().isPresent()) {
      try {
        return HttpServer.serve(options, settings.http().get());
      } catch (IllegalArgumentException e) {
        throw new UsageException(e.getMessage());
      }
    }
    return StdioServer.serve(options, new DescriptorInput(Descriptor.of(STANDARD_INPUT)), output);
  }

  private static int serveNone(
      ServeSettings settings, Map<String, String> environment, Home home, ProtocolOutput output)
      throws ProjectException, UsageException {
    Path project = home.folder().resolve(Layout.GETTING_STARTED);
    Console.serverWarning(
        environment,
        "no project is named or found here, so only the tool %s is served, from %s. Name a project with --project DIR or MCPBASH_PROJECT_ROOT."
            .formatted(GETTING_STARTED_TOOL, project));
    return serve(settings, settings.options(project, home, toGetStarted(environment)), output);
  }

  /** The environment of that server. Its tool is allowed, unless the operator has an allow-list. */
  private static Map<String, String> toGetStarted(Map<String, String> given) {
    Map<String, String> environment = new HashMap<>(given);
    OF_A_PROJECT.forEach(environment::remove);
    if (environment.getOrDefault(ALLOWLIST, "").isBlank()) {
      environment.put(ALLOWLIST, GETTING_STARTED_TOOL);
    }
    environment.put(
        "MCPBASH_REGISTRY_REFRESH_NO_WRITE", "1"); // the folder belongs to the installation
    environment.put("MCPBASH_SERVER_NAME", "bullpen");
    environment.put("MCPBASH_SERVER_TITLE", "Bullpen");
    environment.put("MCPBASH_SERVER_VERSION", CalledAs.bullpenVersion());
    environment.put(
        "MCPBASH_SERVER_DESCRIPTION",
        "No project is configured. The tool %s says what to do.".formatted(GETTING_STARTED_TOOL));
    return Map.copyOf(environment);
  }

  /** Hides this process early. The pool does so again before it starts a process. */
  private static void hideEarly() {
    try {
      if (Safeguard.HIDING.on()) {
        Self.hide();
      }
    } catch (PosixException e) {
      // The pool tries again, and logs a failure.
    }
  }

  static int run(List<String> arguments, Map<String, String> environment, Home home)
      throws UsageException {
    loadAhead();
    ServeSettings settings = ServeSettings.read(arguments, environment);
    ContainerMemory.ofThisProcess()
        .objection(settings.helpers().size().atRest())
        .ifPresent(words -> Console.serverWarning(environment, words));
    try (ProtocolOutput output =
        new ProtocolOutput(Console.OUTPUT_DESCRIPTOR, Console.isTerminal())) {
      Optional<Path> project = ProjectFolder.search(settings.project(), environment);
      Variables.unknown(environment)
          .forEach(sentence -> System.getLogger(LOG).log(Level.WARNING, sentence));
      if (Console.isTyped() && settings.http().isEmpty()) {
        System.err.println(WAITING);
      }
      int code =
          project.isPresent()
              ? serve(settings, settings.options(project.get(), home, environment), output)
              : serveNone(settings, environment, home, output);
      if (output.failure().isEmpty()) {
        return code;
      }
      Console.serverError(
          environment, "the output cannot be written: " + output.failure().get().getMessage());
      return ExitCode.FAILED;
    } catch (ProjectException e) {
      Console.serverError(environment, e.getMessage());
      return ExitCode.FAILED;
    }
  }
}
