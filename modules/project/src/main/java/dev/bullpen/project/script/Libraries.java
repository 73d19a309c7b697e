package dev.bullpen.project.script;

import dev.bullpen.posix.FileStatus;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.metadata.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The jars in a project's folder {@code lib}, which all its Java programs may use.
 *
 * <p>They must be as trustworthy as scripts. An untrusted jar is an error, because programs without
 * it would fail in ways that are harder to understand.
 */
public final class Libraries {
  private static final String EXTENSION = ".jar";

  private final Folder project;
  private final Path folder;

  public Libraries(Path project) {
    Path root = project.toAbsolutePath().normalize();
    this.project = new Folder(root, root);
    this.folder = root.resolve("lib");
  }

  /** A jar by its real path. The stamp differs whenever the jar may have changed. */
  public record Library(Path path, String stamp) {}

  /**
   * All jars, sorted by name.
   *
   * @throws RefusedException if one cannot be used, so that no program can
   */
  public List<Library> all() throws RefusedException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Library> libraries = new ArrayList<>();
    for (Path jar : jars()) {
      libraries.add(library(jar));
    }
    return List.copyOf(libraries);
  }

  private TreeSet<Path> jars() throws RefusedException {
    try {
      return new TreeSet<>(FolderListing.entries(folder, "[!.]*" + EXTENSION));
    } catch (IOException e) {
      throw RefusedException.failed(
          "The project's folder lib cannot be read",
          "%s cannot be read (%s). Check its permissions.".formatted(folder, Cause.of(e)));
    }
  }

  private Library library(Path jar) throws RefusedException {
    Path real;
    try {
      real = jar.toRealPath();
    } catch (IOException e) {
      throw rejected(jar, "leads nowhere", "Put the jar back, or remove the link");
    }
    if (!project.containsReal(real)) {
      throw rejected(jar, "leads out of the project", "Copy the jar into it");
    }
    if (!Files.isRegularFile(real)) {
      throw rejected(jar, "is not a file", "Remove it");
    }
    Optional<TrustCheck.Objection> objection = TrustCheck.objection(real);
    if (objection.isPresent()) {
      throw rejected(jar, objection.get().fact(), objection.get().nextStep());
    }
    try {
      objection = ScriptWay.toJava(jar, real, project).objection();
    } catch (IOException e) {
      throw rejected(jar, "cannot be read at the moment (%s)".formatted(Cause.of(e)), "Try again");
    }
    if (objection.isPresent()) {
      throw rejected(
          jar, "is in a folder in which another user may replace it", objection.get().nextStep());
    }
    return new Library(real, FileStatus.stamp(real));
  }

  private static RefusedException rejected(Path jar, String fact, String nextStep) {
    return RefusedException.failed(
        "lib/%s %s".formatted(EscapedBytes.of(jar.getFileName().toString()), fact),
        "%s %s, so no Java program of the project is run. %s.".formatted(jar, fact, nextStep));
  }
}
