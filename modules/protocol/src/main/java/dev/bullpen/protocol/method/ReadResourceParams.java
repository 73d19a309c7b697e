package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.Revision;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which resource is read. Whether there is such a resource, and whether it may be read, is for
 * others to say.
 *
 * @param uri as it came; the specification knows nothing else
 * @param name of a resource in the list; an extension of ours
 * @param meta the request's {@code _meta} as it came; empty if there is none
 */
public record ReadResourceParams(Optional<String> uri, Optional<String> name, ObjectNode meta) {
  /**
   * Read the params; {@code MissingNode} for none. No resource asks the client for anything, so
   * what a retry would bring (2026-07-28, {@code inputResponses} and {@code requestState}) is not
   * even looked at.
   *
   * @param revision in which the request came; so far they are read alike in all of them
   * @throws JsonRpcException if a member is of the wrong type, or there is neither uri nor name
   */
  public static ReadResourceParams parse(JsonNode json, Revision revision) throws JsonRpcException {
    Member params = Member.params(json);
    Member uri = params.get("uri");
    Optional<String> name = params.get("name").optionalString();
    if (!uri.isPresent() && name.isEmpty()) {
      throw uri.refusal("is missing");
    }
    return new ReadResourceParams(
        uri.optionalString(),
        name,
        params.get(MetaKey.META).optionalObject().orElseGet(Json::object));
  }
}
