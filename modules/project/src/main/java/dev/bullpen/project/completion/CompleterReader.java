package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionTarget.Kind;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.script.ScriptLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads an element of {@code completions}, strictly: what it completes, by a {@code name} or by a
 * {@code ref} as clients send it, and perhaps an {@code argument}; and who completes, a script, a
 * program or a source. What mcp-bash passes over in an entry with a script is warned about: an
 * unknown member, and a time that is no whole number of seconds.
 */
public final class CompleterReader {
  private static final String ARGUMENT = "argument";
  private static final String NAME = "name";
  private static final String PATH = "path";
  private static final String REF = "ref";

  /** The members that say what is completed. */
  private static final Set<String> TARGET_KEYS = Set.of(NAME, REF, ARGUMENT);

  private static final Set<String> SCRIPT_KEYS =
      Set.of(NAME, REF, ARGUMENT, PATH, EntryPath.JAVA, "timeoutSecs", "cache", "match", "limits");

  private static final String USE =
      "Use only name or ref, argument, path or java, timeoutSecs, cache, match, limits";

  private final Folder root;
  private final CompletionSourceReader sources;

  public CompleterReader(Folder root) {
    this.root = root;
    this.sources = new CompletionSourceReader(root);
  }

  /** What an entry completes. */
  public static CompletionTarget target(ObjectNode entry) throws EntryException {
    Optional<String> argument = Optional.empty();
    if (Members.value(entry, ARGUMENT).isPresent()) {
      argument =
          Optional.of(Members.required(entry, ARGUMENT, "Name the argument or leave it out"));
    }
    Optional<JsonNode> ref = Members.value(entry, REF);
    if (ref.isEmpty()) {
      String name = Members.required(entry, NAME, "Name the prompt or resource it completes");
      return new CompletionTarget(Kind.ANY, name.strip(), argument);
    }
    if (Members.value(entry, NAME).isPresent()) {
      throw new EntryException("it has both a name and a ref", "Leave out one of the two");
    }
    return target(ref.get(), argument);
  }

  private static CompletionTarget target(JsonNode node, Optional<String> argument)
      throws EntryException {
    if (node instanceof ObjectNode ref && ref.size() == 2) {
      String type = Members.text(ref, "type").orElse("");
      Optional<String> prompt = Members.text(ref, NAME);
      Optional<String> resource = Members.text(ref, "uri");
      if (type.equals("ref/prompt") && prompt.isPresent()) {
        return new CompletionTarget(Kind.PROMPT, prompt.get(), argument);
      }
      if (type.equals("ref/resource") && resource.isPresent()) {
        return new CompletionTarget(Kind.RESOURCE, resource.get(), argument);
      }
    }
    throw new EntryException(
        "\"ref\" names neither a prompt nor a resource",
        "Write {\"type\": \"ref/prompt\", \"name\": NAME}"
            + " or {\"type\": \"ref/resource\", \"uri\": URI or template}");
  }

  /**
   * Who completes.
   *
   * @param warnings receives what of a script's entry is passed over
   */
  public Completer read(ObjectNode entry, CompletionTarget target, Consumer<String> warnings)
      throws EntryException {
    if (Collections.disjoint(entry.propertyNames(), CompletionSourceReader.SOURCES)) {
      return script(entry, target.name(), warnings);
    }
    if (entry.has(PATH)) {
      throw new EntryException(
          "it has both a script and a source", "Leave out \"path\", or all but \"path\"");
    }
    return sources.read(entry, TARGET_KEYS);
  }

  private CompletionEntry script(ObjectNode entry, String name, Consumer<String> warnings)
      throws EntryException {
    checkKeys(entry, warnings);
    Optional<String> java = EntryPath.java(entry, List.of(PATH));
    String path =
        java.isPresent()
            ? java.get()
            : Members.required(entry, PATH, "Give the path of the script, relative to the project");
    return new CompletionEntry(
        name,
        inside(path, java.isPresent() ? EntryPath.JAVA : PATH),
        new Members(entry, warnings).seconds("timeoutSecs", 0),
        Members.keptFor(entry, "cache"),
        CompletionSourceReader.match(entry),
        ScriptLimits.read(entry, path));
  }

  /** Where neither a script nor a program is named, the key may be a source that is misspelt. */
  private static void checkKeys(ObjectNode entry, Consumer<String> warnings) throws EntryException {
    boolean isProvided = entry.has(PATH) || entry.has(EntryPath.JAVA);
    for (String key : entry.propertyNames()) {
      if (!SCRIPT_KEYS.contains(key)) {
        String shown = EscapedBytes.of(key);
        if (!isProvided) {
          throw new EntryException(
              "unknown key \"%s\"".formatted(shown),
              USE + "; without a script values, file, paths, enum, context");
        }
        warnings.accept("\"%s\" is ignored: it means nothing here. %s.".formatted(shown, USE));
      }
    }
  }

  private String inside(String written, String key) throws EntryException {
    Path script = EntryPath.file(written, key, root);
    try {
      Path project = root.path().toRealPath();
      // The folder is made real, the name is kept: a script may look at the name it was called by.
      Path inFolder = script.getParent().toRealPath().resolve(script.getFileName());
      if (root.contains(script) && inFolder.startsWith(project)) {
        return new Folder(project, project).relative(inFolder);
      }
    } catch (IOException e) {
      throw new EntryException(
          "\"%s\" cannot be examined".formatted(EscapedBytes.of(written)),
          "Check the permissions of its folders");
    }
    throw new EntryException(
        "\"%s\" is outside the project".formatted(EscapedBytes.of(written)),
        "Move the script into the project");
  }
}
