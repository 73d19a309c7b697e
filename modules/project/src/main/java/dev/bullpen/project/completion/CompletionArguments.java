package dev.bullpen.project.completion;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.Sha256;
import dev.bullpen.project.metadata.SortedJson;
import java.util.Map;
import tools.jackson.databind.JsonNode;
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
    JsonNode argument = Json.object().put("name", request.argument()).put("value", request.value());
    ObjectNode resolved = Json.object();
    for (Map.Entry<String, String> known : request.context().entrySet()) {
      resolved.put(known.getKey(), known.getValue());
    }
    JsonNode ref = SortedJson.of(request.refAsSent());
    ObjectNode told = Json.object();
    told.put("query", request.value());
    told.put("prefix", request.value());
    told.set("argument", argument);
    told.set("context", context(resolved));
    told.set("ref", ref);
    ObjectNode sorted = Json.object();
    sorted.set("argument", argument);
    sorted.set("context", context(SortedJson.of(resolved)));
    sorted.put("prefix", request.value());
    sorted.put("query", request.value());
    sorted.set("ref", ref);
    return new CompletionArguments(Json.text(told), Sha256.hex(Json.bytes(sorted)));
  }

  private static ObjectNode context(JsonNode arguments) {
    ObjectNode context = Json.object();
    context.set("arguments", arguments);
    return context;
  }
}
