package dev.bullpen.http.access;

import java.util.Optional;
import java.util.Set;

/**
 * What one principal may use. A project's policy can only take away from it.
 *
 * @param principal unique among all ways to log in: {@code token:NAME}, or an issuer, a blank and
 *     its subject
 * @param scopes of an OAuth token; none of other ways
 */
public record Grant(String principal, Permissions permissions, Quotas quotas, Set<String> scopes) {
  public Grant {
    scopes = Set.copyOf(scopes);
  }

  /** All that the server offers, without a quota of its own. */
  static Grant ofAll(String principal) {
    return new Grant(principal, Permissions.ALL, Quotas.NONE, Set.of());
  }

  /**
   * What may be seen, called, got, read and completed. What is not named is denied.
   *
   * @param tools by name
   * @param prompts by name
   * @param resources by URI, and templates by theirs
   */
  public record Permissions(NamePatterns tools, NamePatterns prompts, NamePatterns resources) {
    public static final Permissions ALL =
        new Permissions(NamePatterns.ALL, NamePatterns.ALL, NamePatterns.ALL);

    /** What either permits. */
    public Permissions and(Permissions other) {
      return new Permissions(
          tools.and(other.tools), prompts.and(other.prompts), resources.and(other.resources));
    }
  }

  /** How much may be used; where nothing stands, the server's limit for each principal holds. */
  public record Quotas(Optional<Integer> callsPerMinute, Optional<Integer> concurrentCalls) {
    public static final Quotas NONE = new Quotas(Optional.empty(), Optional.empty());
  }
}
