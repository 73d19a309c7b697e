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
    ObjectNode argument = Json.object();
    argument.put("name", request.argument());
    argument.put("value", request.value());
    ObjectNode resolved = Json.object();
    for (Map.Entry<String, String> known : request.context().entrySet()) {
      resolved.put(known.getKey(), known.getValue());
    }
    ObjectNode context = Json.object();
    context.set("arguments", resolved);
    ObjectNode all = Json.object();
    all.put("query", request.value());
    all.put("prefix", request.value());
    all.set("argument", argument);
    all.set("context", context);
    all.set("ref", SortedJson.of(request.refAsSent()));
    String sorted = Json.text(SortedJson.of(all));
    return new CompletionArguments(
        Json.text(all), Sha256.hex(sorted.getBytes(StandardCharsets.UTF_8)));
  }
}
