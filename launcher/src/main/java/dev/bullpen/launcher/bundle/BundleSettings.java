package dev.bullpen.launcher.bundle;

import dev.bullpen.launcher.ProjectShell;
import dev.bullpen.project.file.TrustCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  /** Finds those too that are not exported. */
  private static final String LISTING =
      "for __name in ${!MCPB_@}; do printf '%s=%s\\0' \"$__name\" \"${!__name}\"; done";

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
    Map<String, String> values = new HashMap<>();
    new ProjectShell(project)
        .source(List.of(file), LISTING, clean)
        .forEach((name, value) -> values.put(name.substring(PREFIX.length()), value));
    return new BundleSettings(Map.copyOf(values));
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
