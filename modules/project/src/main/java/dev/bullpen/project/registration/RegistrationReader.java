package dev.bullpen.project.registration;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.completion.CompleterReader;
import dev.bullpen.project.completion.CompletionTable.Completer;
import dev.bullpen.project.completion.CompletionTable.CompletionTarget;
import dev.bullpen.project.file.Absence;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.file.SmallFile;
import dev.bullpen.project.file.TrustCheck;
import dev.bullpen.project.file.Warnings;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.Member;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads {@code server.d/register.json}, completely or not at all ({@link RegistrationException}),
 * and the entries of other registrations.
 */
public record RegistrationReader(Layout layout, Path file) {
  private static final String VERSION = "version";
  private static final List<String> KEYS =
      List.of(
          VERSION, "tools", "resources", "resourceTemplates", "prompts", "completions", "_meta");

  private static final Member<ObjectNode> META =
      new Member<>(
          "_meta",
          Member.of(ObjectNode.class),
          "not an object",
          "Make it an object or leave it out");

  private static final String NAME = "name";
  private static final String PATH = "path";

  /**
   * One entry.
   *
   * @param its position, for messages, such as {@code tools[2]}
   */
  public record Entry(String where, ObjectNode object) {
    private String named() {
      return Members.silentText(object, NAME)
          .map(name -> "%s \"%s\"".formatted(where, EscapedBytes.of(name.strip())))
          .orElse(where);
    }

    private String require(String key) throws EntryException {
      return Members.required(object, Member.text(key, "Give its " + key));
    }
  }

  /** Read the file of a project; {@link Registration#NONE} if there is none. */
  public static Registration read(Layout layout, Map<String, String> env, Warnings warnings)
      throws RegistrationException {
    Path file = layout.server().path().resolve(Registration.DECLARED);
    int maxBytes = NumberSetting.MAX_MANUAL_REGISTRY_BYTES.inForce(env);
    return new RegistrationReader(layout, file).read(maxBytes, warnings);
  }

  private Registration read(int maxBytes, Warnings warnings) throws RegistrationException {
    if (Absence.isCertain(file)) {
      Optional<String> fault = layout.serverFault();
      if (fault.isPresent()) {
        throw broken(
            "it cannot be read, because %s %s".formatted(layout.server().path(), fault.get()),
            layout.serverMending());
      }
      return Registration.NONE;
    }
    checkTrust();
    ObjectNode object = object(maxBytes);
    try {
      Members.checkKeys(object, KEYS, "");
      Members.strict(object, META);
    } catch (EntryException e) {
      throw broken(e.getMessage(), e.nextStep());
    }
    JsonNode version = object.path(VERSION);
    if (!version.isNumber() || version.decimalValue().compareTo(BigDecimal.ONE) != 0) {
      throw broken("\"version\" is not 1", "Write \"version\": 1");
    }
    Map<RegistrationKind, List<ObjectNode>> entries = new EnumMap<>(RegistrationKind.class);
    Map<CompletionTarget, Completer> completions = Map.of();
    for (RegistrationKind kind : RegistrationKind.values()) {
      Optional<List<Entry>> all = of(object, kind);
      if (kind == RegistrationKind.COMPLETIONS) {
        completions = completions(all.orElse(List.of()), warnings);
      } else if (all.isPresent()) {
        checkDeclared(kind, all.get());
        entries.put(kind, all.get().stream().map(Entry::object).toList());
      }
    }
    return new Registration(layout.serverFile(Registration.DECLARED), entries, false, completions);
  }

  void checkTrust() throws RegistrationException {
    Optional<TrustCheck.Objection> objection = TrustCheck.firstObjection(layout.wayTo(file));
    if (objection.isPresent()) {
      throw broken("not trusted because " + objection.get().fact(), objection.get().nextStep());
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
      throw broken(e.getMessage(), "Correct the JSON there");
    }
    throw broken("not a JSON object", "Begin with {\"version\": 1}");
  }

  /** The entries of a kind; empty if the object does not have this kind. */
  Optional<List<Entry>> of(ObjectNode object, RegistrationKind kind) throws RegistrationException {
    Optional<JsonNode> value = Members.value(object, kind.member());
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (!(value.get() instanceof ArrayNode array)) {
      throw broken(
          "\"%s\" is neither an array nor null".formatted(kind.member()),
          "Make it an array of objects; leave it out for discovery");
    }
    List<Entry> entries = new ArrayList<>();
    for (JsonNode element : array) {
      String where = "%s[%d]".formatted(kind.member(), entries.size());
      if (!(element instanceof ObjectNode entry)) {
        throw broken(where, "not an object", "Make it an object");
      }
      entries.add(new Entry(where, entry));
    }
    return Optional.of(entries);
  }

  /**
   * Check the entries of {@code register.json}, which mcp-bash uses unchecked. An unusable path of
   * a tool or prompt does not affect the other entries, and a bad template is left out later. But
   * it must be certain which program runs.
   */
  private void checkDeclared(RegistrationKind kind, List<Entry> all) throws RegistrationException {
    Set<String> names = new HashSet<>();
    for (Entry entry : all) {
      try {
        boolean isTemplate = kind == RegistrationKind.RESOURCE_TEMPLATES;
        String name = isTemplate ? "" : entry.require(NAME);
        if (kind == RegistrationKind.RESOURCES) {
          entry.require("uri");
        }
        EntryPath.checkJava(entry.object(), layout.root());
        if (!isTemplate && !names.add(name)) {
          throw EntryException.twice();
        }
      } catch (EntryException e) {
        throw broken(entry, e);
      }
    }
  }

  /** The entries that can be served, with a warning for each of the others. */
  public List<ObjectNode> servable(RegistrationKind kind, List<Entry> all, Warnings warnings) {
    List<ObjectNode> servable = new ArrayList<>(all.size());
    for (Entry entry : all) {
      try {
        check(kind, entry);
        servable.add(entry.object());
      } catch (EntryException e) {
        warnings.add("%s: %s is ignored: %s".formatted(file, entry.named(), e.sentences()));
      }
    }
    return List.copyOf(servable);
  }

  /** Check what lists show of an entry. A tool's script is searched later. */
  private void check(RegistrationKind kind, Entry entry) throws EntryException {
    entry.require(NAME);
    switch (kind) {
      case RESOURCES -> entry.require("uri");
      case RESOURCE_TEMPLATES -> entry.require("uriTemplate");
      default -> {
        if (Members.value(entry.object(), EntryPath.JAVA).isEmpty()) {
          entry.require(PATH);
        }
      }
    }
    EntryPath.checkJava(entry.object(), layout.root());
    Optional<String> path = Members.silentText(entry.object(), PATH);
    if (path.isPresent() && kind == RegistrationKind.PROMPTS) {
      new EntryPath(layout.prompts(), layout.root()).of(path.get());
    }
  }

  Map<CompletionTarget, Completer> completions(List<Entry> entries, Warnings warnings)
      throws RegistrationException {
    Map<CompletionTarget, Completer> byTarget = new LinkedHashMap<>();
    CompleterReader reader = new CompleterReader(layout.root());
    for (Entry entry : entries) {
      Warnings said = warnings.about("%s: %s".formatted(file, entry.named()));
      try {
        CompletionTarget target = CompleterReader.target(entry.object());
        if (byTarget.putIfAbsent(target, reader.read(entry.object(), target, said)) != null) {
          throw EntryException.twice();
        }
      } catch (EntryException e) {
        throw broken(entry, e);
      }
    }
    return Collections.unmodifiableMap(byTarget);
  }

  RegistrationException broken(String reason, String nextStep) {
    return broken("", reason, nextStep);
  }

  private RegistrationException broken(Entry entry, EntryException e) {
    return broken(entry.named(), e.getMessage(), e.nextStep());
  }

  RegistrationException broken(String entry, String reason, String nextStep) {
    return new RegistrationException(file, entry, reason, nextStep);
  }
}
