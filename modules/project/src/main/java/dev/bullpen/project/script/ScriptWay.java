package dev.bullpen.project.script;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.TrustCheck;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What decides which program is run when a script is: the script, every file of the project that
 * its first line names, as its interpreter or to be read by that, what their first lines name in
 * turn, and the folders from each of them up to the project.
 *
 * @param files which no other user may have written; the script is the first
 * @param folders in which no other user may put something else in the place of one of them
 * @param places where another file would change the way: links, and where a name in a first line
 *     may be looked for and no file is
 * @param doubt why it cannot be told what is run; names the file
 */
public record ScriptWay(
    List<Path> files, List<Path> folders, List<Path> places, Optional<TrustCheck.Objection> doubt) {
  /**
   * The way to a script of a project.
   *
   * @param script as it is named
   * @param real the same once every link is followed
   * @param kind the folder that scripts of its kind lie in, which may be elsewhere
   * @throws IOException if a first line cannot be read now, so that the way is not known
   */
  public static ScriptWay to(Path script, Path real, Layout layout, Folder kind)
      throws IOException {
    return new WaySearch(layout.root(), kind, layout.programs()).to(script, real);
  }

  /** The way to a program in Java, which has no interpreter. */
  static ScriptWay toJava(Path program, Path real, Folder folder) throws IOException {
    return new WaySearch(folder, folder, List.of()).to(program, real);
  }

  /** What speaks against running the script; names the path. */
  public Optional<TrustCheck.Objection> objection() {
    return TrustCheck.firstObjection(files, folders).or(() -> doubt);
  }

  /** What must stay as it is, beside the script itself. */
  List<Path> placesBesideScript() {
    return Stream.concat(files.stream().skip(1), places.stream()).toList();
  }

  /** What speaks against all but the script itself. */
  public Optional<TrustCheck.Objection> objectionBesideScript() {
    return TrustCheck.firstObjection(files.subList(1, files.size()), folders);
  }
}
