package dev.bullpen.posix.spawn;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A process to start.
 *
 * @param argv the program's absolute path, then its arguments
 * @param environment all of it; nothing is inherited
 * @param directory its working directory, absolute; "" for that of this process
 * @param descriptors the child's numbers → those of this process. 0, 1 and 2 are /dev/null unless
 *     given, higher numbers have no gaps, and no others are open in the child
 * @param placement its process group or session
 */
public record SpawnRequest(
    List<String> argv,
    EnvironmentBlock environment,
    String directory,
    Map<Integer, Integer> descriptors,
    Placement placement) {
  static final int STANDARD_STREAMS = 3;

  /** The child leads its group or session, so its pid is the number of its group. */
  public enum Placement {
    /** Its own process group in the session of this process. */
    GROUP,
    /** Its own session, which no terminal reaches. */
    SESSION
  }

  public SpawnRequest {
    if (argv.isEmpty()) {
      throw new IllegalArgumentException("no program to start");
    }
    for (String argument : argv) {
      if (argument.indexOf('\0') >= 0) {
        throw new IllegalArgumentException("argument holds a NUL, which no program can be given");
      }
    }
    for (int number : descriptors.keySet()) {
      if (number > STANDARD_STREAMS && !descriptors.containsKey(number - 1)) {
        throw new IllegalArgumentException(
            "descriptor " + (number - 1) + " would be left to chance");
      }
    }
    argv = List.copyOf(argv);
    descriptors = Map.copyOf(descriptors);
  }

  public SpawnRequest(
      List<String> argv,
      EnvironmentBlock environment,
      Optional<Path> directory,
      Map<Integer, Integer> descriptors,
      Placement placement) {
    this(argv, environment, directory.map(Path::toString).orElse(""), descriptors, placement);
  }
}
