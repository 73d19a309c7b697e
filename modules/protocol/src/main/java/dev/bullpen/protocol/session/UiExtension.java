package dev.bullpen.protocol.session;

import dev.bullpen.json.Json;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The extension for tools with a user interface (MCP Apps): resources of scheme {@code ui}. */
public final class UiExtension {
  private static final String EXTENSIONS = "extensions";
  private static final String ID = "io.modelcontextprotocol/ui";

  private static final String UI = "ui";
  private static final String URI = "resourceUri";

  /** The key in the first drafts of the extension. */
  private static final String OLD_KEY = UI + "/" + URI;

  private UiExtension() {}

  /** Move an interface under the old key of a {@code _meta} to the current key. */
  public static void rename(ObjectNode meta) {
    if (!meta.path(OLD_KEY).isString()) {
      return;
    }
    JsonNode uri = meta.remove(OLD_KEY);
    ObjectNode ui = meta.path(UI) instanceof ObjectNode known ? known : Json.object();
    meta.set(UI, ui);
    if (!ui.has(URI)) {
      ui.set(URI, uri);
    }
  }

  static boolean isOfferedBy(JsonNode capabilities) {
    return capabilities.path(EXTENSIONS).path(ID).isObject();
  }

  static void addTo(ObjectNode capabilities) {
    ObjectNode settings = Json.object();
    settings.set("mimeTypes", Json.array().add("text/html;profile=mcp-app"));
    ObjectNode extensions = Json.object().set(ID, settings);
    capabilities.set(EXTENSIONS, extensions);
  }
}
