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
  private static final int USUAL_CHARS = 512;

  /**
   * Describe a request. Both texts are put together from the same parts, each written once: every
   * key a user types comes here.
   */
  public static CompletionArguments of(CompletionRequest request) {
    String value = Json.quoted(request.value());
    String name = Json.quoted(request.argument());
    ObjectNode known = known(request.context());
    String context = Json.text(known);
    String sortedContext = known.size() < 2 ? context : SortedJson.text(known);
    String ref = SortedJson.text(request.refAsSent());
    StringBuilder told = new StringBuilder(USUAL_CHARS);
    told.append("{\"query\":").append(value).append(",\"prefix\":").append(value).append(',');
    argument(told, name, value).append(',');
    context(told, context);
    told.append(",\"ref\":").append(ref).append('}');
    StringBuilder sorted = new StringBuilder(USUAL_CHARS).append('{');
    argument(sorted, name, value).append(',');
    context(sorted, sortedContext);
    sorted.append(",\"prefix\":").append(value).append(",\"query\":").append(value);
    sorted.append(",\"ref\":").append(ref).append('}');
    return new CompletionArguments(
        told.toString(), Sha256.hex(sorted.toString().getBytes(StandardCharsets.UTF_8)));
  }

  private static ObjectNode known(Map<String, String> arguments) {
    ObjectNode known = Json.object();
    for (Map.Entry<String, String> argument : arguments.entrySet()) {
      known.put(argument.getKey(), argument.getValue());
    }
    return known;
  }

  private static StringBuilder argument(StringBuilder text, String name, String value) {
    text.append("\"argument\":{\"name\":").append(name);
    return text.append(",\"value\":").append(value).append('}');
  }

  private static void context(StringBuilder text, String arguments) {
    text.append("\"context\":{\"arguments\":").append(arguments).append('}');
  }
}
