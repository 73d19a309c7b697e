package dev.bullpen.project.tool;

import dev.bullpen.project.script.Roots;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One {@code tools/call}, checked for its form, as far as a script is told of it.
 *
 * @param arguments as sent; an empty object if there were none
 * @param meta {@code params._meta} as sent, an empty object if there was none
 * @param progressToken the text of the token, if progress is wanted
 * @param roots where the client works
 * @param offers names of what the client can be asked for, as {@code elicitation.url}
 * @param inputResponses answers to what an earlier run of the script has asked
 * @param requestState what an earlier run of the script has left for this one
 */
public record ToolRequest(
    ObjectNode arguments,
    ObjectNode meta,
    Optional<String> progressToken,
    Roots roots,
    List<String> offers,
    Optional<ObjectNode> inputResponses,
    Optional<JsonNode> requestState) {}
