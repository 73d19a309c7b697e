package dev.bullpen.server.call;

import dev.bullpen.project.uri.UriSyntax;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What the requests that name something name: a tool, a prompt, a resource, or that of which an
 * argument is completed.
 */
public final class CalledName {
  private static final Map<String, String> KINDS =
      Map.of(
          Methods.TOOLS_CALL, "tool",
          Methods.PROMPTS_GET, "prompt",
          Methods.RESOURCES_READ, "resource",
          Methods.SUBSCRIBE, "resource",
          Methods.COMPLETE, "completion");

  private CalledName() {}

  /** The kind of what a method's requests name; empty if they name nothing. */
  public static Optional<String> kind(String method) {
    return Optional.ofNullable(KINDS.get(method));
  }

  /** The name, as the client has it; of a URI nothing that may be a key. */
  public static Optional<String> of(String method, JsonNode params) {
    if (!KINDS.containsKey(method)) {
      return Optional.empty();
    }
    JsonNode named = method.equals(Methods.COMPLETE) ? params.path("ref") : params;
    return Optional.of(
        Optional.ofNullable(named.path("uri").stringValue(null))
            .map(UriSyntax::logged)
            .orElseGet(() -> named.path("name").stringValue("?")));
  }
}
