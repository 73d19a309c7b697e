package dev.bullpen.launcher.bundle;

import dev.bullpen.launcher.ClosedFolder;
import dev.bullpen.launcher.RegularFiles;
import dev.bullpen.project.file.Fingerprint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.StreamSupport;

/**
 * The files of a distribution that its commands need. The documents, the manual page and the class
 * archives, which a server makes anew, are left out.
 *
 * @param home the distribution
 */
record Runtime(Path home) {
  /** mcp-bash's name for it, so that start scripts and ignore files need no change. */
  static final String FOLDER = ".mcp-bash";

  static final String WRAPPER = "run-server.sh";

  /** The one file in the folder that is not copied but made afterwards. */
  static final String LOCK = "vendor.json";

  private static final List<String> PARTS =
      List.of(
          "bin",
          "lib",
          "sdk",
          "providers",
          "api",
          "examples",
          "templates",
          "getting-started",
          "LICENSE",
          "NOTICE",
          "THIRD-PARTY");

  private static final String ARCHIVES = "lib/archive";

  /** Python writes it beside the modules of the SDK. */
  private static final Path COMPILED = Path.of("__pycache__");

  private static final String SCRIPT =
      """
      #!/bin/sh
      # Serves the project in this folder with the Bullpen beside it. Needs a JDK of version 17 or newer.
      here=$(CDPATH='' cd -P -- "$(dirname -- "$0")" && pwd) || exit 1
      export MCPBASH_PROJECT_ROOT="${MCPBASH_PROJECT_ROOT:-$here}"
      exec "$here/.mcp-bash/bin/mcp-bash"
      """;

  /** The files, relative to the distribution. */
  List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String part : PARTS) {
      if (Files.exists(home.resolve(part))) {
        files.addAll(RegularFiles.in(home.resolve(part)));
      }
    }
    return files.stream()
        .map(home::relativize)
        .filter(file -> !isMadeByUse(file))
        .sorted()
        .toList();
  }

  /**
   * Copies it to a folder, with the command under mcp-bash's name as well, and for use with git.
   */
  void copyTo(Path target) throws IOException {
    for (Path file : files()) {
      Path copy = target.resolve(file.toString());
      ClosedFolder.make(copy.getParent());
      Files.copy(
          home.resolve(file),
          copy,
          StandardCopyOption.REPLACE_EXISTING,
          StandardCopyOption.COPY_ATTRIBUTES);
    }
    // A copy, no link: archives and some checkouts have no links.
    Files.copy(
        target.resolve("bin/launcher"),
        target.resolve("bin/mcp-bash"),
        StandardCopyOption.REPLACE_EXISTING, // a vendored copy has it already
        StandardCopyOption.COPY_ATTRIBUTES);
    Files.writeString(target.resolve(".gitignore"), ARCHIVES + "/\n" + COMPILED + "/\n");
  }

  /** Whether a server, or a tool in Python, makes it: no part of a copy. */
  private static boolean isMadeByUse(Path relative) {
    return relative.startsWith(ARCHIVES)
        || StreamSupport.stream(relative.spliterator(), false).anyMatch(COMPILED::equals);
  }

  /** Writes the script that starts the server, unless there is one. */
  static void writeWrapper(Path folder) throws IOException {
    Path script = folder.resolve(WRAPPER);
    if (Files.notExists(script)) {
      Files.writeString(script, SCRIPT);
      Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /** SHA-256 over names and contents of a copy's files, but {@link #LOCK} and what use makes. */
  static String digest(Path folder) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Path file : RegularFiles.in(folder)) {
      Path relative = folder.relativize(file);
      if (!relative.equals(Path.of(LOCK)) && !isMadeByUse(relative)) {
        all.writeBytes((relative + "\0").getBytes(StandardCharsets.UTF_8));
        all.writeBytes(HexFormat.of().parseHex(Fingerprint.sha256(Files.readAllBytes(file))));
      }
    }
    return Fingerprint.sha256(all.toByteArray());
  }
}
