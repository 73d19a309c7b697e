package dev.bullpen.project.metadata;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.JavaProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The member {@code java} of an entry of a registration: a program in Java, in place of a script or
 * a provider.
 *
 * <p>Its path is relative to the project, it lies in the project once every link is followed, and
 * it is there when the entry is read.
 */
public final class JavaEntry {
  public static final String KEY = "java";

  private static final String PATH = "path";
  private static final String PROVIDER = "provider";

  private JavaEntry() {}

  static boolean isIn(ObjectNode entry) {
    return Members.value(entry, KEY).isPresent();
  }

  /**
   * The path of the program; empty when the entry names none.
   *
   * @param alternatives members that say the same in another way, none of which may be there
   */
  public static Optional<String> path(ObjectNode entry, List<String> alternatives)
      throws EntryException {
    if (!isIn(entry)) {
      return Optional.empty();
    }
    for (String other : alternatives) {
      if (Members.value(entry, other).isPresent()) {
        throw new EntryException(
            "it has both \"%s\" and \"%s\"".formatted(KEY, other), "Remove one of the two");
      }
    }
    Optional<String> path = Members.text(entry, KEY).filter(JavaProgram::is);
    if (path.isEmpty()) {
      throw new EntryException(
          "\"%s\" does not name a program in Java".formatted(KEY),
          "Give the path of a .java file or a .jar, relative to the project");
    }
    return path;
  }

  /** Check the member, if it is there: of an entry of tools, prompts, resources or templates. */
  public static void check(ObjectNode entry, Folder project) throws EntryException {
    Optional<String> written = path(entry, List.of(PATH, PROVIDER));
    if (written.isPresent()) {
      String shown = EscapedBytes.of(written.get());
      Path file =
          project
              .resolve(written.get())
              .filter(Files::isRegularFile)
              .orElseThrow(
                  () ->
                      new EntryException(
                          "there is no file \"%s\"".formatted(shown),
                          "Create it or correct \"%s\", which is relative to the project"
                              .formatted(KEY)));
      if (!project.contains(file)) {
        throw new EntryException(
            "\"%s\" is outside the project".formatted(shown), "Move the program into the project");
      }
    }
  }

  /**
   * An entry that passed, as readers know it: with the program as its {@code path}, and as its
   * {@code provider} too where that is what it is.
   *
   * @param folder of the kind, which the path becomes relative to
   */
  public static ObjectNode asPath(
      ObjectNode entry, Folder folder, Folder project, boolean isProvider) {
    Optional<Path> program = Members.text(entry, KEY).flatMap(project::resolve);
    if (program.isEmpty()) {
      return entry;
    }
    ObjectNode known = Json.object();
    entry.properties().forEach(member -> known.set(member.getKey(), member.getValue()));
    known.remove(KEY);
    known.put(PATH, folder.relative(program.get()));
    if (isProvider) {
      known.put(PROVIDER, FoundFile.fileName(program.get().toString()));
    }
    return known;
  }
}
