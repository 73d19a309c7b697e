package dev.bullpen.project.completion;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.CacheTime;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.JavaEntry;
import dev.bullpen.project.metadata.StrictMembers;
import dev.bullpen.project.metadata.WholeSeconds;
import dev.bullpen.project.script.ScriptLimitsReader;
import dev.bullpen.project.script.WarmScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Reads one element of {@code completions}, strictly. */
final class CompletionEntryReader {
  private static final Set<String> KEYS =
      Set.of(
          "name",
          "ref",
          "argument",
          "path",
          "java",
          "timeoutSecs",
          "cache",
          "match",
          "limits",
          "warm");

  private final Folder root;

  CompletionEntryReader(Folder root) {
    this.root = root;
  }

  /**
   * Read it.
   *
   * @param name what it completes
   */
  CompletionEntry read(ObjectNode entry, String name) throws EntryException {
    for (String key : entry.propertyNames()) {
      if (!KEYS.contains(key)) {
        throw new EntryException(
            "unknown key \"%s\"".formatted(EscapedBytes.of(key)),
            "Use only name or ref, argument, path or java, timeoutSecs, cache, match, limits, warm"
                + "; without a script values, file, paths, enum, context");
      }
    }
    Optional<String> java = JavaEntry.path(entry, List.of("path"));
    String path =
        java.isPresent()
            ? java.get()
            : StrictMembers.text(
                entry, "path", "Give the path of the script, relative to the project");
    return new CompletionEntry(
        name,
        script(path, java.isPresent() ? JavaEntry.KEY : "path"),
        timeout(entry),
        cache(entry),
        CompletionSourceReader.match(entry),
        ScriptLimitsReader.read(entry, path),
        WarmScript.read(entry));
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
        return project.relativize(inFolder).toString().replace('\\', '/');
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

  private static Optional<Duration> timeout(ObjectNode entry) throws EntryException {
    return StrictMembers.optional(
        entry,
        "timeoutSecs",
        WholeSeconds::of,
        () -> "not a whole number from 1 to %d".formatted(WholeSeconds.MAX),
        "Give whole seconds or leave it out");
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
