package dev.bullpen.server.call;

import dev.bullpen.project.uri.UriSyntax;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The name in a request: of a tool, a prompt, a resource, or the reference of a completion. */
public final class CalledName {
  private static final Map<String, String> KINDS =
      Map.of(
          Methods.TOOLS_CALL, "tool",
          Methods.PROMPTS_GET, "prompt",
          Methods.RESOURCES_READ, "resource",
          Methods.SUBSCRIBE, "resource",
          Methods.COMPLETE, "completion");

  private CalledName() {}

  /** The kind of thing that a method's requests name; empty if they name nothing. */
  public static Optional<String> kind(String method) {
    return Optional.ofNullable(KINDS.get(method));
  }

  /** The name as the client sent it. Of a URI, without any part that may be a key. */
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
