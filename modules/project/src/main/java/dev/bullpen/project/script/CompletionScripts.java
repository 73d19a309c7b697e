package dev.bullpen.project.script;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.metadata.FoundFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The scripts that complete what they lie beside. */
public final class CompletionScripts {
  private static final String WITH_EXTENSION = ".completion.sh";
  private static final String WITHOUT_EXTENSION = ".completion";
  private static final List<String> ENDINGS =
      List.of(
          WITH_EXTENSION,
          WITHOUT_EXTENSION,
          WITHOUT_EXTENSION + JavaProgram.SOURCE,
          WITHOUT_EXTENSION + JavaProgram.JAR);

  private CompletionScripts() {}

  /** Whether a file name is that of a completion script, which is never published itself. */
  static boolean isCompletionScript(String fileName) {
    return ENDINGS.stream().anyMatch(fileName::endsWith);
  }

  /**
   * Find the first executable script or program in Java beside a file: {@code P.completion.sh},
   * {@code P.completion}, {@code P.completion.java}, {@code P.completion.jar}, and the same for P
   * without its extension. A script that lacks only the permission is said.
   *
   * @param path of the published file, relative to the folder
   */
  public static Optional<String> beside(String path, Folder folder, Consumer<String> warnings) {
    return beside(path, candidate -> true, folder, warnings);
  }

  /**
   * The same of a resource template, whose script may also be called by its name: {@code
   * NAME.completion.sh} in the folder, or in its subfolder {@code NAME}.
   *
   * @param path of its metadata without the ending; empty where it is registered without one
   */
  public static Optional<String> ofTemplate(
      String path, String name, Folder folder, Consumer<String> warnings) {
    Set<String> candidates = candidates(path);
    if (!name.startsWith(".") && name.indexOf('/') < 0) {
      ENDINGS.forEach(ending -> candidates.add(name + ending));
      ENDINGS.forEach(ending -> candidates.add(name + "/" + name + ending));
    }
    return first(candidates, candidate -> true, folder, warnings);
  }

  /**
   * The same, where the names of what may exist are known.
   *
   * @param mayExist whether a path is worth looking at
   */
  public static Optional<String> beside(
      String path, Predicate<String> mayExist, Folder folder, Consumer<String> warnings) {
    return first(candidates(path), mayExist, folder, warnings);
  }

  private static Optional<String> first(
      Set<String> candidates,
      Predicate<String> mayExist,
      Folder folder,
      Consumer<String> warnings) {
    for (String candidate : candidates) {
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
      } else if (!JavaProgram.is(candidate) && !Files.isExecutable(script.get())) {
        warnings.accept(
            "%s is ignored: it is not executable. Run chmod +x on it.".formatted(script.get()));
      } else {
        Optional<String> objection = ScriptCommand.objection(script.get());
        if (objection.isEmpty()) {
          return Optional.of(candidate);
        }
        warnings.accept(objection.get() + " Until then it completes nothing.");
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
        ENDINGS.forEach(ending -> candidates.add(folder + base + ending));
      }
    }
    return candidates;
  }
}
