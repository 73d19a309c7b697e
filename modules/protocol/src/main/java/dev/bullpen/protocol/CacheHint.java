package dev.bullpen.protocol;

import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How long and for whom a modern client may keep a result (specification 2026-07-28, caching).
 *
 * @param ttlMs milliseconds for which the result counts as fresh; 0 if it must not be kept
 */
public record CacheHint(long ttlMs, Scope scope) {
  public enum Scope {
    PUBLIC,
    PRIVATE;

    private final String wire = name().toLowerCase(Locale.ROOT);
  }

  /** The same for every caller; may change at any time. */
  public static final CacheHint STALE = new CacheHint(0, Scope.PUBLIC);

  /** Only for its caller; may change at any time. */
  public static final CacheHint READ = new CacheHint(0, Scope.PRIVATE);

  /** The largest allowed value: JavaScript's Number.MAX_SAFE_INTEGER. */
  public static final long MAX_TTL_MS = (1L << 53) - 1;

  public CacheHint {
    if (ttlMs < 0) {
      throw new IllegalArgumentException("ttlMs must not be negative, not " + ttlMs);
    }
  }

  /**
   * The hint in a project's configuration, {@code {"ttlMs": 0, "scope": "private"}}. Both members
   * are optional.
   *
   * @param cache {@code MissingNode} if there is none
   * @param fallback for missing or wrong members
   * @param problems receives a sentence for each ignored member, without the file's name
   */
  public static CacheHint of(JsonNode cache, CacheHint fallback, List<String> problems) {
    if (!cache.isObject() && !cache.isMissingNode()) {
      problems.add(
          "cache is ignored: it must be an object, {\"ttlMs\": 0, \"scope\": \"private\"}.");
    }
    return new CacheHint(
        ttlMs(cache.path("ttlMs"), fallback, problems),
        scope(cache.path("scope"), fallback, problems));
  }

  private static long ttlMs(JsonNode ttlMs, CacheHint fallback, List<String> problems) {
    if (ttlMs.isMissingNode()) {
      return fallback.ttlMs;
    }
    if (!ttlMs.isIntegralNumber()
        || !ttlMs.canConvertToLong()
        || ttlMs.longValue() < 0
        || ttlMs.longValue() > MAX_TTL_MS) {
      problems.add(
          "cache.ttlMs is ignored: it must be a whole number of milliseconds from 0 to %d."
              .formatted(MAX_TTL_MS));
      return fallback.ttlMs;
    }
    return ttlMs.longValue();
  }

  private static Scope scope(JsonNode scope, CacheHint fallback, List<String> problems) {
    for (Scope known : Scope.values()) {
      if (known.wire.equals(scope.stringValue(""))) {
        return known;
      }
    }
    if (!scope.isMissingNode()) {
      problems.add("cache.scope is ignored: it must be \"private\" or \"public\".");
    }
    return fallback.scope;
  }

  public void addTo(ObjectNode result) {
    result.put("ttlMs", ttlMs).put("cacheScope", scope.wire);
  }
}
