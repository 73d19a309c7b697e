package dev.bullpen.project.script;

import dev.bullpen.posix.spawn.FirstLine;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.script.ScriptCommand.LineWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files and folders that decide which program a script runs: the script; every file of the
 * project that its first line names, as its interpreter or as something that the interpreter reads;
 * the files that their first lines name in turn; and the folders from each of them up to the
 * project.
 */
public final class ScriptWay {
  private static final Path BASH = Path.of("bash");

  private final Folder project;
  private final Folder kind;

  /** Folders of {@code PATH} in the project. */
  private final List<Path> programs;

  private final List<Path> roots;

  /** Files that no other user may have written. The script is the first. */
  private final Set<Path> files = new LinkedHashSet<>();

  /** Folders in which no other user may replace one of the files. */
  private final Set<Path> folders = new LinkedHashSet<>();

  /** Links, and paths where a first line might name a file that does not exist. */
  private final Set<Path> places = new LinkedHashSet<>();

  private final Deque<Path> unread = new ArrayDeque<>();

  private Optional<TrustCheck.Objection> doubt = Optional.empty();

  private ScriptWay(Folder project, Folder kind, List<Path> programs) {
    this.project = project;
    this.kind = kind;
    this.programs = programs;
    this.roots = Stream.of(project, kind).flatMap(folder -> folder.boundaries().stream()).toList();
  }

  /**
   * The files and folders of a project's script.
   *
   * @param script its path as named
   * @param real its path after following links
   * @param kind the folder for scripts of its kind; may be outside the project
   * @throws IOException if a first line cannot be read at the moment
   */
  public static ScriptWay to(Path script, Path real, Layout layout, Folder kind)
      throws IOException {
    return new ScriptWay(layout.root(), kind, layout.programs()).followed(script, real);
  }

  static ScriptWay toPlace(Path script, Layout layout, Folder kind) {
    ScriptWay way = new ScriptWay(layout.root(), kind, List.of());
    way.addWay(script);
    return way;
  }

  /** The same for a program in Java, which has no interpreter. */
  static ScriptWay toJava(Path program, Path real, Folder folder) throws IOException {
    return new ScriptWay(folder, folder, List.of()).followed(program, real);
  }

  private ScriptWay followed(Path script, Path real) throws IOException {
    addWay(script);
    addFile(real);
    while (!unread.isEmpty()) {
      read(unread.poll());
    }
    return this;
  }

  public Optional<TrustCheck.Objection> objection() {
    return TrustCheck.firstObjection(List.copyOf(files), List.copyOf(folders)).or(() -> doubt);
  }

  /** The first objection, except to the script itself. */
  public Optional<TrustCheck.Objection> objectionBesideScript() {
    return TrustCheck.firstObjection(files.stream().skip(1).toList(), List.copyOf(folders));
  }

  boolean isSameAs(ScriptWay other) {
    return files.equals(other.files)
        && folders.equals(other.folders)
        && places.equals(other.places);
  }

  /**
   * Paths that must not change, except the script itself: with another file there, a different
   * program would run.
   */
  List<Path> besideScript() {
    return Stream.of(files.stream().skip(1), places.stream(), folders.stream())
        .flatMap(paths -> paths)
        .toList();
  }

  private void addWay(Path script) {
    PathWalk walk = PathWalk.of(script);
    add(walk);
    // A link outside of the project leads into it now, but may lead elsewhere later.
    places.addAll(walk.links());
  }

  private void add(PathWalk walk) {
    walk.folders().stream()
        .filter(this::isInside)
        .filter(folder -> !Files.notExists(folder))
        .forEach(folders::add);
    walk.links().stream().filter(this::isInside).forEach(places::add);
  }

  private void addFile(Path file) {
    if (files.add(file)) {
      unread.add(file);
    }
  }

  private boolean isInside(Path path) {
    return roots.stream().anyMatch(path::startsWith);
  }

  private void read(Path file) throws IOException {
    if (JavaProgram.is(file)) {
      return;
    }
    boolean isStarted = Files.isExecutable(file);
    if (isStarted && !Files.isReadable(file)) {
      doubt(
          file,
          "may not be read by the server's user, so its interpreter cannot be checked",
          "Let that user read it");
      return;
    }
    Optional<FirstLine> line = isStarted ? ScriptCommand.firstLine(file) : Optional.empty();
    if (line.isEmpty()) {
      programs.forEach(folder -> search(folder.resolve(BASH), true));
      return;
    }
    LineWords words = new LineWords(line.get());
    words.doubt.ifPresent(
        reason ->
            doubt(
                file,
                "has a first line that " + reason,
                "Name the program plainly there, such as #!/usr/bin/env python3"));
    search(words);
  }

  private void doubt(Path file, String fact, String nextStep) {
    doubt = Optional.of(new TrustCheck.Objection(file + " " + fact, nextStep, false));
  }

  /** Searches every word in every folder, whatever the word means. */
  private void search(LineWords words) {
    Set<Path> searched = new LinkedHashSet<>(List.of(project.path()));
    searched.addAll(programs);
    words.folders.stream()
        .map(project.path()::resolve)
        .filter(Files::isDirectory)
        .forEach(searched::add);
    for (Path folder : searched) {
      words.programs.forEach(word -> search(folder.resolve(word), true));
      words.values.forEach(word -> search(folder.resolve(word), false));
    }
  }

  /**
   * Searches a file. A missing program matters too: another user who could create it would decide
   * what runs.
   */
  private void search(Path path, boolean isProgram) {
    PathWalk walk = PathWalk.of(path);
    boolean isFile = Files.isRegularFile(walk.end());
    if (isFile || isProgram) {
      add(walk);
    }
    if (isFile && (project.containsReal(walk.end()) || kind.containsReal(walk.end()))) {
      addFile(walk.end());
    } else if (!isFile && isInside(path)) {
      places.add(path);
    }
  }

  /**
   * The system's resolution of a path, link by link.
   *
   * @param folders in which names of the path are looked up, the last first; none is a link
   * @param end the target after following links; need not exist
   */
  record PathWalk(List<Path> folders, List<Path> links, Path end) {
    /** The most links, as in Linux; see path_resolution(7). */
    private static final int MOST_LINKS = 40;

    /** For an absolute path. Its {@code ..} are resolved after links, as the system does. */
    static PathWalk of(Path path) {
      List<Path> folders = new ArrayList<>();
      List<Path> links = new ArrayList<>();
      Deque<Path> names = new ArrayDeque<>();
      path.forEach(names::add);
      Path at = path.getRoot();
      while (!names.isEmpty()) {
        Path name = names.poll();
        if (name.toString().equals("..")) {
          at = at.getParent() == null ? at : at.getParent();
          continue;
        }
        if (name.toString().equals(".") || name.toString().isEmpty()) {
          continue;
        }
        folders.add(at);
        Path next = at.resolve(name);
        Path target = links.size() < MOST_LINKS ? target(next) : next;
        if (target.equals(next)) {
          at = next;
          continue;
        }
        links.add(next);
        for (int i = target.getNameCount() - 1; i >= 0; i--) {
          names.push(target.getName(i));
        }
        at = target.isAbsolute() ? target.getRoot() : at;
      }
      Collections.reverse(folders);
      return new PathWalk(List.copyOf(folders), List.copyOf(links), at);
    }

    private static Path target(Path path) {
      try {
        return Files.isSymbolicLink(path) ? Files.readSymbolicLink(path) : path;
      } catch (IOException e) {
        return path; // gone meanwhile
      }
    }
  }
}
