package dev.bullpen.project;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The scripts that complete what they lie beside. */
final class CompletionScripts {
  private static final String WITH_EXTENSION = ".completion.sh";
  private static final String WITHOUT_EXTENSION = ".completion";

  private CompletionScripts() {}

  /** Whether a file name is that of a completion script, which is never published itself. */
  static boolean isCompletionScript(String fileName) {
    return fileName.endsWith(WITH_EXTENSION) || fileName.endsWith(WITHOUT_EXTENSION);
  }

  /**
   * Find the first executable script beside a file: {@code P.completion.sh}, {@code P.completion},
   * and the same for P without its extension. A script that lacks only the permission is said.
   *
   * @param path of the published file, relative to the folder
   */
  static Optional<String> beside(String path, Folder folder, Consumer<String> warnings) {
    return beside(path, candidate -> true, folder, warnings);
  }

  /**
   * The same, where the names of what may exist are known.
   *
   * @param mayExist whether a path is worth looking at
   */
  static Optional<String> beside(
      String path, Predicate<String> mayExist, Folder folder, Consumer<String> warnings) {
    for (String candidate : candidates(path)) {
      if (!mayExist.test(candidate)) {
        continue;
      }
      Optional<Path> script = folder.resolve(candidate).filter(Files::isRegularFile);
      if (script.isEmpty()) {
        continue;
      }
      if (!folder.contains(script.get())) {
        warnings.accept(
            "%s is ignored: it leads out of the project. Put a real file in its place."
                .formatted(script.get()));
      } else if (!Files.isExecutable(script.get())) {
        warnings.accept(
            "%s is ignored: it is not executable. Run chmod +x on it.".formatted(script.get()));
      } else {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  private static Set<String> candidates(String path) {
    Set<String> candidates = new LinkedHashSet<>();
    String fileName = FoundFile.fileName(path);
    if (!fileName.isEmpty()) {
      String folder = path.substring(0, path.length() - fileName.length());
      for (String base : new String[] {fileName, FoundFile.stem(fileName)}) {
        candidates.add(folder + base + WITH_EXTENSION);
        candidates.add(folder + base + WITHOUT_EXTENSION);
      }
    }
    return candidates;
  }
}
