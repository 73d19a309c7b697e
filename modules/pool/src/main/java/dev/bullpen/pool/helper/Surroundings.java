package dev.bullpen.pool.helper;

import dev.bullpen.pool.folder.HelperFolders;
import dev.bullpen.pool.job.DeskRequest;
import dev.bullpen.pool.process.Marker;
import dev.bullpen.pool.setting.HelperCommand;
import dev.bullpen.posix.spawn.EnvironmentBlock;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a helper tells each of its jobs: whose it is, where its temporary files go, and where its
 * places on the desk are. Most jobs with a desk want the same of it, so what was told last is kept,
 * and beside it what those without one are told.
 */
final class Surroundings {
  private final Optional<HelperFolders> folders;
  private volatile Told withoutDesk;
  private volatile Told withDesk;

  private record Told(Optional<DeskRequest> wanted, EnvironmentBlock environment) {}

  /**
   * @param folders the helper's
   */
  Surroundings(Optional<HelperFolders> folders) {
    this.folders = folders;
  }

  /**
   * In variables.
   *
   * @param wanted of the desk, which is there then
   */
  EnvironmentBlock of(Optional<DeskRequest> wanted, Marker marker) {
    Told told = wanted.isPresent() ? withDesk : withoutDesk;
    if (told == null || wanted.isPresent() && wanted.get() != told.wanted().get()) {
      told = new Told(wanted, EnvironmentBlock.of(variables(wanted, marker)));
      if (wanted.isPresent()) {
        withDesk = told;
      } else {
        withoutDesk = told;
      }
    }
    return told.environment();
  }

  private Map<String, String> variables(Optional<DeskRequest> wanted, Marker marker) {
    Map<String, String> told = new HashMap<>(marker.ofScript());
    folders
        .flatMap(HelperFolders::temporary)
        .ifPresent(folder -> told.put(HelperCommand.TEMPORARY, folder.toString()));
    if (wanted.isPresent()) {
      Path desk = folders.orElseThrow().desk();
      wanted.get().variables().forEach((variable, name) -> told.put(variable, desk + "/" + name));
    }
    return told;
  }
}
