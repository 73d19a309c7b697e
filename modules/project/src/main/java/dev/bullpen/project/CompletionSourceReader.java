package dev.bullpen.project;

import dev.bullpen.match.MatchMode;
import java.util.ArrayList;
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
final class CompletionSourceReader {
  private static final String VALUES = "values";
  private static final String FILE = "file";
  private static final String PATHS = "paths";
  private static final String ENUM = "enum";
  private static final String CONTEXT = "context";
  private static final String MATCH = "match";

  /** The members that make an entry one without a script. */
  static final Set<String> SOURCES = Set.of(VALUES, FILE, PATHS, ENUM, CONTEXT);

  private static final String ONE_SOURCE = "Give one of values, file, paths, enum";

  private final Folder root;

  CompletionSourceReader(Folder root) {
    this.root = root;
  }

  /**
   * Read an array of values, or an object.
   *
   * @param beside members of the object that are somebody else's
   */
  DeclaredCompletion read(JsonNode node, Set<String> beside) throws EntryException {
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
    Optional<JsonNode> value = Members.value(object, MATCH);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    Optional<MatchMode> mode = MatchMode.of(value.get().stringValue(""));
    if (mode.isEmpty()) {
      throw new EntryException(
          "\"match\" is none of prefix, substring, fuzzy", "Write one of them or leave it out");
    }
    return mode;
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

  /** A path in the project, whether something is there or not. */
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

  private CompletionSource names(JsonNode node) throws EntryException {
    ObjectNode object = object(node, "\"paths\"", "Write {} for the files of the project's roots");
    for (String key : object.propertyNames()) {
      if (!Set.of("base", "kind", "depth").contains(key)) {
        throw new EntryException(
            "unknown key \"%s\" in \"paths\"".formatted(EscapedBytes.of(key)),
            "Use only base, kind, depth");
      }
    }
    Optional<JsonNode> base = Members.value(object, "base");
    return new CompletionSource.Names(
        base.isPresent() ? Optional.of(inside(base.get(), "base")) : Optional.empty(),
        kind(object),
        depth(object));
  }

  private static CompletionSource.Names.Kind kind(ObjectNode paths) throws EntryException {
    Optional<JsonNode> value = Members.value(paths, "kind");
    if (value.isEmpty()) {
      return CompletionSource.Names.Kind.FILES;
    }
    for (CompletionSource.Names.Kind kind : CompletionSource.Names.Kind.values()) {
      if (kind.name().toLowerCase(Locale.ROOT).equals(value.get().stringValue(""))) {
        return kind;
      }
    }
    throw new EntryException(
        "\"kind\" is none of files, directories, both", "Write one of them or leave it out");
  }

  private static int depth(ObjectNode paths) throws EntryException {
    int most = CompletionSource.Names.MAX_DEPTH;
    Optional<JsonNode> value = Members.value(paths, "depth");
    if (value.isEmpty()) {
      return most;
    }
    if (value.get().isInt() && value.get().intValue() >= 1 && value.get().intValue() <= most) {
      return value.get().intValue();
    }
    throw new EntryException(
        "\"depth\" is not a whole number from 1 to %d".formatted(most), "Give one or leave it out");
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
        own.orElseGet(() -> new CompletionSource.AnyOf(List.copyOf(table.values()))));
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

  private static ObjectNode object(JsonNode node, String what, String nextStep)
      throws EntryException {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw new EntryException(what + " is not an object", nextStep);
  }
}
