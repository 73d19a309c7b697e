package dev.bullpen.protocol.question;

import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import dev.bullpen.protocol.Revision;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a request brings that answers an {@link InputRequired} (specification 2026-07-28, multi
 * round-trip requests); nothing in older revisions, whatever stands there.
 *
 * @param inputResponses what was asked for, an object for each key
 * @param requestState what the earlier answer wanted back, unread
 */
public record Retry(Optional<ObjectNode> inputResponses, Optional<String> requestState) {
  private static final Retry NONE = new Retry(Optional.empty(), Optional.empty());

  public static Retry of(Member params, Revision revision) throws JsonRpcException {
    if (!revision.isModern()) {
      return NONE;
    }
    Member member = params.get("inputResponses");
    Optional<ObjectNode> responses = member.optionalObject();
    if (responses.isPresent() && !responses.get().valueStream().allMatch(JsonNode::isObject)) {
      throw member.refusal("must have objects only");
    }
    return new Retry(responses, params.get("requestState").optionalString());
  }
}
