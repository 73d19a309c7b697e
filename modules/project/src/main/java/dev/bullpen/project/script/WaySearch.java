package dev.bullpen.project.script;

import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.TrustCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Finds the {@link ScriptWay} of one script: a file of the project leads to those it names. */
final class WaySearch {
  private static final Path BASH = Path.of("bash");

  private final Folder project;
  private final Folder kind;
  private final List<Path> programs;
  private final List<Path> roots;
  private final Set<Path> files = new LinkedHashSet<>();
  private final Set<Path> folders = new LinkedHashSet<>();
  private final Set<Path> places = new LinkedHashSet<>();
  private final Deque<Path> unread = new ArrayDeque<>();
  private Optional<TrustCheck.Objection> doubt = Optional.empty();

  /**
   * Prepare.
   *
   * @param programs folders of {@code PATH} that lie in the project
   */
  WaySearch(Folder project, Folder kind, List<Path> programs) {
    this.project = project;
    this.kind = kind;
    this.programs = programs;
    this.roots = Stream.of(project, kind).flatMap(folder -> folder.boundaries().stream()).toList();
  }

  /**
   * Search.
   *
   * @throws IOException if a first line cannot be read now, so that the way is not known
   */
  ScriptWay to(Path script, Path real) throws IOException {
    add(PathWalk.of(script));
    addFile(real);
    while (!unread.isEmpty()) {
      read(unread.poll());
    }
    return new ScriptWay(List.copyOf(files), List.copyOf(folders), List.copyOf(places), doubt);
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
          "may not be read by the server's user, so what runs it cannot be checked",
          "Let that user read it");
      return;
    }
    Optional<FirstLine> line = isStarted ? ScriptStart.firstLine(file) : Optional.empty();
    if (line.isEmpty()) {
      programs.forEach(folder -> look(folder.resolve(BASH), true));
      return;
    }
    LineWords words = LineWords.of(line.get());
    words
        .doubt()
        .ifPresent(
            reason ->
                doubt(
                    file,
                    "has a first line that " + reason,
                    "Name the program there as it is, such as #!/usr/bin/env python3"));
    look(words);
  }

  private void doubt(Path file, String fact, String nextStep) {
    doubt = Optional.of(new TrustCheck.Objection(file + " " + fact, nextStep, false));
  }

  /** Whatever a word means, it is looked for wherever it may be. */
  private void look(LineWords words) {
    Set<Path> searched = new LinkedHashSet<>(List.of(project.path()));
    searched.addAll(programs);
    words.folders().stream()
        .map(project.path()::resolve)
        .filter(Files::isDirectory)
        .forEach(searched::add);
    for (Path folder : searched) {
      words.programs().forEach(word -> look(folder.resolve(word), true));
      words.values().forEach(word -> look(folder.resolve(word), false));
    }
  }

  /**
   * Look for a file.
   *
   * @param isProgram whether another user who could put one there would decide what runs
   */
  private void look(Path path, boolean isProgram) {
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
}
