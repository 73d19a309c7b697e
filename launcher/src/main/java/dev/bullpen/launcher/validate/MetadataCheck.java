package dev.bullpen.launcher.validate;

import dev.bullpen.project.catalog.Catalog;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.FolderListing.ListedFile;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.metadata.InlineMetadata;
import dev.bullpen.project.metadata.Suggestion;
import dev.bullpen.project.metadata.WrittenDefinition;
import dev.bullpen.project.prompt.PromptReader;
import dev.bullpen.project.resource.ResourceReader;
import dev.bullpen.project.script.Discovery;
import dev.bullpen.project.tool.Tool;
import dev.bullpen.project.tool.ToolReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds unknown keys in all metadata of a project. A key that resembles a known one is a problem.
 * Any other may be meant for another program, and is a note.
 */
record MetadataCheck(Layout layout, Findings findings) {
  private static final String OF_INTERFACE = "ui.meta.json";

  private static final Map<String, MetadataKind> ENTRIES =
      Map.of(
          "tools", MetadataKind.TOOL,
          "prompts", MetadataKind.PROMPT,
          "resources", MetadataKind.RESOURCE,
          "resourceTemplates", MetadataKind.RESOURCE);

  /** Words that may declare members of an object, besides {@code properties}. */
  private static final List<String> ELSEWHERE =
      List.of("$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties", "dependentSchemas");

  /** The words of JSON Schema in an object with a {@code type}. */
  private static final List<String> SCHEMA_WORDS =
      List.of(
          """
          type properties required additionalProperties description title enum const default
          examples items prefixItems minItems maxItems uniqueItems minimum maximum
          exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format
          minProperties maxProperties propertyNames contains minContains maxContains
          deprecated readOnly writeOnly definitions dependentRequired dependencies
          unevaluatedProperties unevaluatedItems additionalItems contentEncoding
          contentMediaType contentSchema not then else enumNames
          """
              .split("\\s+"));

  void checkAll(Catalog catalog) {
    folder(layout.tools(), MetadataKind.TOOL);
    folder(layout.prompts(), MetadataKind.PROMPT);
    folder(layout.resources(), MetadataKind.RESOURCE);
    folder(layout.ui(), MetadataKind.INTERFACE);
    file(layout.server().path().resolve("server.meta.json"), MetadataKind.SERVER);
    registration();
    for (Tool tool : catalog.tools()) {
      InlineMetadata.read(tool.script())
          .object()
          .ifPresent(found -> check(found, tool.script().toString(), MetadataKind.TOOL));
    }
  }

  private void folder(Folder folder, MetadataKind kind) {
    FolderListing listing = FolderListing.of(folder);
    Stream.concat(listing.files().stream().map(ListedFile::path), Discovery.linkedMetadata(listing))
        .filter(path -> path.endsWith(Discovery.METADATA))
        .sorted()
        .map(folder.path()::resolve)
        .filter(folder::contains)
        .forEach(file -> file(file, file.endsWith(OF_INTERFACE) ? MetadataKind.INTERFACE : kind));
  }

  /** Ignores faults, which were reported when the project was read. */
  private Optional<ObjectNode> read(Path file) {
    return SmallFile.object(file, said -> {}, folders());
  }

  private List<Folder> folders() {
    return List.of(
        layout.root(),
        layout.server(),
        layout.tools(),
        layout.prompts(),
        layout.resources(),
        layout.ui());
  }

  private void file(Path file, MetadataKind kind) {
    read(file).ifPresent(metadata -> check(metadata, file.toString(), kind));
  }

  private void registration() {
    Path file = layout.server().path().resolve("register.json");
    ObjectNode all = read(file).orElse(null);
    if (all == null) {
      return;
    }
    ENTRIES.forEach(
        (member, kind) -> {
          int at = 0;
          for (JsonNode entry : all.path(member)) {
            if (entry instanceof ObjectNode metadata) {
              check(metadata, "%s: %s[%d]".formatted(file, member, at), kind);
            }
            at++;
          }
        });
  }

  private void check(ObjectNode metadata, String where, MetadataKind kind) {
    for (String key : metadata.propertyNames()) {
      if (!kind.keys.contains(key)) {
        unknown(key, "", kind.keys, "a %s's metadata".formatted(kind.word), where, kind);
      }
    }
    if (kind.keys.contains("annotations")) {
      inner(metadata, "annotations", where, kind);
    }
    inner(metadata, "icons", where, kind);
    for (String schema : List.of("inputSchema", "outputSchema", "arguments")) {
      if (metadata.get(schema) instanceof ObjectNode object) {
        schema(object, schema, where);
      } else if (schema.equals("arguments")) {
        inner(metadata, schema, where, kind);
      }
    }
  }

  private void inner(ObjectNode metadata, String member, String where, MetadataKind kind) {
    JsonNode value = metadata.path(member);
    Iterable<JsonNode> objects = value.isArray() ? value : List.of(value);
    for (JsonNode object : objects) {
      for (String key : object.propertyNames()) {
        if (!kind.inner(member).contains(key)) {
          unknown(
              key,
              member + ".",
              kind.inner(member),
              "the \"%s\" of a %s".formatted(member, kind.word),
              where,
              kind);
        }
      }
    }
  }

  private void unknown(
      String key, String outer, List<String> known, String of, String where, MetadataKind kind) {
    if (isOfOthers(key)) {
      return;
    }
    String meant = kind.meant(key);
    Optional<String> near = known.contains(meant) ? Optional.of(meant) : Suggestion.of(key, known);
    String sentence =
        "%s: \"%s%s\" is ignored: it is no key of %s."
            .formatted(where, outer, EscapedBytes.of(key), of);
    near.ifPresentOrElse(
        word -> findings.problem(sentence + " Did you mean \"%s%s\"?".formatted(outer, word)),
        () -> findings.note(sentence));
  }

  /** Whether a name is reserved for other programs or comments. */
  private static boolean isOfOthers(String key) {
    return key.startsWith("_") || key.startsWith("$") || key.startsWith("x-") || key.contains("/");
  }

  private void schema(ObjectNode schema, String place, String where) {
    for (String key : schema.propertyNames()) {
      if (!SCHEMA_WORDS.contains(key) && !ELSEWHERE.contains(key) && !isOfOthers(key)) {
        Suggestion.of(key, SCHEMA_WORDS)
            .ifPresent(
                word ->
                    findings.problem(
                        "%s: \"%s.%s\" is no word of JSON Schema. Did you mean \"%s\"?"
                            .formatted(where, place, EscapedBytes.of(key), word)));
      }
    }
    required(schema, place, where);
    for (var property : schema.path("properties").properties()) {
      if (property.getValue() instanceof ObjectNode inner) {
        schema(inner, place + ".properties." + EscapedBytes.of(property.getKey()), where);
      }
    }
    if (schema.get("items") instanceof ObjectNode items) {
      schema(items, place + ".items", where);
    }
  }

  private void required(ObjectNode schema, String place, String where) {
    if (!schema.path("properties").isObject() || ELSEWHERE.stream().anyMatch(schema::has)) {
      return;
    }
    List<String> declared = List.copyOf(schema.path("properties").propertyNames());
    for (JsonNode name : schema.path("required")) {
      if (name.isString() && !declared.contains(name.stringValue())) {
        findings.problem(
            "%s: \"%s\" requires \"%s\", which is none of its properties.%s Declare or correct it."
                .formatted(
                    where,
                    place,
                    EscapedBytes.of(name.stringValue()),
                    Suggestion.question(name.stringValue(), declared)));
      }
    }
  }

  /** The kinds of metadata, with the keys that Bullpen, mcp-bash or its bundles know. */
  private enum MetadataKind {
    TOOL("tool", ToolReader.KEYS, "described metadata"),
    PROMPT("prompt", PromptReader.KEYS, "completions metadata"),
    RESOURCE("resource", ResourceReader.KEYS, "completions metadata"),
    INTERFACE(
        "interface",
        List.of(),
        """
        name title description entrypoint meta icons template config
        """),
    SERVER(
        "server",
        List.of(),
        """
        name title version description websiteUrl icons cache env author authors
        repository license homepage documentation support keywords screenshots
        localization compatibility platform_overrides privacy_policies long_description
        long_description_file user_config user_config_file
        """);

    /** Members that are objects, or arrays of objects, with keys of their own. */
    private static final Map<String, List<String>> INNER =
        Map.of(
            "icons",
            words("src mimeType sizes theme"),
            "arguments",
            words("name title description required enum examples type"));

    /** Keys of other systems, with Bullpen's key. */
    private static final Map<String, String> ALIASES =
        Map.of("parameters", "inputSchema", "params", "inputSchema", "schema", "inputSchema");

    final String word;
    final List<String> keys;

    /**
     * @param read keys that the reader of the project knows
     * @param others keys that something else knows, with blanks between them
     */
    MetadataKind(String word, List<String> read, String others) {
      this.word = word;
      this.keys = Stream.concat(read.stream(), words(others).stream()).toList();
    }

    private static List<String> words(String text) {
      return List.of(text.split("\\s+"));
    }

    List<String> inner(String member) {
      if (member.equals("annotations")) {
        return this == TOOL
            ? WrittenDefinition.namesOfToolAnnotations()
            : WrittenDefinition.namesOfContentAnnotations();
      }
      return INNER.getOrDefault(member, List.of());
    }

    String meant(String key) {
      return this == TOOL ? ALIASES.getOrDefault(key, key) : key;
    }
  }
}
