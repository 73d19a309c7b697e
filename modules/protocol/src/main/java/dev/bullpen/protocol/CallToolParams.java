package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which tool is called and with what. Whether there is such a tool, and whether it takes these
 * arguments, is for others to say.
 *
 * @param arguments as they came; empty if there are none
 * @param meta the request's {@code _meta} as it came; empty if there is none
 * @param timeoutSecs how many seconds the tool may take, at least 1; an extension of ours
 * @param inputResponses 2026-07-28: what an earlier answer asked for, an object for each key
 * @param requestState 2026-07-28: what an earlier answer wanted back, unread
 */
public record CallToolParams(
    String name,
    ObjectNode arguments,
    ObjectNode meta,
    OptionalInt timeoutSecs,
    Optional<ProgressToken> progressToken,
    Optional<ObjectNode> inputResponses,
    Optional<String> requestState) {

  /** Read the params; {@code MissingNode} for none. */
  public static CallToolParams parse(JsonNode json, Revision revision) throws JsonRpcException {
    Member params = Member.params(json);
    String name = params.get("name").string();
    ObjectNode arguments = optional(params.get("arguments")).orElseGet(Json::object);
    Member meta = params.get(MetaKey.META);
    ObjectNode metaObject = optional(meta).orElseGet(Json::object);
    return new CallToolParams(
        name,
        arguments,
        metaObject,
        params.get("timeoutSecs").positive(Integer.MAX_VALUE),
        ProgressToken.of(metaObject.path(MetaKey.PROGRESS_TOKEN)),
        revision.isModern() ? responses(params.get("inputResponses")) : Optional.empty(),
        revision.isModern() ? state(params.get("requestState")) : Optional.empty());
  }

  private static Optional<ObjectNode> optional(Member member) throws JsonRpcException {
    return member.isPresent() ? Optional.of(member.object()) : Optional.empty();
  }

  private static Optional<ObjectNode> responses(Member member) throws JsonRpcException {
    Optional<ObjectNode> responses = optional(member);
    if (responses.isPresent() && !responses.get().valueStream().allMatch(JsonNode::isObject)) {
      throw member.refusal("must have objects only");
    }
    return responses;
  }

  private static Optional<String> state(Member member) throws JsonRpcException {
    return member.isPresent() ? Optional.of(member.string()) : Optional.empty();
  }
}
