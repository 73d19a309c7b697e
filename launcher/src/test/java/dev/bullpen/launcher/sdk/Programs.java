package dev.bullpen.launcher.sdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Folders for PATH: what is not in them, a script does not find. */
final class Programs {
  private static final List<String> USUAL =
      List.of(
          """
          awk base64 basename bash cat cut date dirname env expr file grep head mkdir mktemp mv
          od readlink realpath rm sed seq sh sleep sort stat tail touch tr wc
          """
              .split("\\s+"));

  private Programs() {}

  static Path found(String name) {
    return List.of(Path.of("/usr/bin"), Path.of("/bin")).stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("this machine has no " + name));
  }

  /** What every system has, and no JSON tool. */
  static Path withoutJq(Path folder) {
    if (!Files.exists(folder)) {
      USUAL.forEach(name -> write(folder.resolve(name), "exec " + found(name) + " \"$@\""));
    }
    return folder;
  }

  /** What every system has, and jq; each first adds its name to the log. */
  static Path counted(Path folder, Path log) {
    for (String name : USUAL) {
      count(folder, name, log);
    }
    count(folder, "jq", log);
    return folder;
  }

  /** One of another kind. */
  static Path with(Path folder, String name, String command) {
    write(folder.resolve(name), command);
    return folder;
  }

  private static void count(Path folder, String name, Path log) {
    write(
        folder.resolve(name), "echo " + name + " >>'" + log + "'; exec " + found(name) + " \"$@\"");
  }

  private static void write(Path file, String command) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, "#!/bin/sh\n" + command + "\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
