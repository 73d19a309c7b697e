package dev.bullpen.project.metadata;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import dev.bullpen.project.file.Warnings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The file that an entry of a registration names: by {@code path}, relative to the folder of its
 * kind, as in mcp-bash, or else to the project; or by {@code java}, a program in Java relative to
 * the project, in place of a script or a provider. A program must be inside the project after
 * following links, and must exist when the entry is read.
 */
public record EntryPath(Folder folder, Folder project) {
  /** The member that names a program in Java. */
  public static final String JAVA = "java";

  private static final String PATH = "path";
  private static final String PROVIDER = "provider";

  /** The path relative to the folder of the kind; empty, with a warning, if it leads out. */
  public String known(String written, Warnings warnings) {
    try {
      return of(written);
    } catch (EntryException e) {
      warnings.add("\"path\" is ignored: " + e.sentences());
      return "";
    }
  }

  /** The path relative to the folder of the kind; its file need not exist. */
  public String of(String written) throws EntryException {
    Optional<Path> inFolder = folder.resolve(written);
    Optional<Path> inProject = project.resolve(written);
    if (inFolder.isEmpty()) {
      throw new EntryException(
          "\"%s\" is not a path".formatted(EscapedBytes.of(written)), "Correct \"path\"");
    }
    boolean isInProject =
        !Files.isRegularFile(inFolder.get()) && inProject.filter(Files::isRegularFile).isPresent();
    Path file = isInProject ? inProject.get() : inFolder.get();
    if (!isInside(file)) {
      throw new EntryException(
          "\"%s\" is outside %s".formatted(EscapedBytes.of(written), folder.boundary()),
          "Move the file in there");
    }
    return folder.relative(file);
  }

  /**
   * Whether a path relative to the folder of the kind names an existing file that may be served.
   */
  public boolean isThere(String path) {
    return folder.resolve(path).filter(Files::isRegularFile).filter(this::isInside).isPresent();
  }

  /**
   * A program in Java may be anywhere in the project, even if the folder of the kind is outside.
   */
  private boolean isInside(Path file) {
    return isInside(folder, file) || JavaProgram.is(file) && isInside(project, file);
  }

  private static boolean isInside(Folder folder, Path file) {
    return Files.exists(file) ? folder.contains(file) : file.startsWith(folder.boundary());
  }

  /**
   * The path of the program in Java; empty if the entry names none. Fails if an alternative is
   * named too.
   */
  public static Optional<String> java(ObjectNode entry, List<String> alternatives)
      throws EntryException {
    if (Members.value(entry, JAVA).isEmpty()) {
      return Optional.empty();
    }
    for (String other : alternatives) {
      if (Members.value(entry, other).isPresent()) {
        throw new EntryException(
            "it has both \"%s\" and \"%s\"".formatted(JAVA, other), "Remove one of the two");
      }
    }
    Optional<String> path = Members.silentText(entry, JAVA).filter(JavaProgram::is);
    if (path.isEmpty()) {
      throw new EntryException(
          "\"%s\" does not name a program in Java".formatted(JAVA),
          "Give the path of a .java file or a .jar, relative to the project");
    }
    return path;
  }

  /** An existing file of the project that a member names. */
  public static Path file(String written, String key, Folder project) throws EntryException {
    Optional<Path> file = project.resolve(written).filter(Files::isRegularFile);
    if (file.isEmpty()) {
      throw new EntryException(
          "there is no file \"%s\"".formatted(EscapedBytes.of(written)),
          "Create it or correct \"%s\", which is relative to the project".formatted(key));
    }
    return file.get();
  }

  /** Check the member {@code java}, if present, of any entry except completions. */
  public static void checkJava(ObjectNode entry, Folder project) throws EntryException {
    Optional<String> written = java(entry, List.of(PATH, PROVIDER));
    if (written.isPresent() && !project.contains(file(written.get(), JAVA, project))) {
      throw new EntryException(
          "\"%s\" is outside the project".formatted(EscapedBytes.of(written.get())),
          "Move the program into the project");
    }
  }

  /**
   * A checked entry in the form for readers: with the program as its {@code path}, and, if it is a
   * provider, also as its {@code provider}.
   */
  public ObjectNode javaAsPath(ObjectNode entry, boolean isProvider) {
    Optional<Path> program = Members.silentText(entry, JAVA).flatMap(project::resolve);
    if (program.isEmpty()) {
      return entry;
    }
    ObjectNode known = entry.deepCopy();
    known.remove(JAVA);
    known.put(PATH, folder.relative(program.get()));
    if (isProvider) {
      known.put(PROVIDER, FoundFile.fileName(program.get().toString()));
    }
    return known;
  }
}
