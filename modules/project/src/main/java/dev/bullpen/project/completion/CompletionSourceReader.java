package dev.bullpen.project.completion;

import dev.bullpen.project.completion.CompletionSource.Names;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.Members;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
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
 * Reads where values to choose from are, strictly: one of {@code values}, {@code file}, {@code
 * paths} and {@code enum}; a {@code context} beside it or instead of it; and {@code match}.
 */
public final class CompletionSourceReader {
  private static final String VALUES = "values";
  private static final String FILE = "file";
  private static final String PATHS = "paths";
  private static final String ENUM = "enum";
  private static final String CONTEXT = "context";
  private static final String MATCH = "match";

  /** The members that make an entry one without a script. */
  static final Set<String> SOURCES = Set.of(VALUES, FILE, PATHS, ENUM, CONTEXT);

  private static final String ONE_SOURCE = "Give one of values, file, paths, enum";

  private static final String BASE = "base";
  private static final String KIND = "kind";
  private static final String DEPTH = "depth";

  private final Folder root;

  public CompletionSourceReader(Folder root) {
    this.root = root;
  }

  /**
   * Read an array of values, or an object.
   *
   * @param beside members of the object that are somebody else's
   */
  public DeclaredCompletion read(JsonNode node, Set<String> beside) throws EntryException {
    if (node instanceof ArrayNode array) {
      return new DeclaredCompletion(values(array), MatchMode.PREFIX);
    }
    ObjectNode object = object(node, "it", "Give an array of values, or an object");
    checkKeys(object, List.of(CONTEXT, MATCH), beside);
    Optional<CompletionSource> own = single(object);
    Optional<JsonNode> context = Members.value(object, CONTEXT);
    CompletionSource source;
    if (context.isPresent()) {
      source = byContext(context.get(), own);
    } else {
      source = own.orElseThrow(() -> new EntryException("it offers nothing", ONE_SOURCE));
    }
    return new DeclaredCompletion(source, match(object).orElse(MatchMode.PREFIX));
  }

  /** How to match, if the object says so. */
  static Optional<MatchMode> match(ObjectNode object) throws EntryException {
    return Members.strict(
        object,
        MATCH,
        value -> MatchMode.of(value.stringValue("")),
        () -> "none of prefix, substring, fuzzy",
        "Write one of them or leave it out");
  }

  private static void checkKeys(ObjectNode object, List<String> more, Set<String> beside)
      throws EntryException {
    for (String key : object.propertyNames()) {
      boolean isSource = SOURCES.contains(key) && !key.equals(CONTEXT);
      if (!isSource && !more.contains(key) && !beside.contains(key)) {
        Set<String> known = new TreeSet<>(beside);
        known.addAll(List.of(VALUES, FILE, PATHS, ENUM));
        known.addAll(more);
        throw new EntryException(
            "unknown key \"%s\"".formatted(EscapedBytes.of(key)),
            "Use only " + String.join(", ", known));
      }
    }
  }

  /** The one source of an object that is no table; empty if it has none. */
  private Optional<CompletionSource> single(ObjectNode object) throws EntryException {
    List<CompletionSource> sources = new ArrayList<>();
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      if (!member.getValue().isNull()) {
        switch (member.getKey()) {
          case VALUES -> sources.add(values(member.getValue()));
          case FILE -> sources.add(new CompletionSource.Lines(inside(member.getValue(), FILE)));
          case PATHS -> sources.add(names(member.getValue()));
          case ENUM -> sources.add(enumOf(member.getValue()));
          default -> {}
        }
      }
    }
    if (sources.size() > 1) {
      throw new EntryException("it has more than one source", ONE_SOURCE);
    }
    return sources.stream().findFirst();
  }

  private static CompletionSource values(JsonNode node) throws EntryException {
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
    return new CompletionSource.Values(ValueList.of(values));
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
      all.addAll(values.list().values());
    }
    return new CompletionSource.Values(ValueList.of(all));
  }

  private CompletionSource row(String value, JsonNode node) throws EntryException {
    try {
      if (node instanceof ArrayNode array) {
        return values(array);
      }
      ObjectNode object = object(node, "it", "Give an array of values, or an object");
      checkKeys(object, List.of(), Set.of());
      return single(object).orElseThrow(() -> new EntryException("it offers nothing", ONE_SOURCE));
    } catch (EntryException e) {
      throw new EntryException(
          "for \"%s\" in \"context\", %s".formatted(EscapedBytes.of(value), e.getMessage()),
          e.nextStep());
    }
  }

  /** A node that has to be an object. */
  private static ObjectNode object(JsonNode node, String what, String nextStep)
      throws EntryException {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw new EntryException(what + " is not an object", nextStep);
  }

  /** A path in the project, relative to it. */
  private String inside(JsonNode node, String key) throws EntryException {
    String written = node.stringValue("");
    if (written.isBlank()) {
      throw new EntryException(
          "\"%s\" is not a string with something in it".formatted(key),
          "Give a path relative to the project");
    }
    return root.resolve(written)
        .filter(path -> path.startsWith(root.path()))
        .map(root::relative)
        .orElseThrow(
            () ->
                new EntryException(
                    "\"%s\" is outside the project".formatted(EscapedBytes.of(written)),
                    "Give a path relative to the project"));
  }

  /** The member {@code paths}: {@code {base?, kind?, depth?}}. */
  private Names names(JsonNode node) throws EntryException {
    ObjectNode paths = object(node, "\"paths\"", "Write {} for the files of the project's roots");
    for (String key : paths.propertyNames()) {
      if (!Set.of(BASE, KIND, DEPTH).contains(key)) {
        throw new EntryException(
            "unknown key \"%s\" in \"paths\"".formatted(EscapedBytes.of(key)),
            "Use only base, kind, depth");
      }
    }
    Optional<JsonNode> base = Members.value(paths, BASE);
    return new Names(
        base.isPresent() ? Optional.of(inside(base.get(), BASE)) : Optional.empty(),
        kind(paths),
        depth(paths));
  }

  private static Names.Kind kind(ObjectNode paths) throws EntryException {
    return Members.strict(
            paths,
            KIND,
            value -> kind(value.stringValue("")),
            () -> "none of files, directories, both",
            "Write one of them or leave it out")
        .orElse(Names.Kind.FILES);
  }

  private static Optional<Names.Kind> kind(String word) {
    return Arrays.stream(Names.Kind.values())
        .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(word))
        .findFirst();
  }

  private static int depth(ObjectNode paths) throws EntryException {
    return Members.strict(
            paths,
            DEPTH,
            value ->
                Optional.of(value).filter(CompletionSourceReader::isDepth).map(JsonNode::intValue),
            () -> "not a whole number from 1 to %d".formatted(Names.MAX_DEPTH),
            "Give one or leave it out")
        .orElse(Names.MAX_DEPTH);
  }

  private static boolean isDepth(JsonNode value) {
    return value.isInt() && value.intValue() >= 1 && value.intValue() <= Names.MAX_DEPTH;
  }
}
