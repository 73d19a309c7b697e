package dev.bullpen.protocol.method;

import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Which resource is watched, or no longer watched: {@code resources/subscribe} and {@code
 * resources/unsubscribe}, methods of the legacy era.
 *
 * @param uri as it came; the specification knows nothing else
 * @param name of a resource in the list; an extension of ours, as is the next
 * @param subscriptionId what an earlier subscription was called
 */
public record SubscribeParams(
    Optional<String> uri, Optional<String> name, Optional<String> subscriptionId) {
  /**
   * Read the params; {@code MissingNode} for none.
   *
   * @throws JsonRpcException if a member is of the wrong type, if the uri is longer than {@link
   *     ListenParams#MAX_URI_CHARS}, or if there is none of the three
   */
  public static SubscribeParams parse(JsonNode json) throws JsonRpcException {
    Member params = Member.params(json);
    Member member = params.get("uri");
    Optional<String> uri = member.optionalString();
    if (uri.isPresent() && uri.get().length() > ListenParams.MAX_URI_CHARS) {
      throw member.refusal("must not be longer than " + ListenParams.MAX_URI_CHARS + " characters");
    }
    Optional<String> name = params.get("name").optionalString();
    Optional<String> subscriptionId = params.get("subscriptionId").optionalString();
    if (uri.isEmpty() && name.isEmpty() && subscriptionId.isEmpty()) {
      throw member.refusal("is missing");
    }
    return new SubscribeParams(uri, name, subscriptionId);
  }
}
