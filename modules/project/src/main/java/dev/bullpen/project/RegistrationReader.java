package dev.bullpen.project;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code server.d/register.json}: all of it, or a {@link RegistrationException}. */
final class RegistrationReader {
  private static final String TOOLS = "tools";
  private static final String RESOURCES = "resources";
  private static final String RESOURCE_TEMPLATES = "resourceTemplates";
  private static final String PROMPTS = "prompts";
  private static final String COMPLETIONS = "completions";
  private static final Set<String> KEYS =
      Set.of("version", TOOLS, RESOURCES, RESOURCE_TEMPLATES, PROMPTS, COMPLETIONS, "_meta");

  /** Bytes; ten thousand entries fit, a log file that landed here does not. */
  private static final int DEFAULT_MAX_BYTES = 1_048_576;

  private final Folder root;
  private final Path file;
  private final int maxBytes;

  private RegistrationReader(Folder root, Map<String, String> env) {
    this.root = root;
    this.file = root.path().resolve("server.d/register.json");
    this.maxBytes = maxBytes(env.getOrDefault("MCPBASH_MAX_MANUAL_REGISTRY_BYTES", ""));
  }

  /** Read the file of a project; {@link Registration#NONE} when there is none. */
  static Registration read(Folder root, Map<String, String> env) throws RegistrationException {
    return new RegistrationReader(root, env).read();
  }

  private Registration read() throws RegistrationException {
    if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      return Registration.NONE;
    }
    for (Path path : List.of(file, file.getParent(), root.path())) {
      Optional<TrustCheck.Objection> objection = TrustCheck.objection(path);
      if (objection.isPresent()) {
        throw broken(
            "not believed because %s %s".formatted(path, objection.get().fact()),
            objection.get().nextStep());
      }
    }
    ObjectNode object = object(bytes());
    checkKeys(object);
    checkVersion(object);
    return new Registration(
        entries(object, TOOLS),
        entries(object, RESOURCES),
        entries(object, RESOURCE_TEMPLATES),
        entries(object, PROMPTS),
        completions(entries(object, COMPLETIONS).orElse(List.of())));
  }

  private byte[] bytes() throws RegistrationException {
    try {
      byte[] bytes = SmallFile.read(file, maxBytes);
      if (SmallFile.hasByteOrderMark(bytes)) {
        throw broken("it begins with a UTF-8 byte order mark", "Save it as UTF-8 without one");
      }
      return bytes;
    } catch (IOException e) {
      throw broken(
          "cannot be read (%s)".formatted(e.getMessage()),
          "Make it a regular, readable file of at most %d bytes".formatted(maxBytes)
              + " (MCPBASH_MAX_MANUAL_REGISTRY_BYTES)");
    }
  }

  private ObjectNode object(byte[] bytes) throws RegistrationException {
    JsonNode value;
    try {
      value = Json.parse(bytes);
    } catch (JsonException e) {
      throw broken(e.getMessage(), "Mend the JSON there");
    }
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw broken("not a JSON object", "Begin with {\"version\": 1}");
  }

  private void checkKeys(ObjectNode object) throws RegistrationException {
    for (String key : object.propertyNames()) {
      if (!KEYS.contains(key)) {
        throw broken(
            "unknown key \"%s\"".formatted(EscapedBytes.of(key)),
            "Use only version, tools, resources, resourceTemplates, prompts, completions, _meta");
      }
    }
    if (object.has("_meta") && !object.get("_meta").isObject()) {
      throw broken("\"_meta\" is not an object", "Make it an object or leave it out");
    }
  }

  private void checkVersion(ObjectNode object) throws RegistrationException {
    JsonNode version = object.get("version");
    if (version == null || !version.isNumber() || version.doubleValue() != 1) {
      throw broken("\"version\" is not 1", "Write \"version\": 1");
    }
  }

  private Optional<List<ObjectNode>> entries(ObjectNode object, String kind)
      throws RegistrationException {
    Optional<JsonNode> value = Members.value(object, kind);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (!(value.get() instanceof ArrayNode array)) {
      throw broken(
          "\"%s\" is neither an array nor null".formatted(kind),
          "Make it an array of objects; leave it out for discovery");
    }
    List<ObjectNode> entries = new ArrayList<>();
    for (JsonNode element : array) {
      if (!(element instanceof ObjectNode entry)) {
        throw broken(
            "%s[%d]".formatted(kind, entries.size()), "not an object", "Make it an object");
      }
      entries.add(entry);
    }
    return Optional.of(List.copyOf(entries));
  }

  private Map<String, CompletionEntry> completions(List<ObjectNode> entries)
      throws RegistrationException {
    Map<String, CompletionEntry> byName = new LinkedHashMap<>();
    CompletionEntryReader reader = new CompletionEntryReader(root);
    for (int i = 0; i < entries.size(); i++) {
      String where = "%s[%d]".formatted(COMPLETIONS, i);
      Optional<String> name = Members.text(entries.get(i), "name").map(String::strip);
      if (name.isPresent()) {
        where += " \"%s\"".formatted(EscapedBytes.of(name.get()));
      }
      try {
        CompletionEntry entry = reader.read(entries.get(i));
        if (byName.putIfAbsent(entry.name(), entry) != null) {
          throw broken(where, "the name is registered twice", "Remove one of the two");
        }
      } catch (CompletionEntryReader.EntryException e) {
        throw broken(where, e.getMessage(), e.nextStep());
      }
    }
    return Collections.unmodifiableMap(byName);
  }

  private RegistrationException broken(String reason, String nextStep) {
    return broken("", reason, nextStep);
  }

  private RegistrationException broken(String entry, String reason, String nextStep) {
    return new RegistrationException(file, entry, reason, nextStep);
  }

  private static int maxBytes(String setting) {
    // Nine digits always fit an int; what is no such number means the default, as elsewhere.
    return setting.matches("[0-9]{1,9}") ? Integer.parseInt(setting) : DEFAULT_MAX_BYTES;
  }
}
