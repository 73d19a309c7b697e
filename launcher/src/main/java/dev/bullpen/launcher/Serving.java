package dev.bullpen.launcher;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.DescriptorInput;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.SystemCalls;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.server.ServeOptions;
import dev.bullpen.server.Supervisor;
import dev.bullpen.wire.Safeguard;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The way to the first answer: nothing is loaded here that serving does not need. */
final class Serving {
  private static final int STANDARD_INPUT = 0;

  private static final String LOG = "bullpen.launcher";

  /** A person who has typed the command has to be told why nothing happens. */
  private static final String WAITING =
      "launcher: waiting for an MCP client's messages on standard input, which is a terminal (Ctrl-D"
          + " ends it). A client starts this command itself; begin with: launcher demo";

  private Serving() {}

  /**
   * Another processor has nothing to do yet: the library that leads to the system's calls takes
   * long to load, and is asked for only when all is there but the way to the client.
   */
  private static void loadAhead() {
    Thread thread =
        new Thread(
            () -> {
              if (SystemCalls.failure().isEmpty()) {
                beginHidden();
              }
            },
            "loading ahead");
    thread.setDaemon(true);
    thread.start();
  }

  private static int serve(ServeOptions options, ProtocolOutput output) throws ProjectException {
    return Supervisor.serve(options, new DescriptorInput(Descriptor.of(STANDARD_INPUT)), output);
  }

  private static int serveNone(
      ServeSettings settings, Map<String, String> environment, Home home, ProtocolOutput output)
      throws ProjectException {
    Path project = home.folder().resolve(GettingStarted.FOLDER);
    Console.serverWarning(
        environment,
        "no project is named or found here, so the helper %s is served from %s. Name a project with --project DIR or MCPBASH_PROJECT_ROOT."
            .formatted(GettingStarted.TOOL, project));
    return serve(settings.options(project, home, GettingStarted.environment(environment)), output);
  }

  /**
   * As soon as it can be. The pool does it again before it starts a process, and says if it fails.
   */
  private static void beginHidden() {
    try {
      if (Safeguard.HIDING.on()) {
        Self.hide();
      }
    } catch (PosixException e) {
      // As said.
    }
  }

  static int run(List<String> arguments, Map<String, String> environment, Home home)
      throws UsageException {
    loadAhead();
    ServeSettings settings = ServeSettings.read(arguments, environment);
    ContainerMemory.ofThisProcess()
        .objection(settings.helpers().crew().atRest())
        .ifPresent(words -> Console.serverWarning(environment, words));
    try (ProtocolOutput output =
        new ProtocolOutput(Console.OUTPUT_DESCRIPTOR, Console.isTerminal())) {
      Optional<Path> project = ProjectFolder.search(settings.project(), environment);
      Variables.strangers(environment)
          .forEach(sentence -> System.getLogger(LOG).log(Level.WARNING, sentence));
      if (Console.isTyped()) {
        System.err.println(WAITING);
      }
      int code =
          project.isPresent()
              ? serve(settings.options(project.get(), home, environment), output)
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
