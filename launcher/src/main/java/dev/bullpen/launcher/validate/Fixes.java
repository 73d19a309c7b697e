package dev.bullpen.launcher.validate;

import dev.bullpen.launcher.Console;
import dev.bullpen.project.Project;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Set;

/** What {@code validate --fix} does: scripts that calls would run become executable. */
record Fixes(Path root, Path home, Map<String, String> environment) {
  private static final Map<PosixFilePermission, PosixFilePermission> WHO_READS_RUNS =
      Map.of(
          PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_EXECUTE,
          PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_EXECUTE);

  /** Returns how many files were changed; a link's target outside of the project stays. */
  int apply(Console console) throws IOException {
    int fixed = 0;
    for (Path script : Project.open(root, environment, home, warning -> {}).scripts()) {
      if (!Files.isExecutable(script) && script.toRealPath().startsWith(root)) {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(script);
        Set.copyOf(permissions).stream()
            .filter(WHO_READS_RUNS::containsKey)
            .map(WHO_READS_RUNS::get)
            .forEach(permissions::add);
        Files.setPosixFilePermissions(script, permissions);
        console.note("Made executable: " + script);
        fixed++;
      }
    }
    return fixed;
  }
}
