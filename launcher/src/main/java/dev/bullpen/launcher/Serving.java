package dev.bullpen.launcher;

import dev.bullpen.posix.PosixException;
import dev.bullpen.project.ProjectException;
import dev.bullpen.project.ProjectRoot;
import dev.bullpen.server.Supervisor;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The way to the first answer: nothing is loaded here that serving does not need. */
final class Serving {
  private Serving() {}

  static int run(List<String> arguments, Map<String, String> environment, Home home)
      throws UsageException {
    ServeSettings settings = ServeSettings.read(arguments, environment);
    try (ProtocolOutput output =
        ProtocolOutput.of(Console.OUTPUT_DESCRIPTOR, Console.isTerminal())) {
      Path project =
          ProjectRoot.find(settings.project(), environment, Path.of("").toAbsolutePath());
      return Supervisor.serve(
          settings.options(project, home, environment),
          new FileInputStream(FileDescriptor.in),
          output);
    } catch (ProjectException | PosixException e) {
      System.err.println("launcher: " + e.getMessage());
      return ExitCode.FAILED;
    }
  }
}
