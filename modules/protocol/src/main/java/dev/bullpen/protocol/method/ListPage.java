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
 * A page of a list: how it is asked for, and the result (specification, pagination).
 *
 * <p>The server keeps nothing for a cursor: its text names the list, the state of the list and the
 * place in it. It is neither secret nor signed: a client that makes one up gets a page that it may
 * have anyway.
 *
 * @param cursor where the page begins, as an earlier answer gave it
 * @param limit how many are wanted at most, at least 1; an extension
 */
public record ListPage(Optional<String> cursor, OptionalInt limit) {
  /** Where in {@code _meta} a client finds how many there are on all pages. */
  public static final String TOTAL = "mcpbash/total";

  /** Much more than any cursor made here; a longer one is not decoded. */
  private static final int MAX_CHARS = 1024;

  /**
   * Read the params of a list method; {@code MissingNode} for none.
   *
   * @throws JsonRpcException if there is a cursor and it is no string: null is no first page
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
   * @throws JsonRpcException if it is not of this list as it is now
   */
  public static int offset(String cursor, String collection, String fingerprint, int total)
      throws JsonRpcException {
    int offset = claimedOffset(cursor);
    // Only the exact text that would be made here counts.
    if (offset < 1 || offset >= total || !cursor(collection, fingerprint, offset).equals(cursor)) {
      throw new JsonRpcException(
          JsonRpcError.invalidParams(
              "params.cursor is not one of this list as it is now; list from the beginning"));
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
    } catch (IllegalArgumentException e) { // neither Base64 nor, behind it, a number
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
