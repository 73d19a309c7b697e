package dev.bullpen.protocol.method;

import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Member;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads {@code context.arguments}, whose keys are the client's and so are not repeated to it. */
final class CompletionContext {
  private CompletionContext() {}

  static Map<String, String> of(Member params) throws JsonRpcException {
    Map<String, String> resolved = new LinkedHashMap<>();
    Member context = params.get("context");
    if (!context.isPresent() || !context.get("arguments").isPresent()) {
      return resolved;
    }
    Member arguments = context.get("arguments");
    if (arguments.object().size() > CompleteParams.MAX_CONTEXT_ENTRIES) {
      throw arguments.refusal(
          "must not have more than " + CompleteParams.MAX_CONTEXT_ENTRIES + " members");
    }
    for (Map.Entry<String, JsonNode> entry : arguments.object().properties()) {
      check(arguments, entry.getKey(), entry.getValue());
      resolved.put(entry.getKey(), entry.getValue().stringValue());
    }
    if (bytes(resolved) > CompleteParams.MAX_CONTEXT_BYTES) {
      throw arguments.refusal(
          "must not be longer than " + CompleteParams.MAX_CONTEXT_BYTES + " bytes in all");
    }
    return resolved;
  }

  private static void check(Member arguments, String name, JsonNode value) throws JsonRpcException {
    if (!value.isString()) {
      throw arguments.refusal("must have strings only");
    }
    Optional<String> fault =
        TextLimit.NAME.fault(name).or(() -> TextLimit.VALUE.fault(value.stringValue()));
    if (fault.isPresent()) {
      throw arguments.refusal("has a name or a value that " + fault.get());
    }
  }

  private static int bytes(Map<String, String> resolved) {
    int bytes = 0;
    for (Map.Entry<String, String> entry : resolved.entrySet()) {
      bytes += entry.getKey().getBytes(StandardCharsets.UTF_8).length;
      bytes += entry.getValue().getBytes(StandardCharsets.UTF_8).length;
    }
    return bytes;
  }
}
