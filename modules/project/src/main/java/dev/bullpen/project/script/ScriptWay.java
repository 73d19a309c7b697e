package dev.bullpen.project.script;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.TrustCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What decides which program is run when a script is: the script, the folders from there up to the
 * project, and its interpreter with its own folders if that lies in the project.
 *
 * @param files which no other user may have written
 * @param folders in which no other user may put something else in the place of one of them; one
 *     that is a link stands for the folder it leads to
 */
public record ScriptWay(List<Path> files, List<Path> folders) {
  /**
   * The way to a script.
   *
   * @param script as it is named
   * @param real the same once every link is followed
   * @param kind the folder that scripts of its kind lie in, which may be elsewhere
   */
  public static ScriptWay to(Path script, Path real, Folder project, Folder kind) {
    List<Path> roots =
        Stream.of(project, kind).flatMap(folder -> folder.boundaries().stream()).toList();
    List<Path> files = new ArrayList<>(List.of(real));
    Set<Path> folders = new LinkedHashSet<>(folders(real, roots));
    folders.addAll(folders(script, roots));
    interpreter(real, project.path())
        .ifPresent(
            interpreter -> {
              folders.addAll(folders(interpreter, roots));
              real(interpreter)
                  .filter(project::containsReal)
                  .ifPresent(
                      target -> {
                        files.add(target);
                        folders.addAll(folders(target, roots));
                      });
            });
    return new ScriptWay(List.copyOf(files), List.copyOf(folders));
  }

  /** The folders from a path up to the outermost root, which is among them. */
  private static List<Path> folders(Path path, List<Path> roots) {
    List<Path> folders = new ArrayList<>();
    int inside = 0;
    for (Path at = path.getParent(); at != null; at = at.getParent()) {
      folders.add(at);
      inside = roots.contains(at) ? folders.size() : inside;
    }
    return folders.subList(0, inside);
  }

  /** The path in the first line, which a relative one continues from the project. */
  private static Optional<Path> interpreter(Path script, Path project) {
    if (JavaProgram.is(script) || !Files.isExecutable(script)) {
      return Optional.empty();
    }
    try {
      return ScriptStart.firstLine(script)
          .map(line -> project.resolve(line.interpreter()).normalize());
    } catch (InvalidPathException e) {
      return Optional.empty(); // nothing has such a name
    }
  }

  private static Optional<Path> real(Path path) {
    try {
      return Optional.of(path.toRealPath());
    } catch (IOException e) {
      return Optional.empty(); // it is not there, which the start tells
    }
  }

  /** What speaks against running the script; names the path. */
  public Optional<TrustCheck.Objection> objection() {
    return TrustCheck.firstObjection(files, folders);
  }

  /** For a quick look before each start; of the script itself more is remembered. */
  FileStatus[] statuses() {
    return Stream.concat(files.stream().skip(1), folders.stream())
        .map(FileStatus::new)
        .toArray(FileStatus[]::new);
  }
}
