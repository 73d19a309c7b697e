package dev.bullpen.pool.helper;

import dev.bullpen.pool.folder.HelperFolders;
import dev.bullpen.pool.process.HelperCgroup;
import dev.bullpen.pool.process.Marker;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * @param folders its own, if it could be given any
 * @param cgroup where its processes will live
 */
public record HelperStart(
    int id,
    List<String> argv,
    EnvironmentBlock environment,
    Optional<HelperFolders> folders,
    HelperCgroup cgroup) {
  /** Where a helper finds its desk. */
  private static final String DESK = "BULLPEN_DESK";

  /** Where a helper finds room for temporary files of its jobs. */
  private static final String ROOM = "BULLPEN_TMP";

  public static HelperStart of(
      int id,
      HelperCommand command,
      Marker marker,
      Optional<HelperFolders> folders,
      HelperCgroup cgroup) {
    Map<String, String> environment = new HashMap<>(command.environment());
    environment.putAll(marker.ofHelper());
    folders.ifPresent(own -> environment.put(DESK, own.desk().toString()));
    Optional<Path> room = folders.flatMap(HelperFolders::room);
    room.ifPresent(path -> environment.put(ROOM, path.toString()));
    Optional<Path> temporary = folders.flatMap(HelperFolders::temporary);
    // For what a provider starts.
    temporary.ifPresent(path -> environment.put(HelperCommand.TEMPORARY, path.toString()));
    return new HelperStart(
        id, argv(command, temporary, marker), EnvironmentBlock.of(environment), folders, cgroup);
  }

  private static List<String> argv(HelperCommand command, Optional<Path> temporary, Marker marker) {
    List<String> argv = new ArrayList<>(temporary.map(command::argvWith).orElse(command.argv()));
    argv.addAll(marker.wordsOfHelper());
    return argv;
  }
}
