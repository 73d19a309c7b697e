package dev.bullpen.launcher.validate;

import dev.bullpen.launcher.Console;
import dev.bullpen.launcher.RegularFiles;
import dev.bullpen.project.file.Layout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** {@code validate --fix}: makes scripts with metadata beside them executable. */
record Fixes(Layout layout) {
  private static final String METADATA = ".meta.json";

  private static final Map<PosixFilePermission, PosixFilePermission> WHO_READS_RUNS =
      Map.of(
          PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_EXECUTE,
          PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_EXECUTE);

  /** Returns the number of changed files. */
  int apply(Console console) throws IOException {
    int fixed = 0;
    for (Path folder :
        List.of(layout.tools().path(), layout.prompts().path(), layout.resources().path())) {
      for (Path script : scripts(folder)) {
        makeExecutable(script);
        console.note("Made executable: " + script);
        fixed++;
      }
    }
    return fixed;
  }

  /** Follows no links: they may lead to files of others. */
  private static List<Path> scripts(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    return RegularFiles.in(folder).stream()
        .filter(file -> !Files.isSymbolicLink(file))
        .filter(file -> !Files.isExecutable(file) && hasMetadata(file) && isScript(file))
        .toList();
  }

  private static boolean hasMetadata(Path file) {
    String name = file.getFileName().toString();
    int point = name.lastIndexOf('.');
    return point > 0
        && !name.endsWith(METADATA)
        && Files.exists(file.resolveSibling(name.substring(0, point) + METADATA));
  }

  private static boolean isScript(Path file) {
    try (Stream<String> lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return file.toString().endsWith(".sh")
          || lines.findFirst().filter(first -> first.startsWith("#!")).isPresent();
    } catch (IOException e) {
      return false;
    }
  }

  private static void makeExecutable(Path script) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(script);
    Set.copyOf(permissions).stream()
        .filter(WHO_READS_RUNS::containsKey)
        .map(WHO_READS_RUNS::get)
        .forEach(permissions::add);
    Files.setPosixFilePermissions(script, permissions);
  }
}
