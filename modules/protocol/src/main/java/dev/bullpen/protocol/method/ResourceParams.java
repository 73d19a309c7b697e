package dev.bullpen.protocol.method;

import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.MetaKey;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The params of {@code resources/read}, {@code resources/subscribe} and {@code
 * resources/unsubscribe}.
 *
 * @param uri as received
 * @param name the name of a listed resource; an extension
 */
public record ResourceParams(Optional<String> uri, Optional<String> name) {
  /**
   * Read the params of {@code resources/read}; {@code MissingNode} for none. No resource asks the
   * client for anything, so {@code inputResponses} and {@code requestState} (2026-07-28) are
   * ignored.
   *
   * @throws JsonRpcException if a member is of the wrong type, or there is neither uri nor name
   */
  public static ResourceParams read(JsonNode json) throws JsonRpcException {
    Member params = Member.params(json);
    params.get("name").optionalString(); // checked first, so that this fault is the one reported
    ResourceParams read = of(params, false);
    params.get(MetaKey.META).optionalObject();
    return read;
  }

  /**
   * Read the params of {@code resources/subscribe} and {@code resources/unsubscribe}, methods of
   * the legacy era. {@code subscriptionId}, an extension, names an earlier subscription.
   *
   * @throws JsonRpcException if a member is of the wrong type, if the uri is longer than {@link
   *     ListenParams#MAX_URI_CHARS}, or if all three are missing
   */
  public static ResourceParams subscription(JsonNode json) throws JsonRpcException {
    Member params = Member.params(json);
    Member uri = params.get("uri");
    if (uri.optionalString().orElse("").length() > ListenParams.MAX_URI_CHARS) {
      throw uri.refusal("must not be longer than " + ListenParams.MAX_URI_CHARS + " characters");
    }
    return of(params, params.get("subscriptionId").optionalString().isPresent());
  }

  private static ResourceParams of(Member params, boolean isNamedOtherwise)
      throws JsonRpcException {
    Member uri = params.get("uri");
    ResourceParams named =
        new ResourceParams(uri.optionalString(), params.get("name").optionalString());
    if (named.uri.isEmpty() && named.name.isEmpty() && !isNamedOtherwise) {
      throw uri.refusal("is missing");
    }
    return named;
  }
}
