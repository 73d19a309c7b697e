package dev.bullpen.pool;

import dev.bullpen.posix.EnvironmentBlock;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One helper to be.
 *
 * @param id rising from 1
 * @param argv the JVM with its flags
 * @param environment all of it
 * @param desk its own folder, if it could be given one
 */
record HelperStart(int id, List<String> argv, EnvironmentBlock environment, Optional<Path> desk) {
  /** Where a helper finds its desk. */
  private static final String DESK = "BULLPEN_DESK";

  static HelperStart of(int id, HelperCommand command, Marker marker, Optional<Path> desk) {
    Map<String, String> environment = new HashMap<>(command.environment());
    environment.putAll(marker.ofHelper());
    desk.ifPresent(path -> environment.put(DESK, path.toString()));
    return new HelperStart(id, command.argv(), EnvironmentBlock.of(environment), desk);
  }
}
