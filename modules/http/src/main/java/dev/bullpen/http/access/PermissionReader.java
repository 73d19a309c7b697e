package dev.bullpen.http.access;

import dev.bullpen.http.access.Grant.Permissions;
import dev.bullpen.http.access.Grant.Quotas;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.Member;
import dev.bullpen.project.metadata.Members;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a file of tokens:
 *
 * <pre>{@code
 * {"tokens": [{"name": "alice", "sha256": "9f86d0...", "tools": ["files.*"], "prompts": ["*"],
 *              "resources": [], "callsPerMinute": 60, "concurrentCalls": 4}]}
 * }</pre>
 *
 * <p>Name and SHA-256 are required. What is not listed is denied: an entry with only these two lets
 * its client log in, but use nothing. Several entries may have the same name, for example while a
 * token is being replaced. Or a file of scopes:
 *
 * <pre>{@code
 * {"scopes": [{"scope": "files:read", "tools": ["files.*"], "prompts": ["*"], "resources": []}]}
 * }</pre>
 *
 * <p>Messages contain no values of the file, because a value may be a misplaced token.
 */
final class PermissionReader {
  private static final int MAX_PER_MINUTE = 1_000_000;
  private static final int MAX_CONCURRENT = 10_000;

  private static final Member<String> NAME =
      new Member<>(
          "name",
          value -> value.stringValueOpt().filter(name -> name.matches("[A-Za-z0-9._@-]{1,64}")),
          "not a name",
          "Give 1 to 64 letters, digits and the characters . _ @ -");

  private static final Member<byte[]> SHA256 =
      new Member<>(
          "sha256",
          value ->
              value
                  .stringValueOpt()
                  .filter(hex -> hex.matches("[0-9A-Fa-f]{64}"))
                  .map(hex -> HexFormat.of().parseHex(hex.toLowerCase(Locale.ROOT))),
          "not 64 hexadecimal digits",
          "Give what printf %s \"$TOKEN\" | sha256sum prints");

  private static final Member<Integer> CALLS_PER_MINUTE =
      Member.number("callsPerMinute", 1, MAX_PER_MINUTE);

  private static final Member<Integer> CONCURRENT_CALLS =
      Member.number("concurrentCalls", 1, MAX_CONCURRENT);

  private static final List<String> KEYS =
      List.of(
          "name", "sha256", "tools", "prompts", "resources", "callsPerMinute", "concurrentCalls");

  private static final List<String> SCOPE_KEYS = List.of("scope", "tools", "prompts", "resources");

  private static final Member<String> SCOPE =
      new Member<>(
          "scope",
          value -> value.stringValueOpt().filter(scope -> scope.matches(ScopeGrant.SYNTAX)),
          "not a scope",
          "Give one without blanks and quotation marks");

  /** Reads one entry; the entries before it are given. */
  private interface EntryReader<T> {
    T read(List<T> before, ObjectNode entry) throws EntryException;
  }

  private PermissionReader() {}

  static List<KnownToken> tokens(byte[] json) throws EntryException, JsonException {
    return entries(json, "tokens", PermissionReader::token);
  }

  static List<ScopeGrant> scopes(byte[] json) throws EntryException, JsonException {
    return entries(json, "scopes", PermissionReader::scope);
  }

  private static <T> List<T> entries(byte[] json, String key, EntryReader<T> reader)
      throws EntryException, JsonException {
    if (!(Json.parse(json) instanceof ObjectNode root)) {
      throw new EntryException("it is not a JSON object", "Write {\"%s\": []}".formatted(key));
    }
    Members.checkKeys(root, Set.of(key), "");
    List<T> entries = new ArrayList<>();
    for (JsonNode value : Members.required(root, Member.array(key))) {
      try {
        if (!(value instanceof ObjectNode entry)) {
          throw new EntryException("it is not an object", "Write one as documented");
        }
        entries.add(reader.read(entries, entry));
      } catch (EntryException e) {
        throw new EntryException(
            "entry %d: %s".formatted(entries.size() + 1, e.getMessage()), e.nextStep());
      }
    }
    return List.copyOf(entries);
  }

  private static KnownToken token(List<KnownToken> before, ObjectNode entry) throws EntryException {
    Members.checkKeys(entry, KEYS, "");
    String name = Members.required(entry, NAME);
    byte[] sha256 = Members.required(entry, SHA256);
    if (before.stream().anyMatch(other -> other.hasHash(sha256))) {
      throw new EntryException("its sha256 is in another entry too", "Remove one of the two");
    }
    Quotas quotas =
        new Quotas(
            Members.strict(entry, CALLS_PER_MINUTE), Members.strict(entry, CONCURRENT_CALLS));
    return new KnownToken(sha256, new Grant("token:" + name, permissions(entry), quotas, Set.of()));
  }

  private static ScopeGrant scope(List<ScopeGrant> before, ObjectNode entry) throws EntryException {
    Members.checkKeys(entry, SCOPE_KEYS, "");
    String scope = Members.required(entry, SCOPE);
    if (before.stream().anyMatch(other -> other.scope().equals(scope))) {
      throw new EntryException("its scope is in another entry too", "Make one of the two");
    }
    return new ScopeGrant(scope, permissions(entry));
  }

  private static Permissions permissions(ObjectNode entry) throws EntryException {
    return new Permissions(
        patterns(entry, "tools"), patterns(entry, "prompts"), patterns(entry, "resources"));
  }

  private static NamePatterns patterns(ObjectNode entry, String key) throws EntryException {
    Member<List<String>> member =
        new Member<>(
            key,
            PermissionReader::texts,
            "not an array of names",
            "Give names, with * for any characters, or leave the member out to allow none");
    return new NamePatterns(Members.strict(entry, member).orElse(List.of()));
  }

  private static Optional<List<String>> texts(JsonNode value) {
    if (!(value instanceof ArrayNode array)) {
      return Optional.empty();
    }
    List<String> texts =
        array.valueStream().flatMap(element -> element.stringValueOpt().stream()).toList();
    return texts.size() == array.size() && texts.stream().noneMatch(String::isBlank)
        ? Optional.of(texts)
        : Optional.empty();
  }
}
