package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.Revision;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A page of a list: its request and its result (specification, pagination).
 *
 * <p>The server stores nothing for a cursor: its text contains the name of the list, the list's
 * state and a position. It is neither secret nor signed: a client that invents one gets a page that
 * it may have anyway.
 *
 * @param cursor where the page starts, from an earlier answer
 * @param limit the most items wanted, at least 1; an extension
 */
public record ListPage(Optional<String> cursor, OptionalInt limit) {
  /** The key in {@code _meta} for the number of items on all pages. */
  public static final String TOTAL = "mcpbash/total";

  /** Much longer than cursors made here. Longer ones are not decoded. */
  private static final int MAX_CHARS = 1024;

  /**
   * Read the params of a list method; {@code MissingNode} for none.
   *
   * @throws JsonRpcException if the cursor is not a string; null does not mean the first page
   */
  public static ListPage parse(JsonNode json) throws JsonRpcException {
    if (json.isMissingNode()) {
      return new ListPage(Optional.empty(), OptionalInt.empty());
    }
    Member params = Member.params(json);
    return new ListPage(
        params.get("cursor").optionalString(), params.get("limit").positive(Integer.MAX_VALUE));
  }

  /**
   * A cursor to the item after {@code offset} others.
   *
   * @param fingerprint differs whenever the list differs
   */
  public static String cursor(String collection, String fingerprint, int offset) {
    String text = collection + '\n' + fingerprint + '\n' + offset;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The offset of a cursor.
   *
   * @return at least 1, and less than {@code total}
   * @throws JsonRpcException if it does not belong to the current list
   */
  public static int offset(String cursor, String collection, String fingerprint, int total)
      throws JsonRpcException {
    int offset = claimedOffset(cursor);
    // Only exactly the text that would be made here is accepted.
    if (offset < 1 || offset >= total || !cursor(collection, fingerprint, offset).equals(cursor)) {
      throw new JsonRpcException(
          JsonRpcError.invalidParams(
              "params.cursor does not belong to the current list; list from the beginning"));
    }
    return offset;
  }

  private static int claimedOffset(String cursor) {
    if (cursor.length() > MAX_CHARS) {
      return 0;
    }
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
      return Integer.parseInt(text.substring(text.lastIndexOf('\n') + 1));
    } catch (IllegalArgumentException e) { // not Base64, or no number in it
      return 0;
    }
  }

  /**
   * The result, without what {@link ModernResults} adds.
   *
   * @param member the name of the list, such as {@code tools}
   * @param nextCursor empty on the last page
   * @param total on all pages
   */
  public static ObjectNode result(
      String member,
      List<ObjectNode> items,
      Optional<String> nextCursor,
      int total,
      Revision revision,
      CacheHint hint) {
    ArrayNode page = Json.array();
    page.addAll(items);
    ObjectNode result = Json.object().set(member, page);
    nextCursor.ifPresent(cursor -> result.put("nextCursor", cursor));
    if (revision.isModern()) {
      hint.addTo(result);
    }
    result.set(MetaKey.META, Json.object().put(TOTAL, total));
    return result;
  }
}
