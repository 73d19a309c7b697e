package dev.bullpen.launcher.ask;

import dev.bullpen.launcher.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A home whose command records its arguments, whether it makes class archives, and the third line
 * it gets, and answers that with a given text.
 */
record FakeServer(Path folder) {
  static FakeServer answering(Path folder, String member) throws IOException {
    Path command = folder.resolve("bin/launcher");
    Files.createDirectories(command.getParent());
    Files.write(
        command,
        List.of(
            "#!/bin/sh",
            "cd '" + folder + "'",
            "echo \"$*\" > arguments",
            "echo \"${BULLPEN_ARCHIVES-unset}\" > archives",
            "read -r line; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}'",
            "read -r line",
            "read -r line; printf '%s\\n' \"$line\" > request",
            "printf '%s\\n' '{\"jsonrpc\":\"2.0\",\"id\":2," + member + "}'",
            "read -r end"));
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new FakeServer(folder);
  }

  Home home() {
    return new Home(folder, folder.resolve("lib/archive/none"));
  }

  String arguments() throws IOException {
    return Files.readString(folder.resolve("arguments")).strip();
  }

  /** The value of {@code BULLPEN_ARCHIVES}. */
  String archives() throws IOException {
    return Files.readString(folder.resolve("archives")).strip();
  }

  String request() throws IOException {
    return Files.readString(folder.resolve("request")).strip();
  }
}
