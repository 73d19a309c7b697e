package dev.bullpen.project.registration;

import dev.bullpen.project.completion.Completer;
import dev.bullpen.project.completion.CompleterReader;
import dev.bullpen.project.completion.CompletionTarget;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.file.Folder;
import dev.bullpen.project.file.Layout;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.EntryPath;
import dev.bullpen.project.metadata.Members;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the entries of a registration: all of them, or a {@link RegistrationException}. */
public final class RegistrationEntries {
  private static final String NAME = "name";

  private final Folder root;
  private final Path file;
  private final Layout layout;

  /**
   * Prepare for reading.
   *
   * @param file whose entries they are, for messages
   */
  public RegistrationEntries(Layout layout, Path file) {
    this.layout = layout;
    this.root = layout.root();
    this.file = file;
  }

  /** Check what lists show of an entry, a tool's script aside, which is looked for later. */
  public void check(RegistrationKind kind, ObjectNode entry) throws EntryException {
    require(entry, NAME);
    String key =
        switch (kind) {
          case RESOURCES -> "uri";
          case RESOURCE_TEMPLATES -> "uriTemplate";
          default -> "path";
        };
    // A program in Java does for a path.
    if (!key.equals("path") || Members.value(entry, EntryPath.JAVA).isEmpty()) {
      require(entry, key);
    }
    EntryPath.checkJava(entry, root);
    Optional<String> path = Members.text(entry, "path");
    if (path.isPresent() && kind == RegistrationKind.PROMPTS) {
      new EntryPath(layout.prompts(), root).of(path.get());
    }
  }

  /**
   * Check an entry of {@code register.json}, which mcp-bash takes as it is: a tool or prompt
   * without a path that can be used is no fault of the others.
   */
  void checkDeclared(RegistrationKind kind, ObjectNode entry) throws EntryException {
    if (kind == RegistrationKind.TOOLS || kind == RegistrationKind.PROMPTS) {
      require(entry, NAME);
      EntryPath.checkJava(entry, root);
    } else {
      check(kind, entry);
    }
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

  /**
   * Who completes what, in the order of the entries.
   *
   * @param where names the entry at an index, for messages
   * @param problems told what of an entry is passed over
   */
  Map<CompletionTarget, Completer> completions(
      List<ObjectNode> entries, IntFunction<String> where, Consumer<String> problems)
      throws RegistrationException {
    Map<CompletionTarget, Completer> byTarget = new LinkedHashMap<>();
    CompleterReader reader = new CompleterReader(root);
    for (int i = 0; i < entries.size(); i++) {
      ObjectNode entry = entries.get(i);
      int at = i;
      Consumer<String> said =
          problem ->
              problems.accept("%s: %s: %s".formatted(file, named(where.apply(at), entry), problem));
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

  /** The same of the member {@code completions}. */
  Map<CompletionTarget, Completer> completions(List<ObjectNode> entries, Consumer<String> problems)
      throws RegistrationException {
    return completions(entries, "completions[%d]"::formatted, problems);
  }

  public RegistrationException broken(String reason, String nextStep) {
    return broken("", reason, nextStep);
  }

  /**
   * An entry that is at fault.
   *
   * @param where names it, but for its own name
   */
  public RegistrationException broken(String where, ObjectNode entry, EntryException e) {
    return broken(named(where, entry), e.getMessage(), e.nextStep());
  }

  private static String named(String where, ObjectNode entry) {
    Optional<String> name = Members.text(entry, NAME).map(String::strip);
    return name.isEmpty() ? where : where + " \"%s\"".formatted(EscapedBytes.of(name.get()));
  }

  public RegistrationException broken(String entry, String reason, String nextStep) {
    return new RegistrationException(file, entry, reason, nextStep);
  }
}
