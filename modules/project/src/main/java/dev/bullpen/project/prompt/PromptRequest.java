package dev.bullpen.project.prompt;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One {@code prompts/get}, checked for its form, as far as a script is told of it beside the
 * arguments.
 *
 * @param meta {@code params._meta} as sent, an empty object if there was none
 * @param inputResponses answers to what an earlier run of the script has asked
 * @param requestState what an earlier run of the script has left for this one
 * @param offers names of what the client can be asked for, as {@code elicitation.url}
 */
public record PromptRequest(
    ObjectNode meta,
    Optional<ObjectNode> inputResponses,
    Optional<JsonNode> requestState,
    List<String> offers) {}
