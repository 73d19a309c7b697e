package dev.bullpen.project.completion;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.Sha256;
import dev.bullpen.project.metadata.SortedJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request as scripts are told it.
 *
 * @param json {@code MCP_COMPLETION_ARGS_JSON}: compact, members in the order {@code query, prefix,
 *     argument, context, ref}
 * @param hash {@code MCP_COMPLETION_ARGS_HASH}: SHA-256 in hexadecimal of the same with every
 *     object's members sorted
 */
public record CompletionArguments(String json, String hash) {

  /** Describe a request. */
  public static CompletionArguments of(CompletionRequest request) {
    // Written by hand: nearly all of it is the same each time, and whoever types waits for it.
    String value = Json.text(request.value());
    String argument = "{\"name\":" + Json.text(request.argument()) + ",\"value\":" + value + "}";
    String typed = "\"query\":" + value;
    String prefix = "\"prefix\":" + value;
    ObjectNode resolved = Json.object();
    for (Map.Entry<String, String> known : request.context().entrySet()) {
      resolved.put(known.getKey(), known.getValue());
    }
    String ref = "\"ref\":" + Json.text(SortedJson.of(request.refAsSent()));
    String json =
        ("{" + typed + "," + prefix + ",\"argument\":" + argument)
            + (",\"context\":{\"arguments\":" + Json.text(resolved) + "}," + ref + "}");
    String sorted =
        ("{\"argument\":" + argument)
            + (",\"context\":{\"arguments\":" + Json.text(SortedJson.of(resolved)) + "},")
            + (prefix + "," + typed + "," + ref + "}");
    return new CompletionArguments(json, Sha256.hex(sorted.getBytes(StandardCharsets.UTF_8)));
  }
}
