package dev.bullpen.project.completion;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.Sha256;
import dev.bullpen.project.metadata.SortedJson;
import java.nio.charset.StandardCharsets;
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
  public static CompletionArguments of(CompletionRequest request) {
    ObjectNode known = Json.object();
    request.context().forEach(known::put);
    ObjectNode told = Json.object();
    told.put("query", request.value());
    told.put("prefix", request.value());
    ObjectNode argument = Json.object();
    argument.put("name", request.argument());
    argument.put("value", request.value());
    told.set("argument", argument);
    ObjectNode context = Json.object();
    context.set("arguments", known);
    told.set("context", context);
    String open = Json.text(told);
    String json =
        open.substring(0, open.length() - 1)
            + ",\"ref\":"
            + SortedJson.text(request.refAsSent())
            + "}";
    told.set("ref", request.refAsSent());
    return new CompletionArguments(
        json, Sha256.hex(SortedJson.text(told).getBytes(StandardCharsets.UTF_8)));
  }
}
