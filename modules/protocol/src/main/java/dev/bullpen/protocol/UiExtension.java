package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The extension by which tools have an interface (MCP Apps): resources of scheme {@code ui}, which
 * a client that knows of it shows to its user.
 */
final class UiExtension {
  private static final String EXTENSIONS = "extensions";
  private static final String ID = "io.modelcontextprotocol/ui";

  private UiExtension() {}

  /** Whether a {@code ClientCapabilities} object offers it; the settings are an object. */
  static boolean isOfferedBy(JsonNode capabilities) {
    return capabilities.path(EXTENSIONS).path(ID).isObject();
  }

  /** Advertise it in a {@code ServerCapabilities} object. */
  static void addTo(ObjectNode capabilities) {
    ObjectNode settings = Json.object();
    settings.set("mimeTypes", Json.array().add("text/html;profile=mcp-app"));
    ObjectNode extensions = Json.object();
    extensions.set(ID, settings);
    capabilities.set(EXTENSIONS, extensions);
  }
}
