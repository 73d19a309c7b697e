package dev.bullpen.project.script;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.FoundFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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

  static boolean isCompletionScript(String fileName) {
    return ENDINGS.stream().anyMatch(fileName::endsWith);
  }

  /**
   * Find the first executable script or program in Java beside a file: {@code P.completion.sh},
   * {@code P.completion}, {@code P.completion.java}, {@code P.completion.jar}, and the same for P
   * without its extension. A script that lacks only the permission is reported.
   *
   * @param path of the published file, relative to the folder
   */
  public static Optional<String> beside(String path, Folder folder, Warnings warnings) {
    return first(candidates(path).stream(), folder, warnings);
  }

  /** The same where all that may exist is known. */
  static Optional<String> beside(
      String path, Set<String> existing, Folder folder, Warnings warnings) {
    return first(candidates(path).stream().filter(existing::contains), folder, warnings);
  }

  /**
   * The same of a resource template, whose script may also be called by its name: {@code
   * NAME.completion.sh} in the folder, or in its subfolder {@code NAME}. The path is that of its
   * metadata without the ending, or empty.
   */
  public static Optional<String> ofTemplate(
      String path, String name, Folder folder, Warnings warnings) {
    Set<String> candidates = candidates(path);
    if (!name.startsWith(".") && name.indexOf('/') < 0) {
      ENDINGS.forEach(ending -> candidates.add(name + ending));
      ENDINGS.forEach(ending -> candidates.add(name + "/" + name + ending));
    }
    return first(candidates.stream(), folder, warnings);
  }

  private static Optional<String> first(
      Stream<String> candidates, Folder folder, Warnings warnings) {
    for (String path : (Iterable<String>) candidates::iterator) {
      Optional<Path> file = folder.resolve(path).filter(Files::isRegularFile);
      Optional<String> objection = file.flatMap(script -> objection(script, folder));
      objection.ifPresent(warnings::add);
      if (file.isPresent() && objection.isEmpty()) {
        return Optional.of(path);
      }
    }
    return Optional.empty();
  }

  private static Optional<String> objection(Path script, Folder folder) {
    if (!folder.contains(script)) {
      return Optional.of(
          "%s is ignored: it leads out of the project. Put a real file in its place."
              .formatted(script));
    }
    if (!JavaProgram.is(script) && !Files.isExecutable(script)) {
      return Optional.of(
          "%s is ignored: it is not executable. Run chmod +x on it.".formatted(script));
    }
    return ScriptCommand.objection(script)
        .map(reason -> reason + " Until then it completes nothing.");
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
