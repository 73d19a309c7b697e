package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.Revision;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A page of a list. */
public final class ListResult {
  /** Where in {@code _meta} a client finds how many there are on all pages. */
  public static final String TOTAL = "mcpbash/total";

  private ListResult() {}

  /**
   * Build it, still without what {@link ModernResults} adds.
   *
   * @param member the name of the list, such as {@code tools}
   * @param nextCursor empty on the last page, where a client must not find one
   * @param total how many there are on all pages
   * @param hint for the revisions that know of caching
   */
  public static ObjectNode build(
      String member,
      List<ObjectNode> items,
      Optional<String> nextCursor,
      int total,
      Revision revision,
      CacheHint hint) {
    ArrayNode page = Json.array();
    page.addAll(items);
    ObjectNode result = Json.object();
    result.set(member, page);
    nextCursor.ifPresent(cursor -> result.put("nextCursor", cursor));
    if (revision.isModern()) {
      hint.addTo(result);
    }
    result.set(MetaKey.META, Json.object().put(TOTAL, total));
    return result;
  }
}
