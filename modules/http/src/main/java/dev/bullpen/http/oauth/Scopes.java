package dev.bullpen.http.oauth;

import dev.bullpen.http.access.Grant.Permissions;
import dev.bullpen.http.access.PermissionFile;
import dev.bullpen.http.access.ScopeGrant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the scopes of a token permit.
 *
 * @param needed the scopes that a token must have, all of them
 * @param file what each scope permits; a token must have one of them. If empty, a token with the
 *     needed scopes may use everything
 */
public record Scopes(List<String> needed, Optional<PermissionFile<ScopeGrant>> file) {
  public Scopes {
    needed = List.copyOf(needed);
  }

  /** All scopes that a client may request. */
  List<String> known() {
    return Stream.concat(
            needed.stream(),
            file.stream().flatMap(it -> it.entries().stream()).map(ScopeGrant::scope))
        .distinct()
        .toList();
  }

  /** The scopes that a client with these scopes must request. */
  List<String> lacking(Set<String> scopes) {
    return scopes.containsAll(needed) ? known() : needed;
  }

  /** What a token with these scopes may use; empty if it has too few scopes for anything. */
  Optional<Permissions> permissions(Set<String> scopes) {
    if (!scopes.containsAll(needed)) {
      return Optional.empty();
    }
    if (file.isEmpty()) {
      return Optional.of(Permissions.ALL);
    }
    return file.get().entries().stream()
        .filter(entry -> scopes.contains(entry.scope()))
        .map(ScopeGrant::permissions)
        .reduce(Permissions::and);
  }
}
