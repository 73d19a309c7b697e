package dev.bullpen.project.completion;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.CacheTime;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.JavaEntry;
import dev.bullpen.project.metadata.StrictMembers;
import dev.bullpen.project.metadata.WholeSeconds;
import dev.bullpen.project.script.ScriptLimitsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads an element of {@code completions} that has a script or a program. What mcp-bash passes over
 * in it is said: a member that is none of ours, and a time that is no whole number of seconds.
 */
final class CompletionEntryReader {
  private static final String PATH = "path";
  private static final String TIMEOUT = "timeoutSecs";

  private static final Set<String> KEYS =
      Set.of("name", "ref", "argument", PATH, JavaEntry.KEY, TIMEOUT, "cache", "match", "limits");

  private static final String USE =
      "Use only name or ref, argument, path or java, timeoutSecs, cache, match, limits";

  private final Folder root;

  CompletionEntryReader(Folder root) {
    this.root = root;
  }

  /**
   * Read it.
   *
   * @param name what it completes
   * @param problems told what is passed over
   */
  CompletionEntry read(ObjectNode entry, String name, Consumer<String> problems)
      throws EntryException {
    checkKeys(entry, problems);
    Optional<String> java = JavaEntry.path(entry, List.of(PATH));
    String path =
        java.isPresent()
            ? java.get()
            : StrictMembers.text(
                entry, PATH, "Give the path of the script, relative to the project");
    return new CompletionEntry(
        name,
        script(path, java.isPresent() ? JavaEntry.KEY : PATH),
        WholeSeconds.orZero(entry, TIMEOUT, problems),
        cache(entry),
        CompletionSourceReader.match(entry),
        ScriptLimitsReader.read(entry, path));
  }

  /** Where neither a script nor a program is named, the key may be a source that is misspelt. */
  private static void checkKeys(ObjectNode entry, Consumer<String> problems) throws EntryException {
    boolean isProvided = entry.has(PATH) || entry.has(JavaEntry.KEY);
    for (String key : entry.propertyNames()) {
      if (!KEYS.contains(key)) {
        String shown = EscapedBytes.of(key);
        if (!isProvided) {
          throw new EntryException(
              "unknown key \"%s\"".formatted(shown),
              USE + "; without a script values, file, paths, enum, context");
        }
        problems.accept("\"%s\" is ignored: it means nothing here. %s.".formatted(shown, USE));
      }
    }
  }

  private String script(String path, String key) throws EntryException {
    Path script =
        root.resolve(path)
            .filter(Files::isRegularFile)
            .orElseThrow(
                () ->
                    new EntryException(
                        "there is no file \"%s\"".formatted(EscapedBytes.of(path)),
                        "Create it or correct \"%s\", which is relative to the project"
                            .formatted(key)));
    try {
      Path project = root.path().toRealPath();
      // The folder is made real, the name is kept: a script may look at the name it was called by.
      Path inFolder = script.getParent().toRealPath().resolve(script.getFileName());
      if (root.contains(script) && inFolder.startsWith(project)) {
        return new Folder(project, project).relative(inFolder);
      }
    } catch (IOException e) {
      throw new EntryException(
          "\"%s\" cannot be examined".formatted(EscapedBytes.of(path)),
          "Check the permissions of its folders");
    }
    throw new EntryException(
        "\"%s\" is outside the project".formatted(EscapedBytes.of(path)),
        "Move the script into the project");
  }

  private static Optional<Duration> cache(ObjectNode entry) throws EntryException {
    return StrictMembers.optional(
        entry,
        "cache",
        CacheTime::of,
        () -> "not a number from %s to %s".formatted(CacheTime.MIN, CacheTime.MAX),
        "Give the seconds for which an answer may be given again, or leave it out");
  }
}
