package dev.bullpen.project.completion;

import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.metadata.StrictMembers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

  private final SourcePathReader paths;

  public CompletionSourceReader(Folder root) {
    this.paths = new SourcePathReader(root);
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
    return StrictMembers.optional(
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
          case FILE ->
              sources.add(new CompletionSource.Lines(paths.inside(member.getValue(), FILE)));
          case PATHS -> sources.add(paths.names(member.getValue()));
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
  static ObjectNode object(JsonNode node, String what, String nextStep) throws EntryException {
    if (node instanceof ObjectNode object) {
      return object;
    }
    throw new EntryException(what + " is not an object", nextStep);
  }
}
