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
 * @param directory its working directory, absolute; ours if none is given
 * @param descriptors what it gets
 * @param placement its process group or session
 */
public record SpawnRequest(
    List<String> argv,
    EnvironmentBlock environment,
    Optional<String> directory,
    ChildDescriptors descriptors,
    Placement placement) {

  /** Where the child stands; it leads either, so its pid is the number of its group. */
  public enum Placement {
    /** A process group of its own in our session. */
    GROUP,
    /** A session of its own: no terminal reaches it. */
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
    argv = List.copyOf(argv);
  }

  /** The same with any descriptors, as {@link ChildDescriptors#of} takes them. */
  public SpawnRequest(
      List<String> argv,
      EnvironmentBlock environment,
      Optional<Path> directory,
      Map<Integer, Integer> descriptors,
      Placement placement) {
    this(
        argv,
        environment,
        directory.map(Path::toString),
        ChildDescriptors.of(descriptors),
        placement);
  }
}
