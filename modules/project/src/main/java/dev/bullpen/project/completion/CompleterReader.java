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
import dev.bullpen.project.metadata.Member;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.script.ScriptLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
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
 * Reads an element of {@code completions}, strictly: what it completes, by a {@code name} or by a
 * {@code ref} as clients send it, with an optional {@code argument}; and how, by a script, a
 * program or a source. Two mistakes in an entry with a script only cause a warning, because
 * mcp-bash ignores them: an unknown member, and a time that is not a whole number of seconds.
 *
 * <p>A source is one of {@code values}, {@code file}, {@code paths} and {@code enum}, or a {@code
 * context}, or both, and optionally {@code match}.
 *
 * @param root the project
 */
public record CompleterReader(Folder root) {
  private static final String NAME = "name";
  private static final String REF = "ref";
  private static final String PATH = "path";
  private static final String VALUES = "values";
  private static final String FILE = "file";
  private static final String PATHS = "paths";
  private static final String ENUM = "enum";
  private static final String CONTEXT = "context";
  private static final String BASE = "base";

  private static final Member<String> TARGET_NAME =
      Member.text(NAME, "Name the prompt or resource it completes");
  private static final Member<String> ARGUMENT =
      Member.text("argument", "Name the argument or leave it out");
  private static final Member<String> SCRIPT =
      Member.text(PATH, "Give the path of the script, relative to the project");
  private static final Member<Duration> TIMEOUT = Member.seconds("timeoutSecs", 0);
  private static final Member<Duration> CACHE = Member.keptFor("cache");
  private static final Member<MatchMode> MATCH = Member.oneOf("match", MatchMode.values());
  private static final Member<Names.Kind> KIND = Member.oneOf("kind", Names.Kind.values());
  private static final Member<Integer> DEPTH = Member.number("depth", 1, Names.MAX_DEPTH);

  private static final List<String> SCRIPT_KEYS =
      List.of(
          NAME,
          REF,
          ARGUMENT.key(),
          PATH,
          EntryPath.JAVA,
          TIMEOUT.key(),
          CACHE.key(),
          MATCH.key(),
          ScriptLimits.KEY);

  private static final String USE =
      "Use only name or ref, argument, path or java, timeoutSecs, cache, match, limits";

  /** The allowed members of a context's row, of metadata, and of an entry. */
  private static final Set<String> ROW_KEYS = new TreeSet<>(Set.of(VALUES, FILE, PATHS, ENUM));

  private static final Set<String> SOURCE_KEYS = with(ROW_KEYS, CONTEXT, MATCH.key());
  private static final Set<String> ENTRY_KEYS = with(SOURCE_KEYS, NAME, REF, ARGUMENT.key());

  private static final String ONE_SOURCE = "Give one of values, file, paths, enum";
  private static final String ARRAY_OR_OBJECT = "Give an array of values, or an object";
  private static final String ENUM_FORM =
      "Write true for that of the argument itself, or {\"tool\": NAME, \"property\": NAME}";
  private static final String CONTEXT_FORM = "Write {\"ARGUMENT\": {\"VALUE\": [...], ...}}";

  private static Set<String> with(Set<String> keys, String... more) {
    Set<String> all = new TreeSet<>(keys);
    all.addAll(List.of(more));
    return all;
  }

  /** The target of an entry. */
  public static CompletionTarget target(ObjectNode entry) throws EntryException {
    Optional<String> argument =
        Members.value(entry, ARGUMENT.key()).isPresent()
            ? Optional.of(Members.required(entry, ARGUMENT))
            : Optional.empty();
    Optional<JsonNode> ref = Members.value(entry, REF);
    if (ref.isEmpty()) {
      String name = Members.required(entry, TARGET_NAME);
      return new CompletionTarget(Kind.ANY, name.strip(), argument);
    }
    if (Members.value(entry, NAME).isPresent()) {
      throw new EntryException("it has both a name and a ref", "Leave out one of the two");
    }
    if (ref.get() instanceof ObjectNode object && object.size() == 2) {
      String type = Members.silentText(object, "type").orElse("");
      Optional<String> prompt = Members.silentText(object, NAME);
      Optional<String> resource = Members.silentText(object, "uri");
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

  /** The completer of an entry. */
  public Completer read(ObjectNode entry, CompletionTarget target, Warnings warnings)
      throws EntryException {
    if (!entry.has(CONTEXT) && ROW_KEYS.stream().noneMatch(entry::has)) {
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
    // Without a script or program, the key may be a misspelt source.
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
    String path = java.isPresent() ? java.get() : Members.required(entry, SCRIPT);
    return new Completer.Script(
        name,
        scriptInside(path, java.isPresent() ? EntryPath.JAVA : PATH),
        new Members(entry, warnings).get(TIMEOUT),
        Members.strict(entry, CACHE),
        Members.strict(entry, MATCH),
        ScriptLimits.read(entry, path));
  }

  private String scriptInside(String written, String key) throws EntryException {
    Path script = EntryPath.file(written, key, root);
    try {
      Path project = root.path().toRealPath();
      // The folder is resolved, but the name is kept, because a script may use the name it was
      // called by.
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
    Members.checkKeys(object, keys, "");
    Optional<CompletionSource> own = single(object);
    Optional<JsonNode> context = Members.value(object, CONTEXT);
    CompletionSource source = context.isPresent() ? byContext(context.get(), own) : offered(own);
    return new Completer.Declared(source, Members.strict(object, MATCH).orElse(MatchMode.PREFIX));
  }

  private static CompletionSource offered(Optional<CompletionSource> source) throws EntryException {
    return source.orElseThrow(() -> new EntryException("it offers nothing", ONE_SOURCE));
  }

  private Optional<CompletionSource> single(ObjectNode object) throws EntryException {
    List<String> given =
        ROW_KEYS.stream().filter(key -> Members.value(object, key).isPresent()).toList();
    if (given.isEmpty()) {
      return Optional.empty();
    }
    if (given.size() > 1) {
      throw new EntryException("it has more than one source", ONE_SOURCE);
    }
    JsonNode node = object.get(given.get(0));
    return Optional.of(
        switch (given.get(0)) {
          case VALUES -> values(node);
          case FILE -> new CompletionSource.Lines(inside(object, FILE));
          case PATHS ->
              names(object(node, "\"paths\"", "Write {} for the files of the project's roots"));
          default -> enumOf(node);
        });
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
    ObjectNode object = object(node, "\"enum\"", ENUM_FORM);
    Optional<String> tool = Members.silentText(object, "tool");
    Optional<String> property = Members.silentText(object, "property");
    if (tool.isEmpty() || property.isEmpty() || object.size() != 2) {
      throw new EntryException("\"enum\" does not name a tool and its property alone", ENUM_FORM);
    }
    return new CompletionSource.ToolEnum(tool.get(), property.get());
  }

  private CompletionSource byContext(JsonNode node, Optional<CompletionSource> own)
      throws EntryException {
    ObjectNode context = object(node, "\"context\"", CONTEXT_FORM);
    if (context.size() != 1) {
      throw new EntryException("\"context\" does not name one argument", CONTEXT_FORM);
    }
    Map.Entry<String, JsonNode> only = context.properties().iterator().next();
    ObjectNode rows = object(only.getValue(), "the table in \"context\"", CONTEXT_FORM);
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
      Members.checkKeys(object, ROW_KEYS, "");
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

  private String inside(ObjectNode object, String key) throws EntryException {
    Member<String> member = Member.text(key, "Give a path relative to the project");
    String written = Members.strict(object, member).orElse("");
    return root.resolve(written)
        .filter(path -> path.startsWith(root.path()))
        .map(root::relative)
        .orElseThrow(() -> outside(written, member.nextStep()));
  }

  private Names names(ObjectNode paths) throws EntryException {
    Members.checkKeys(paths, List.of(BASE, KIND.key(), DEPTH.key()), " in \"paths\"");
    return new Names(
        Members.value(paths, BASE).isPresent()
            ? Optional.of(inside(paths, BASE))
            : Optional.empty(),
        Members.strict(paths, KIND).orElse(Names.Kind.FILES),
        Members.strict(paths, DEPTH).orElse(Names.MAX_DEPTH));
  }
}
