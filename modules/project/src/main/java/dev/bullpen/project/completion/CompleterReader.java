package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionSource.Names;
import dev.bullpen.project.completion.CompletionTable.Completer;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget.Kind;
import dev.bullpen.project.completion.MatchIndex.MatchMode;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.script.ScriptLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads an element of {@code completions}, strictly: what it completes, by a {@code name} or by a
 * {@code ref} as clients send it, and perhaps an {@code argument}; and how, by a script, a program
 * or a source. What mcp-bash passes over in an entry with a script is warned about: an unknown
 * member, and a time that is no whole number of seconds.
 *
 * <p>A source is one of {@code values}, {@code file}, {@code paths} and {@code enum}; a {@code
 * context} beside it or instead of it; and {@code match}.
 */
public final class CompleterReader {
  private static final String NAME = "name";
  private static final String REF = "ref";
  private static final String ARGUMENT = "argument";
  private static final String PATH = "path";
  private static final String VALUES = "values";
  private static final String FILE = "file";
  private static final String PATHS = "paths";
  private static final String ENUM = "enum";
  private static final String CONTEXT = "context";
  private static final String MATCH = "match";
  private static final String BASE = "base";

  private static final Set<String> SCRIPT_KEYS =
      Set.of(NAME, REF, ARGUMENT, PATH, EntryPath.JAVA, "timeoutSecs", "cache", MATCH, "limits");

  private static final String USE =
      "Use only name or ref, argument, path or java, timeoutSecs, cache, match, limits";

  /** What a row of a context may have, what metadata may have, and what an entry may have. */
  private static final Set<String> ROW_KEYS = new TreeSet<>(Set.of(VALUES, FILE, PATHS, ENUM));

  private static final Set<String> SOURCE_KEYS = with(ROW_KEYS, CONTEXT, MATCH);
  private static final Set<String> ENTRY_KEYS = with(SOURCE_KEYS, NAME, REF, ARGUMENT);

  private static final String ONE_SOURCE = "Give one of values, file, paths, enum";
  private static final String ARRAY_OR_OBJECT = "Give an array of values, or an object";

  private final Folder root;

  public CompleterReader(Folder root) {
    this.root = root;
  }

  private static Set<String> with(Set<String> keys, String... more) {
    Set<String> all = new TreeSet<>(keys);
    all.addAll(List.of(more));
    return all;
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
    if (ref.get() instanceof ObjectNode object && object.size() == 2) {
      String type = Members.text(object, "type").orElse("");
      Optional<String> prompt = Members.text(object, NAME);
      Optional<String> resource = Members.text(object, "uri");
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
   * How an entry completes it.
   *
   * @param warnings receives what of a script's entry is passed over
   */
  public Completer read(ObjectNode entry, CompletionTarget target, Warnings warnings)
      throws EntryException {
    if (!entry.has(CONTEXT) && Collections.disjoint(entry.propertyNames(), ROW_KEYS)) {
      return script(entry, target.name(), warnings);
    }
    if (entry.has(PATH)) {
      throw new EntryException(
          "it has both a script and a source", "Leave out \"path\", or all but \"path\"");
    }
    return declared(entry, ENTRY_KEYS);
  }

  /** A source in metadata: an array of values, or an object. */
  public Completer.Declared declared(JsonNode node) throws EntryException {
    return node instanceof ArrayNode array
        ? new Completer.Declared(values(array), MatchMode.PREFIX)
        : declared(object(node, "it", ARRAY_OR_OBJECT), SOURCE_KEYS);
  }

  private Completer.Script script(ObjectNode entry, String name, Warnings warnings)
      throws EntryException {
    // Where neither a script nor a program is named, the key may be a source that is misspelt.
    boolean isProvided = entry.has(PATH) || entry.has(EntryPath.JAVA);
    for (String key : entry.propertyNames()) {
      if (!SCRIPT_KEYS.contains(key)) {
        String shown = EscapedBytes.of(key);
        if (!isProvided) {
          throw new EntryException(
              "unknown key \"%s\"".formatted(shown),
              USE + "; without a script values, file, paths, enum, context");
        }
        warnings.add("\"%s\" is ignored: it means nothing here. %s.".formatted(shown, USE));
      }
    }
    Optional<String> java = EntryPath.java(entry, List.of(PATH));
    String path =
        java.isPresent()
            ? java.get()
            : Members.required(entry, PATH, "Give the path of the script, relative to the project");
    return new Completer.Script(
        name,
        scriptInside(path, java.isPresent() ? EntryPath.JAVA : PATH),
        new Members(entry, warnings).seconds("timeoutSecs", 0),
        Members.keptFor(entry, "cache"),
        match(entry),
        ScriptLimits.read(entry, path));
  }

  private String scriptInside(String written, String key) throws EntryException {
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
    throw outside(written, "Move the script into the project");
  }

  private static EntryException outside(String written, String nextStep) {
    return new EntryException(
        "\"%s\" is outside the project".formatted(EscapedBytes.of(written)), nextStep);
  }

  private Completer.Declared declared(ObjectNode object, Set<String> keys) throws EntryException {
    checkKeys(object, keys, "");
    Optional<CompletionSource> own = single(object);
    Optional<JsonNode> context = Members.value(object, CONTEXT);
    CompletionSource source = context.isPresent() ? byContext(context.get(), own) : offered(own);
    return new Completer.Declared(source, match(object).orElse(MatchMode.PREFIX));
  }

  private static CompletionSource offered(Optional<CompletionSource> source) throws EntryException {
    return source.orElseThrow(() -> new EntryException("it offers nothing", ONE_SOURCE));
  }

  private static Optional<MatchMode> match(ObjectNode object) throws EntryException {
    return oneOf(MatchMode.values(), object, MATCH);
  }

  /** A word that stands for a constant; missing where the member is. */
  private static <T extends Enum<T>> Optional<T> oneOf(T[] constants, ObjectNode object, String key)
      throws EntryException {
    Map<String, T> words = new LinkedHashMap<>();
    for (T constant : constants) {
      words.put(constant.name().toLowerCase(Locale.ROOT), constant);
    }
    return Members.strict(
        object,
        key,
        value -> Optional.ofNullable(words.get(value.stringValue(""))),
        () -> "none of " + String.join(", ", words.keySet()),
        "Write one of them or leave it out");
  }

  private static void checkKeys(ObjectNode object, Set<String> known, String where)
      throws EntryException {
    for (String key : object.propertyNames()) {
      if (!known.contains(key)) {
        throw new EntryException(
            "unknown key \"%s\"%s".formatted(EscapedBytes.of(key), where),
            "Use only " + String.join(", ", known));
      }
    }
  }

  private Optional<CompletionSource> single(ObjectNode object) throws EntryException {
    Optional<CompletionSource> found = Optional.empty();
    for (String key : ROW_KEYS) {
      Optional<JsonNode> node = Members.value(object, key);
      if (node.isPresent() && found.isPresent()) {
        throw new EntryException("it has more than one source", ONE_SOURCE);
      } else if (node.isPresent()) {
        found = Optional.of(source(key, node.get()));
      }
    }
    return found;
  }

  private CompletionSource source(String key, JsonNode node) throws EntryException {
    return switch (key) {
      case VALUES -> values(node);
      case FILE -> new CompletionSource.Lines(inside(node, FILE));
      case PATHS ->
          names(object(node, "\"paths\"", "Write {} for the files of the project's roots"));
      default -> enumOf(node);
    };
  }

  private static CompletionSource.Values values(JsonNode node) throws EntryException {
    if (!(node instanceof ArrayNode array)) {
      throw new EntryException("\"values\" is not an array", "Make it an array of strings");
    }
    List<String> values = new ArrayList<>(array.size());
    for (JsonNode value : array) {
      if (!value.isString()) {
        throw new EntryException(
            "value %d is not a string".formatted(values.size()), "Put it in quotes");
      }
      values.add(value.stringValue());
    }
    return CompletionSource.Values.of(values);
  }

  private static CompletionSource enumOf(JsonNode node) throws EntryException {
    if (node.isBoolean() && node.booleanValue()) {
      return new CompletionSource.OwnEnum();
    }
    String nextStep =
        "Write true for that of the argument itself, or {\"tool\": NAME, \"property\": NAME}";
    ObjectNode object = object(node, "\"enum\"", nextStep);
    Optional<String> tool = Members.text(object, "tool");
    Optional<String> property = Members.text(object, "property");
    if (tool.isEmpty() || property.isEmpty() || object.size() != 2) {
      throw new EntryException("\"enum\" does not name a tool and its property alone", nextStep);
    }
    return new CompletionSource.ToolEnum(tool.get(), property.get());
  }

  private CompletionSource byContext(JsonNode node, Optional<CompletionSource> own)
      throws EntryException {
    String nextStep = "Write {\"ARGUMENT\": {\"VALUE\": [...], ...}}";
    ObjectNode context = object(node, "\"context\"", nextStep);
    if (context.size() != 1) {
      throw new EntryException("\"context\" does not name one argument", nextStep);
    }
    Map.Entry<String, JsonNode> only = context.properties().iterator().next();
    ObjectNode rows = object(only.getValue(), "the table in \"context\"", nextStep);
    Map<String, CompletionSource> table = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> row : rows.properties()) {
      table.put(row.getKey(), row(row.getKey(), row.getValue()));
    }
    return new CompletionSource.ByContext(
        only.getKey(),
        table,
        own.orElse(CompletionSource.Values.NONE),
        own.orElseGet(() -> together(List.copyOf(table.values()))));
  }

  private static CompletionSource together(List<CompletionSource> rows) {
    List<String> all = new ArrayList<>();
    for (CompletionSource row : rows) {
      if (!(row instanceof CompletionSource.Values values)) {
        return new CompletionSource.AnyOf(rows);
      }
      all.addAll(values.values());
    }
    return CompletionSource.Values.of(all);
  }

  private CompletionSource row(String value, JsonNode node) throws EntryException {
    try {
      if (node instanceof ArrayNode array) {
        return values(array);
      }
      ObjectNode object = object(node, "it", ARRAY_OR_OBJECT);
      checkKeys(object, ROW_KEYS, "");
      return offered(single(object));
    } catch (EntryException e) {
      throw new EntryException(
          "for \"%s\" in \"context\", %s".formatted(EscapedBytes.of(value), e.getMessage()),
          e.nextStep());
    }
  }

  private static ObjectNode object(JsonNode node, String what, String nextStep)
      throws EntryException {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw new EntryException(what + " is not an object", nextStep);
  }

  private String inside(JsonNode node, String key) throws EntryException {
    String nextStep = "Give a path relative to the project";
    String written = node.stringValue("");
    if (written.isBlank()) {
      throw new EntryException(
          "\"%s\" is not a string with something in it".formatted(key), nextStep);
    }
    return root.resolve(written)
        .filter(path -> path.startsWith(root.path()))
        .map(root::relative)
        .orElseThrow(() -> outside(written, nextStep));
  }

  private Names names(ObjectNode paths) throws EntryException {
    checkKeys(paths, new LinkedHashSet<>(List.of(BASE, "kind", "depth")), " in \"paths\"");
    Optional<JsonNode> base = Members.value(paths, BASE);
    Optional<Integer> depth =
        Members.strict(
            paths,
            "depth",
            value ->
                Optional.of(value.isInt() ? value.intValue() : 0)
                    .filter(folders -> folders >= 1 && folders <= Names.MAX_DEPTH),
            () -> "not a whole number from 1 to %d".formatted(Names.MAX_DEPTH),
            "Give one or leave it out");
    return new Names(
        base.isPresent() ? Optional.of(inside(base.get(), BASE)) : Optional.empty(),
        oneOf(Names.Kind.values(), paths, "kind").orElse(Names.Kind.FILES),
        depth.orElse(Names.MAX_DEPTH));
  }
}
