package dev.bullpen.schema;

/**
 * A reference as it stands in a schema.
 *
 * @param keyword {@code $ref}, {@code $dynamicRef} or {@code $recursiveRef}
 * @param text its value
 * @param base the URI of the resource that it stands in
 * @param place where it stands
 */
record Reference(String keyword, String text, String base, Place place) {

  /** The URI of the resource that it leads to. */
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
