package dev.bullpen.project.registration;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.completion.CompleterReader;
import dev.bullpen.project.completion.CompletionTable.Completer;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.Cause;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.Members;
import dev.bullpen.project.setting.OperatorSettings.NumberSetting;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads {@code server.d/register.json}, all of it or a {@link RegistrationException}, and the
 * entries of other registrations.
 */
public record RegistrationReader(Layout layout, Path file) {
  private static final Set<String> KEYS =
      Set.of(
          "version", "tools", "resources", "resourceTemplates", "prompts", "completions", "_meta");

  /** Bytes; ten thousand entries fit, a log file that landed here does not. */
  private static final int DEFAULT_MAX_BYTES = 1_048_576;

  private static final String NAME = "name";

  /** Read the file of a project; {@link Registration#NONE} when there is none. */
  public static Registration read(Layout layout, Map<String, String> env, Warnings problems)
      throws RegistrationException {
    Path file = layout.server().path().resolve(Registration.DECLARED);
    int maxBytes = NumberSetting.MAX_MANUAL_REGISTRY_BYTES.of(env, DEFAULT_MAX_BYTES);
    return new RegistrationReader(layout, file).read(maxBytes, problems);
  }

  private Registration read(int maxBytes, Warnings problems) throws RegistrationException {
    if (Absence.isCertain(file)) {
      Optional<String> fault = layout.serverFault();
      if (fault.isPresent()) {
        throw broken(
            "it cannot be looked for, because %s %s".formatted(layout.server().path(), fault.get()),
            layout.serverMending());
      }
      return Registration.NONE;
    }
    checkTrust();
    ObjectNode object = object(maxBytes);
    checkKeys(object);
    Map<RegistrationKind, List<ObjectNode>> entries = new EnumMap<>(RegistrationKind.class);
    List<ObjectNode> completions = List.of();
    for (RegistrationKind kind : RegistrationKind.values()) {
      Optional<List<ObjectNode>> all = of(object, kind);
      if (kind == RegistrationKind.COMPLETIONS) {
        completions = all.orElse(completions);
      } else if (all.isPresent()) {
        checkDeclared(kind, all.get());
        entries.put(kind, all.get());
      }
    }
    return new Registration(
        layout.serverFile(Registration.DECLARED),
        entries,
        false,
        completions(completions, "completions[%d]"::formatted, problems));
  }

  void checkTrust() throws RegistrationException {
    Optional<TrustCheck.Objection> objection = TrustCheck.firstObjection(layout.wayTo(file));
    if (objection.isPresent()) {
      throw broken("not believed because " + objection.get().fact(), objection.get().nextStep());
    }
  }

  private ObjectNode object(int maxBytes) throws RegistrationException {
    try {
      byte[] bytes = SmallFile.read(file, maxBytes, List.of(layout.server(), layout.root()));
      if (Json.parseLastWins(bytes) instanceof ObjectNode object) {
        return object;
      }
    } catch (IOException e) {
      throw broken(
          "cannot be read (%s)".formatted(Cause.of(e)),
          "Make it a regular, readable file of at most %d bytes (MCPBASH_MAX_MANUAL_REGISTRY_BYTES)"
              .formatted(maxBytes));
    } catch (JsonException e) {
      throw broken(e.getMessage(), "Mend the JSON there");
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
    JsonNode version = object.path("version");
    if (!version.isNumber() || version.decimalValue().compareTo(BigDecimal.ONE) != 0) {
      throw broken("\"version\" is not 1", "Write \"version\": 1");
    }
  }

  /**
   * Check the entries of {@code register.json}, which mcp-bash takes as they are: a tool or prompt
   * without a path that can be used is no fault of the others. Nor is a bad template, which is left
   * out later; but which program runs must be beyond doubt.
   */
  private void checkDeclared(RegistrationKind kind, List<ObjectNode> all)
      throws RegistrationException {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < all.size(); i++) {
      ObjectNode entry = all.get(i);
      try {
        if (kind == RegistrationKind.RESOURCES) {
          check(kind, entry);
        } else if (kind != RegistrationKind.RESOURCE_TEMPLATES) {
          require(entry, NAME);
        }
        EntryPath.checkJava(entry, layout.root());
        if (kind != RegistrationKind.RESOURCE_TEMPLATES
            && !names.add(entry.get(NAME).stringValue())) {
          throw EntryException.twice();
        }
      } catch (EntryException e) {
        throw broken("%s[%d]".formatted(kind.member(), i), entry, e);
      }
    }
  }

  /** Check what lists show of an entry, a tool's script aside, which is looked for later. */
  private void check(RegistrationKind kind, ObjectNode entry) throws EntryException {
    require(entry, NAME);
    String key =
        switch (kind) {
          case RESOURCES -> "uri";
          case RESOURCE_TEMPLATES -> "uriTemplate";
          default -> "path";
        };
    if (!key.equals("path") || Members.value(entry, EntryPath.JAVA).isEmpty()) {
      require(entry, key);
    }
    EntryPath.checkJava(entry, layout.root());
    Optional<String> path = Members.text(entry, "path");
    if (path.isPresent() && kind == RegistrationKind.PROMPTS) {
      new EntryPath(layout.prompts(), layout.root()).of(path.get());
    }
  }

  /** The entries that can be served; the others are reported, named by their index. */
  public List<ObjectNode> servable(
      RegistrationKind kind, List<ObjectNode> all, IntFunction<String> where, Warnings problems) {
    List<ObjectNode> servable = new ArrayList<>(all.size());
    for (int i = 0; i < all.size(); i++) {
      try {
        check(kind, all.get(i));
        servable.add(all.get(i));
      } catch (EntryException e) {
        problems.add(
            "%s: %s is ignored: %s"
                .formatted(file, named(where.apply(i), all.get(i)), e.sentences()));
      }
    }
    return List.copyOf(servable);
  }

  private static void require(ObjectNode entry, String key) throws EntryException {
    Members.required(entry, key, "Give its %s".formatted(key));
  }

  /** The entries of a kind; empty when the object does not speak of it. */
  Optional<List<ObjectNode>> of(ObjectNode object, RegistrationKind kind)
      throws RegistrationException {
    Optional<JsonNode> value = Members.value(object, kind.member());
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (!(value.get() instanceof ArrayNode array)) {
      throw broken(
          "\"%s\" is neither an array nor null".formatted(kind.member()),
          "Make it an array of objects; leave it out for discovery");
    }
    List<ObjectNode> entries = new ArrayList<>();
    for (JsonNode element : array) {
      if (!(element instanceof ObjectNode entry)) {
        throw broken(
            "%s[%d]".formatted(kind.member(), entries.size()),
            "not an object",
            "Make it an object");
      }
      entries.add(entry);
    }
    return Optional.of(List.copyOf(entries));
  }

  /** Who completes what, in the order of the entries; {@code where} names one for messages. */
  Map<CompletionTarget, Completer> completions(
      List<ObjectNode> entries, IntFunction<String> where, Warnings problems)
      throws RegistrationException {
    Map<CompletionTarget, Completer> byTarget = new LinkedHashMap<>();
    CompleterReader reader = new CompleterReader(layout.root());
    for (int i = 0; i < entries.size(); i++) {
      ObjectNode entry = entries.get(i);
      int at = i;
      Warnings said =
          problem ->
              problems.add("%s: %s: %s".formatted(file, named(where.apply(at), entry), problem));
      try {
        CompletionTarget target = CompleterReader.target(entry);
        if (byTarget.putIfAbsent(target, reader.read(entry, target, said)) != null) {
          throw EntryException.twice();
        }
      } catch (EntryException e) {
        throw broken(where.apply(i), entry, e);
      }
    }
    return Collections.unmodifiableMap(byTarget);
  }

  RegistrationException broken(String reason, String nextStep) {
    return broken("", reason, nextStep);
  }

  /** About an entry; {@code where} names it, but for its own name. */
  private RegistrationException broken(String where, ObjectNode entry, EntryException e) {
    return broken(named(where, entry), e.getMessage(), e.nextStep());
  }

  private static String named(String where, ObjectNode entry) {
    Optional<String> name = Members.text(entry, NAME).map(String::strip);
    return name.isEmpty() ? where : where + " \"%s\"".formatted(EscapedBytes.of(name.get()));
  }

  RegistrationException broken(String entry, String reason, String nextStep) {
    return new RegistrationException(file, entry, reason, nextStep);
  }
}
