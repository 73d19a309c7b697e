package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.MetaKey;
import dev.bullpen.protocol.ProgressToken;
import dev.bullpen.protocol.Revision;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The params of {@code tools/call} and {@code prompts/get}.
 *
 * @param arguments as received; empty if there are none
 * @param meta the request's {@code _meta} as received; empty if there is none
 * @param timeoutSecs how many seconds the tool may take, at least 1; an extension
 * @param inputResponses the input that an earlier answer asked for, an object for each key; ignored
 *     before 2026-07-28
 * @param requestState the state of an earlier answer, unread; ignored before 2026-07-28
 */
public record CallParams(
    String name,
    ObjectNode arguments,
    ObjectNode meta,
    OptionalInt timeoutSecs,
    Optional<ProgressToken> progressToken,
    Optional<ObjectNode> inputResponses,
    Optional<String> requestState) {

  /** Read the params; {@code MissingNode} for none. */
  public static CallParams parse(JsonNode json, Revision revision) throws JsonRpcException {
    Member params = Member.params(json);
    String name = params.get("name").string();
    ObjectNode arguments = params.get("arguments").optionalObject().orElseGet(Json::object);
    ObjectNode meta = params.get(MetaKey.META).optionalObject().orElseGet(Json::object);
    return new CallParams(
        name,
        arguments,
        meta,
        params.get("timeoutSecs").positive(Integer.MAX_VALUE),
        ProgressToken.of(meta.path(MetaKey.PROGRESS_TOKEN)),
        revision.isModern() ? responses(params.get("inputResponses")) : Optional.empty(),
        revision.isModern() ? params.get("requestState").optionalString() : Optional.empty());
  }

  private static Optional<ObjectNode> responses(Member member) throws JsonRpcException {
    Optional<ObjectNode> responses = member.optionalObject();
    if (responses.isPresent() && !responses.get().valueStream().allMatch(JsonNode::isObject)) {
      throw member.refusal("must have objects only");
    }
    return responses;
  }
}
