package dev.bullpen.launcher;

import dev.bullpen.posix.StandardInput;
import dev.bullpen.posix.SystemCalls;
import dev.bullpen.project.metadata.ProjectException;
import dev.bullpen.server.Supervisor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The way to the first answer: nothing is loaded here that serving does not need. */
final class Serving {
  private Serving() {}

  /**
   * Another processor has nothing to do yet: the library that leads to the system's calls takes
   * long to load, and is asked for only when all is there but the way to the client.
   */
  private static void loadAhead() {
    Thread thread = new Thread(SystemCalls::load, "loading ahead");
    thread.setDaemon(true);
    thread.start();
  }

  static int run(List<String> arguments, Map<String, String> environment, Home home)
      throws UsageException {
    loadAhead();
    ServeSettings settings = ServeSettings.read(arguments, environment);
    try (ProtocolOutput output =
        new ProtocolOutput(Console.OUTPUT_DESCRIPTOR, Console.isTerminal())) {
      Path project = ProjectFolder.find(settings.project(), environment);
      int code =
          Supervisor.serve(
              settings.options(project, home, environment), new StandardInput(), output);
      if (output.failure().isEmpty()) {
        return code;
      }
      System.err.println(
          "launcher: the output cannot be written: " + output.failure().get().getMessage());
      return ExitCode.FAILED;
    } catch (ProjectException e) {
      System.err.println("launcher: " + e.getMessage());
      return ExitCode.FAILED;
    }
  }
}
