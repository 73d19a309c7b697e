package dev.bullpen.project.registration;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.setting.NumberSetting;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code server.d/register.json}: all of it, or a {@link RegistrationException}. */
public final class RegistrationReader {
  private static final Set<String> KEYS =
      Set.of(
          "version", "tools", "resources", "resourceTemplates", "prompts", "completions", "_meta");

  /** Bytes; ten thousand entries fit, a log file that landed here does not. */
  private static final int DEFAULT_MAX_BYTES = 1_048_576;

  private final Layout layout;
  private final Path file;
  private final RegistrationEntries entries;
  private final int maxBytes;
  private final Consumer<String> problems;

  private RegistrationReader(Layout layout, Map<String, String> env, Consumer<String> problems) {
    this.layout = layout;
    this.file = layout.server().path().resolve(Registration.DECLARED);
    this.entries = new RegistrationEntries(layout, file);
    this.maxBytes = NumberSetting.MAX_MANUAL_REGISTRY_BYTES.of(env, DEFAULT_MAX_BYTES);
    this.problems = problems;
  }

  /**
   * Read the file of a project; {@link Registration#NONE} when there is none.
   *
   * @param problems told what of its entries is passed over
   */
  public static Registration read(Layout layout, Map<String, String> env, Consumer<String> problems)
      throws RegistrationException {
    return new RegistrationReader(layout, env, problems).read();
  }

  private Registration read() throws RegistrationException {
    if (Absence.isCertain(file)) {
      checkFolder();
      return Registration.NONE;
    }
    for (Path path : layout.wayTo(file)) {
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
        layout.serverFile(Registration.DECLARED),
        servable(object, RegistrationKind.TOOLS),
        servable(object, RegistrationKind.RESOURCES),
        templates(object),
        servable(object, RegistrationKind.PROMPTS),
        entries.completions(
            entries.of(object, RegistrationKind.COMPLETIONS).orElse(List.of()), problems));
  }

  private void checkFolder() throws RegistrationException {
    Optional<String> fault = layout.serverFault();
    if (fault.isPresent()) {
      throw broken(
          "it cannot be looked for, because %s %s".formatted(layout.server().path(), fault.get()),
          layout.serverMending());
    }
  }

  private byte[] bytes() throws RegistrationException {
    try {
      return SmallFile.read(file, maxBytes, List.of(layout.server(), layout.root()));
    } catch (IOException e) {
      throw broken(
          "cannot be read (%s)".formatted(Cause.of(e)),
          "Make it a regular, readable file of at most %d bytes".formatted(maxBytes)
              + " (MCPBASH_MAX_MANUAL_REGISTRY_BYTES)");
    }
  }

  private ObjectNode object(byte[] bytes) throws RegistrationException {
    JsonNode value;
    try {
      value = Json.parseLastWins(bytes);
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
    if (version == null
        || !version.isNumber()
        || version.decimalValue().compareTo(BigDecimal.ONE) != 0) {
      throw broken("\"version\" is not 1", "Write \"version\": 1");
    }
  }

  private Optional<List<ObjectNode>> servable(ObjectNode object, RegistrationKind kind)
      throws RegistrationException {
    Optional<List<ObjectNode>> all = entries.of(object, kind);
    if (all.isPresent()) {
      Set<String> names = new HashSet<>();
      for (int i = 0; i < all.get().size(); i++) {
        ObjectNode entry = all.get().get(i);
        try {
          entries.checkDeclared(kind, entry);
          if (!names.add(entry.get("name").stringValue())) {
            throw EntryException.twice();
          }
        } catch (EntryException e) {
          throw entries.broken("%s[%d]".formatted(kind.member(), i), entry, e);
        }
      }
    }
    return all;
  }

  /** A bad template is left out later; but which program runs must be beyond doubt. */
  private Optional<List<ObjectNode>> templates(ObjectNode object) throws RegistrationException {
    RegistrationKind kind = RegistrationKind.RESOURCE_TEMPLATES;
    Optional<List<ObjectNode>> all = entries.of(object, kind);
    for (int i = 0; i < all.map(List::size).orElse(0); i++) {
      ObjectNode entry = all.get().get(i);
      try {
        EntryPath.checkJava(entry, layout.root());
      } catch (EntryException e) {
        throw entries.broken("%s[%d]".formatted(kind.member(), i), entry, e);
      }
    }
    return all;
  }

  private RegistrationException broken(String reason, String nextStep) {
    return entries.broken(reason, nextStep);
  }
}
