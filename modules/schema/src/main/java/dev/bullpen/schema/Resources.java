package dev.bullpen.schema;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * The places in a document that a reference can lead to: resources by their URI, anchors in them,
 * and everything else by JSON Pointer (Core, sections 8.2 and 9.2).
 */
final class Resources {
  /** The meta-schemas that the library brings along. */
  static final Set<String> BUNDLED =
      Set.of(
          Dialect.DRAFT_07.id(),
          Dialect.DRAFT_2020_12.id(),
          "https://json-schema.org/draft/2020-12/meta/core",
          "https://json-schema.org/draft/2020-12/meta/applicator",
          "https://json-schema.org/draft/2020-12/meta/unevaluated",
          "https://json-schema.org/draft/2020-12/meta/validation",
          "https://json-schema.org/draft/2020-12/meta/meta-data",
          "https://json-schema.org/draft/2020-12/meta/format-annotation",
          "https://json-schema.org/draft/2020-12/meta/content",
          Dialect.DRAFT_2019_09.id(),
          "https://json-schema.org/draft/2019-09/meta/core",
          "https://json-schema.org/draft/2019-09/meta/applicator",
          "https://json-schema.org/draft/2019-09/meta/validation",
          "https://json-schema.org/draft/2019-09/meta/meta-data",
          "https://json-schema.org/draft/2019-09/meta/format",
          "https://json-schema.org/draft/2019-09/meta/content");

  /**
   * Where a document is thought to lie, so that an {@code $id} may be relative (RFC 3986, section
   * 5.1.4); a name that never exists (RFC 2606).
   */
  static final String HERE = "https://bullpen.invalid/schema";

  private final Map<String, JsonNode> roots = new HashMap<>();
  private final Map<String, JsonNode> anchors = new HashMap<>();

  void addRoot(String uri, JsonNode schema) {
    roots.put(uri, schema);
  }

  void addAnchor(String uri, String name, JsonNode schema) {
    if (!name.isEmpty()) {
      anchors.put(uri + "#" + name, schema);
    }
  }

  /**
   * The schema that {@code reference} leads to; empty if that is one of the bundled meta-schemas.
   */
  Optional<JsonNode> find(Reference reference) throws SchemaException {
    JsonNode root = roots.get(reference.resource());
    if (root == null) {
      if (BUNDLED.contains(reference.resource())) {
        return Optional.empty();
      }
      throw reference.leadsOutside();
    }
    return Optional.of(
        inside(root, reference.resource(), reference.fragment())
            .orElseThrow(reference::leadsNowhere));
  }

  private Optional<JsonNode> inside(JsonNode root, String uri, String fragment) {
    if (fragment.isEmpty()) {
      return Optional.of(root);
    }
    if (!fragment.startsWith("/")) {
      return Optional.ofNullable(anchors.get(uri + "#" + fragment));
    }
    try {
      // A plus sign stands for itself in a fragment (RFC 3986), and for a blank only in forms.
      String pointer = URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
      JsonNode found = root.at(JsonPointer.compile(pointer));
      return found.isObject() || found.isBoolean() ? Optional.of(found) : Optional.empty();
    } catch (IllegalArgumentException badEscape) {
      return Optional.empty();
    }
  }

  /** {@code reference}, a URI without fragment, seen from {@code base} (RFC 3986, section 5). */
  static String resolve(String base, String reference) {
    try {
      return URI.create(base).resolve(reference).toString();
    } catch (IllegalArgumentException notUris) {
      return reference;
    }
  }
}
