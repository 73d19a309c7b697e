package dev.bullpen.protocol.method;

import dev.bullpen.json.Json;
import dev.bullpen.json.UriText;
import dev.bullpen.protocol.CacheHint;
import dev.bullpen.protocol.Revision;
import dev.bullpen.protocol.shape.Shapes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The result of {@code resources/read}, in each revision. */
public final class ReadResourceResult {
  private static final String URI = "uri";

  private ReadResourceResult() {}

  /**
   * Build it, without what {@link ModernResults} adds. It is always valid and has all the items
   * given. An item without usable content gets a text that says so.
   *
   * @param contents each {@code {uri, mimeType?, text | blob, _meta?}}; not changed
   */
  public static ObjectNode build(ArrayNode contents, Revision revision, CacheHint hint) {
    ArrayNode shown = Json.array();
    for (JsonNode item : contents) {
      shown.add(
          Shapes.RESOURCE_CONTENTS.fit(item, revision).orElseGet(() -> mended(item, revision)));
    }
    ObjectNode result = Json.object().set("contents", shown);
    if (revision.isModern()) {
      hint.addTo(result);
    }
    return result;
  }

  private static JsonNode mended(JsonNode item, Revision revision) {
    JsonNode given = item.path(URI);
    String uri = UriText.of(given.stringValue(""));
    ObjectNode mended = Json.object();
    if (item instanceof ObjectNode object) {
      mended.setAll(object);
    }
    mended.put(URI, uri);
    return Shapes.RESOURCE_CONTENTS.fit(mended, revision).orElseGet(() -> nothing(uri));
  }

  private static JsonNode nothing(String uri) {
    return Json.object()
        .put(URI, uri)
        .put("mimeType", "text/plain")
        .put("text", "[content left out: it has neither text nor a blob in base64]");
  }
}
