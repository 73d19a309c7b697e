package dev.bullpen.http.access;

import dev.bullpen.project.uri.UriSyntax;
import java.util.Optional;
import java.util.Set;

/**
 * What one principal may use. The project's policy can narrow it, but not widen it.
 *
 * @param principal unique among all authenticators: {@code token:NAME}, or issuer, blank and
 *     subject
 * @param scopes of an OAuth token; empty for other tokens
 */
public record Grant(String principal, Permissions permissions, Quotas quotas, Set<String> scopes) {
  public Grant {
    scopes = Set.copyOf(scopes);
  }

  /** Everything that the server offers, without quotas. */
  static Grant ofAll(String principal) {
    return new Grant(principal, Permissions.ALL, Quotas.NONE, Set.of());
  }

  /** Whether this is for the same principal, with the same permissions. */
  public boolean hasRightsOf(Grant other) {
    return principal.equals(other.principal) && permissions.equals(other.permissions);
  }

  /**
   * What may be listed, called, read and completed. What is not named is denied.
   *
   * @param tools by name
   * @param prompts by name
   * @param resources by URI, and templates by URI template
   */
  public record Permissions(NamePatterns tools, NamePatterns prompts, NamePatterns resources) {
    public static final Permissions ALL =
        new Permissions(NamePatterns.ALL, NamePatterns.ALL, NamePatterns.ALL);

    /**
     * Whether a resource or template may be used. The patterns know only the text of a URI, so one
     * with {@code ..} could name a resource that they do not permit.
     */
    public boolean permitsResource(String uri) {
      return resources.permit(uri)
          && (resources.equals(NamePatterns.ALL) || !UriSyntax.hasDotSegment(uri));
    }

    /** What either of the two permits. */
    public Permissions and(Permissions other) {
      return new Permissions(
          tools.and(other.tools), prompts.and(other.prompts), resources.and(other.resources));
    }
  }

  /**
   * How much may be used. Where a quota is empty, the server's limit for each principal applies.
   */
  public record Quotas(Optional<Integer> callsPerMinute, Optional<Integer> concurrentCalls) {
    public static final Quotas NONE = new Quotas(Optional.empty(), Optional.empty());
  }
}
