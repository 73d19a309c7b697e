package dev.bullpen.schema;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/** Where a reference can lead: to resources, anchors and JSON Pointers (Core, 8.2 and 9.2). */
final class Resources {
  static final Set<String> BUNDLED =
      Stream.of(
              Stream.of(Dialect.values()).map(Dialect::id),
              parts("2020-12", "core applicator unevaluated validation meta-data content"),
              parts("2020-12", "format-annotation"),
              parts("2019-09", "core applicator validation meta-data format content"))
          .flatMap(ids -> ids)
          .collect(Collectors.toUnmodifiableSet());

  /** The base of a document (RFC 3986, 5.1.4), a name that never exists (RFC 2606). */
  static final String HERE = "https://bullpen.invalid/schema";

  private final Map<String, JsonNode> roots = new HashMap<>();
  private final Map<String, JsonNode> anchors = new HashMap<>();

  private static Stream<String> parts(String dialect, String names) {
    return Stream.of(names.split(" "))
        .map(name -> "https://json-schema.org/draft/%s/meta/%s".formatted(dialect, name));
  }

  void addRoot(String uri, JsonNode schema) {
    roots.put(uri, schema);
  }

  void addAnchor(String uri, String name, JsonNode schema) {
    if (!name.isEmpty()) {
      anchors.put(uri + "#" + name, schema);
    }
  }

  /** The schema that a reference leads to; empty if that is a bundled meta-schema. */
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

  /**
   * A reference as it stands in a schema.
   *
   * @param keyword {@code $ref}, {@code $dynamicRef} or {@code $recursiveRef}
   * @param text its value
   * @param base the URI of the resource that it stands in
   * @param place where it stands
   */
  record Reference(String keyword, String text, String base, Place place) {

    String resource() {
      int hash = text.indexOf('#');
      String head = hash < 0 ? text : text.substring(0, hash);
      return head.isEmpty() ? base : Resources.resolve(base, head);
    }

    /** What follows the hash; empty for the resource as a whole. */
    String fragment() {
      int hash = text.indexOf('#');
      return hash < 0 ? "" : text.substring(hash + 1);
    }

    SchemaException leadsNowhere() {
      return new SchemaException(
          sentence("leads nowhere; there is no such definition in the schema"));
    }

    SchemaException leadsOutside() {
      return SchemaException.refusal(
          sentence(
              "leads out of the schema, and nothing is fetched; put the definition under \"$defs\""));
    }

    private String sentence(String fault) {
      return Excerpt.cut(place.pointer() + "/" + keyword)
          + ": the reference "
          + Excerpt.quoted(text)
          + " "
          + fault;
    }
  }
}
