package dev.bullpen.schema;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * Checks a schema before the library does: its dialect, its size, and whether its references stay
 * inside. References lead to resources, anchors and JSON Pointers (Core, 8.2 and 9.2).
 */
final class Survey {
  /** How deep subschemas may be nested, the outermost counted. Far deeper than usual schemas. */
  static final int MAX_DEPTH = 64;

  /** In one schema. Checking so many against their meta-schema takes about a second. */
  static final int MAX_SUBSCHEMAS = 10_000;

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

  private final Dialect dialect;
  private final Map<String, JsonNode> roots = new HashMap<>();
  private final Map<String, JsonNode> anchors = new HashMap<>();
  private final Deque<Reference> references = new ArrayDeque<>();
  private final List<JsonNode> parts = new ArrayList<>();
  private final Set<JsonNode> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private int subschemas;

  private Survey(Dialect dialect) {
    this.dialect = dialect;
  }

  static Survey of(JsonNode schema) throws SchemaException {
    if (!schema.isObject() && !schema.isBoolean()) {
      throw new SchemaException(
          "a schema must be an object or a boolean, but this is " + Excerpt.of(schema));
    }
    Survey survey = new Survey(Dialect.of(schema));
    survey.roots.put(HERE, schema);
    survey.visit(schema, HERE, Place.ROOT, 1);
    survey.follow();
    return survey;
  }

  Dialect dialect() {
    return dialect;
  }

  /**
   * The schema and all subschemas that are objects, also those that are schemas only because a
   * reference leads there.
   */
  List<JsonNode> parts() {
    return parts;
  }

  private void visit(JsonNode schema, String outerBase, Place place, int depth)
      throws SchemaException {
    if (schema.isObject()) {
      if (!seen.add(schema)) {
        return;
      }
      parts.add(schema);
    }
    if (++subschemas > MAX_SUBSCHEMAS) {
      throw new SchemaException("the schema holds more than " + MAX_SUBSCHEMAS + " subschemas");
    }
    if (depth > MAX_DEPTH) {
      throw new SchemaException(
          Excerpt.cut(place.pointer()) + " lies more than " + MAX_DEPTH + " subschemas deep");
    }
    if (schema.has("$schema") && Dialect.of(schema) != dialect) {
      throw new SchemaException(
          Excerpt.cut(place.pointer()) + "/$schema is not " + dialect.text() + " as the whole is");
    }
    String base = enter(schema, outerBase);
    collect(schema, "$ref", base, place);
    collect(schema, "$dynamicRef", base, place);
    if (dialect == Dialect.DRAFT_2019_09) {
      collect(schema, "$recursiveRef", base, place);
    }
    for (Subschema inner : Subschema.below(schema, place)) {
      visit(inner.schema(), base, inner.place(), depth + 1);
    }
  }

  /**
   * Note by which names {@code schema} can be referred to; returns its base URI (Core, section
   * 8.2).
   */
  private String enter(JsonNode schema, String outerBase) {
    String id = string(schema, "$id");
    if (dialect == Dialect.DRAFT_07) {
      // Beside a $ref no keyword counts. An id that is a fragment is an anchor (draft-07, 8.2.3,
      // 8.3).
      id = schema.has("$ref") ? "" : id;
      if (id.startsWith("#")) {
        addAnchor(outerBase, id.substring(1), schema);
        id = "";
      }
    }
    String base = outerBase;
    if (!id.isEmpty()) {
      base = resolve(outerBase, id.endsWith("#") ? id.substring(0, id.length() - 1) : id);
      roots.put(base, schema);
    }
    if (dialect != Dialect.DRAFT_07) {
      addAnchor(base, string(schema, "$anchor"), schema);
    }
    if (dialect == Dialect.DRAFT_2020_12) {
      addAnchor(base, string(schema, "$dynamicAnchor"), schema);
    }
    return base;
  }

  private void collect(JsonNode schema, String keyword, String base, Place place) {
    if (schema.path(keyword).isString()) {
      references.add(new Reference(keyword, schema.get(keyword).stringValue(), base, place));
    }
  }

  private static String string(JsonNode schema, String keyword) {
    JsonNode value = schema.path(keyword);
    return value.isString() ? value.stringValue() : "";
  }

  /** Follow references. Their targets may be schemas only because of them. */
  private void follow() throws SchemaException {
    while (!references.isEmpty()) {
      Reference reference = references.remove();
      JsonNode root = roots.get(reference.resource());
      if (root != null) {
        JsonNode target =
            inside(root, reference.resource(), reference.fragment())
                .orElseThrow(reference::leadsNowhere);
        visit(target, reference.resource(), reference.place(), 1);
      } else if (!BUNDLED.contains(reference.resource())) {
        throw reference.leadsOutside();
      }
    }
  }

  private void addAnchor(String uri, String name, JsonNode schema) {
    if (!name.isEmpty()) {
      anchors.put(uri + "#" + name, schema);
    }
  }

  private Optional<JsonNode> inside(JsonNode root, String uri, String fragment) {
    if (fragment.isEmpty()) {
      return Optional.of(root);
    }
    if (!fragment.startsWith("/")) {
      return Optional.ofNullable(anchors.get(uri + "#" + fragment));
    }
    try {
      // In a fragment a plus sign means itself (RFC 3986); it means a blank only in forms.
      String pointer = URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
      JsonNode found = root.at(JsonPointer.compile(pointer));
      return found.isObject() || found.isBoolean() ? Optional.of(found) : Optional.empty();
    } catch (IllegalArgumentException badEscape) {
      return Optional.empty();
    }
  }

  /**
   * Resolve {@code reference}, a URI without fragment, against {@code base} (RFC 3986, section 5).
   */
  static String resolve(String base, String reference) {
    try {
      return URI.create(base).resolve(reference).toString();
    } catch (IllegalArgumentException notUris) {
      return reference;
    }
  }

  private static Stream<String> parts(String dialect, String names) {
    return Stream.of(names.split(" "))
        .map(name -> "https://json-schema.org/draft/%s/meta/%s".formatted(dialect, name));
  }

  /**
   * A reference as it is in a schema.
   *
   * @param base the URI of the resource that has it
   */
  private record Reference(String keyword, String text, String base, Place place) {

    String resource() {
      int hash = text.indexOf('#');
      String head = hash < 0 ? text : text.substring(0, hash);
      return head.isEmpty() ? base : Survey.resolve(base, head);
    }

    /** The part after the hash; empty for the resource as a whole. */
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
