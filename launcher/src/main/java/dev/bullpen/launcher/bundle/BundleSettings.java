package dev.bullpen.launcher.bundle;

import dev.bullpen.launcher.ProjectShell;
import dev.bullpen.launcher.ShortRun;
import dev.bullpen.pool.folder.OwnedFolder;
import dev.bullpen.project.file.TrustCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings in a project's {@code mcpb.conf}, as a shell reads them: {@code MCPB_NAME} and so
 * on, by their names without the prefix.
 */
record BundleSettings(Map<String, String> values) {
  private static final String FILE = "mcpb.conf";
  private static final String PREFIX = "MCPB_";
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** $1 is the file; $2 gets name, NUL, value, NUL for each variable. */
  private static final String READ =
      ". \"$1\" >&2 || exit; for __name in ${!MCPB_@}; do"
          + " printf '%s\\0%s\\0' \"$__name\" \"${!__name}\"; done >\"$2\"";

  static BundleSettings read(Path project, Map<String, String> environment) throws IOException {
    Path file = project.resolve(FILE);
    if (Files.notExists(file)) {
      return new BundleSettings(Map.of());
    }
    Optional<TrustCheck.Objection> objection = TrustCheck.firstObjection(List.of(file, project));
    if (objection.isPresent()) {
      throw new IOException(
          "%s is not read: %s. %s."
              .formatted(file, objection.get().fact(), objection.get().nextStep()));
    }
    Map<String, String> clean = new HashMap<>(environment);
    clean.keySet().removeIf(name -> name.startsWith(PREFIX));
    try (OwnedFolder folder = OwnedFolder.make()) {
      Path out = Files.createFile(folder.path().resolve("settings"));
      List<String> words = new ArrayList<>(ProjectShell.bash(clean, READ));
      words.addAll(List.of(file.toString(), out.toString()));
      Optional<ShortRun.Result> end = new ShortRun(clean, LIMIT).runAlone(words, project);
      if (end.isEmpty() || end.get().exitCode() != 0) {
        throw new IOException(
            "%s cannot be read: %s. Let it set variables only."
                .formatted(file, end.map(ended -> ended.output().strip()).orElse("it hangs")));
      }
      String[] fields = Files.readString(out).split("\0", -1);
      Map<String, String> values = new HashMap<>();
      for (int i = 0; i + 1 < fields.length; i += 2) {
        values.put(fields[i].substring(PREFIX.length()), fields[i + 1]);
      }
      return new BundleSettings(Map.copyOf(values));
    }
  }

  /** The value; empty if it is unset or blank. */
  Optional<String> of(String name) {
    return Optional.ofNullable(values.get(name)).filter(value -> !value.isBlank());
  }

  /** The words of a value that is a list. */
  List<String> list(String name) {
    return of(name).map(value -> List.of(value.strip().split("[\\s,]+"))).orElse(List.of());
  }
}
