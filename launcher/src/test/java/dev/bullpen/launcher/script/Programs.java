package dev.bullpen.launcher.script;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Small programs for the scripts under test to find. */
final class Programs {
  private Programs() {}

  static Path write(Path file, String... lines) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, List.of(lines));
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** Copies a script of this module. */
  static Path copy(String script, Path to) throws IOException {
    return write(to, Files.readAllLines(Path.of(script)).toArray(String[]::new));
  }

  /** A folder for PATH by which these of the system's programs are found and no others. */
  static Path only(Path folder, String... names) throws IOException {
    for (String name : names) {
      write(folder.resolve(name), "#!/bin/sh", "exec " + system(name) + " \"$@\"");
    }
    return folder;
  }

  static Path system(String name) {
    return List.of("/usr/bin", "/bin", "/usr/local/bin").stream()
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("this machine has no " + name));
  }
}
