package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.question.Retry;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which prompt is wanted and with what. Whether there is such a prompt, and whether it takes these
 * arguments, is for others to say.
 *
 * @param arguments as they came, whatever their values; empty if there are none
 * @param meta the request's {@code _meta} as it came; empty if there is none
 * @param inputResponses 2026-07-28: what an earlier answer asked for, an object for each key
 * @param requestState 2026-07-28: what an earlier answer wanted back, unread
 */
public record GetPromptParams(
    String name,
    ObjectNode arguments,
    ObjectNode meta,
    Optional<ObjectNode> inputResponses,
    Optional<String> requestState) {

  /** Read the params; {@code MissingNode} for none. */
  public static GetPromptParams parse(JsonNode json, Revision revision) throws JsonRpcException {
    Member params = Member.params(json);
    String name = params.get("name").string();
    ObjectNode arguments = params.get("arguments").optionalObject().orElseGet(Json::object);
    ObjectNode meta = params.get(MetaKey.META).optionalObject().orElseGet(Json::object);
    Retry retry = Retry.of(params, revision);
    return new GetPromptParams(name, arguments, meta, retry.inputResponses(), retry.requestState());
  }
}
