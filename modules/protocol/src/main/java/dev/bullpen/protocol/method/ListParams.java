package dev.bullpen.protocol.method;

import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/**
 * Which page of a list is asked for (specification, pagination).
 *
 * @param cursor where the page begins, as an earlier answer gave it; see {@link ListCursor}
 * @param limit how many are wanted at most, at least 1; an extension of ours
 */
public record ListParams(Optional<String> cursor, OptionalInt limit) {
  /**
   * Read the params of a list method; {@code MissingNode} for none.
   *
   * @throws JsonRpcException if there is a cursor and it is no string: null is no first page
   */
  public static ListParams parse(JsonNode json) throws JsonRpcException {
    if (json.isMissingNode()) {
      return new ListParams(Optional.empty(), OptionalInt.empty());
    }
    Member params = Member.params(json);
    return new ListParams(
        params.get("cursor").optionalString(), params.get("limit").positive(Integer.MAX_VALUE));
  }
}
