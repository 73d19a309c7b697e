package dev.bullpen.protocol;

import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/**
 * How long and for whom a modern client may keep a result (specification 2026-07-28, caching).
 *
 * @param ttlMs milliseconds the result counts as fresh; 0 for not at all
 */
public record CacheHint(long ttlMs, Scope scope) {
  /** Who may share the kept result. */
  public enum Scope {
    /** Anyone: it is the same for every caller. */
    PUBLIC,
    /** Only the caller it was made for. */
    PRIVATE
  }

  /**
   * For what depends on no caller and may change at any time, as everything in a folder may that
   * somebody is editing.
   */
  public static final CacheHint STALE = new CacheHint(0, Scope.PUBLIC);

  /** Refuse what the schema refuses. */
  public CacheHint {
    if (ttlMs < 0) {
      throw new IllegalArgumentException("ttlMs must not be negative, not " + ttlMs);
    }
  }

  /** Set the two members it is made of. */
  public void addTo(ObjectNode result) {
    result.put("ttlMs", ttlMs).put("cacheScope", scope.name().toLowerCase(Locale.ROOT));
  }
}
