package dev.bullpen.launcher.config;

import dev.bullpen.launcher.CalledAs;
import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A script in a project's folder that starts its server, wherever the command is installed.
 *
 * @param readsProfiles whether it reads the profiles of the user's shell first
 */
record Wrapper(ServerEntry server, boolean readsProfiles) {
  /** For a program that a desktop starts: it does not get the PATH of a terminal. */
  private static final String PROFILES =
      """

      # A client that a desktop starts does not get the PATH of a terminal.
      for profile in .zprofile .zshrc .bash_profile .profile .bashrc; do
        # shellcheck disable=SC1090
        if [ -f "${HOME:-}/$profile" ]; then . "$HOME/$profile" >/dev/null 2>&1 || true; fi
      done
      """;

  private static final String REST =
      """

      command=$(command -v COMMAND) || command=FALLBACK
      if [ ! -x "$command" ]; then
        echo "COMMAND is not on PATH, and there is no $command. Install Bullpen, or put COMMAND on PATH." >&2
        exit 1
      fi
      export MCPBASH_PROJECT_ROOT="$here"
      export MCPBASH_TOOL_ALLOWLIST="${MCPBASH_TOOL_ALLOWLIST:-*}"
      exec "$command" "$@"
      """;

  String text() {
    String word = CalledAs.current().word();
    return """
        #!/usr/bin/env bash
        # Starts the MCP server of this folder.
        here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd) || exit 1
        """
        + (readsProfiles ? PROFILES : "")
        + REST.replace("COMMAND", word).replace("FALLBACK", ConfigCommand.shell(server.command()));
  }

  /** Writes the script into the project's folder if the output is a terminal; else prints it. */
  int write(Console console) throws IOException {
    boolean isName = server.name().matches("[A-Za-z0-9._-]+");
    if (!isName || !Console.isTerminal()) {
      console.out().print(text());
      return ExitCode.DONE;
    }
    Path file = Path.of(server.project()).resolve(server.name() + ".sh");
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      console.complain(
          "%s already exists. Remove it, or print the script through a pipe: | cat"
              .formatted(file));
      return ExitCode.FAILED;
    }
    Files.writeString(file, text());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    console.say("Wrote " + file);
    return ExitCode.DONE;
  }
}
