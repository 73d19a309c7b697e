package dev.bullpen.launcher.ask;

import dev.bullpen.launcher.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A home whose command is a server of a few lines of shell. It records its arguments, its
 * environment and the last request, and answers the requests after the greeting with given texts,
 * one after the other.
 *
 * @param folder is the home
 */
public record FakeServer(Path folder) {
  /**
   * Writes the command.
   *
   * @param members of the answers, each a result or an error
   */
  public static FakeServer answering(Path folder, String... members) throws IOException {
    Path command = folder.resolve("bin/launcher");
    Files.createDirectories(command.getParent());
    List<String> lines =
        new ArrayList<>(
            List.of(
                "#!/bin/sh",
                "cd '" + folder + "'",
                "echo \"$*\" > arguments",
                "env > environment",
                "read -r line; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}'",
                "read -r line"));
    for (int i = 0; i < members.length; i++) {
      lines.add("read -r line || exit 0; printf '%s\\n' \"$line\" > request");
      String answer = "{\"jsonrpc\":\"2.0\",\"id\":%d,%s}".formatted(2 + i, members[i]);
      lines.add("printf '%s\\n' '" + answer + "'");
    }
    lines.add("read -r end");
    Files.write(command, lines);
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
    return new FakeServer(folder);
  }

  public Home home() {
    return new Home(folder, folder.resolve("lib/archive/none"));
  }

  public String arguments() throws IOException {
    return Files.readString(folder.resolve("arguments")).strip();
  }

  /** The value of a variable of its environment. */
  public Optional<String> variable(String name) throws IOException {
    return Files.readAllLines(folder.resolve("environment")).stream()
        .filter(line -> line.startsWith(name + "="))
        .map(line -> line.substring(name.length() + 1))
        .findFirst();
  }

  public String request() throws IOException {
    return Files.readString(folder.resolve("request")).strip();
  }
}
