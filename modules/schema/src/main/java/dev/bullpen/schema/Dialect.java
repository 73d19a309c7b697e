package dev.bullpen.schema;

import tools.jackson.databind.JsonNode;

/** A version of JSON Schema that is checked here; see {@link OlderDialect} for others. */
enum Dialect {
  DRAFT_2020_12("https://json-schema.org/draft/2020-12/schema", "2020-12"),
  DRAFT_2019_09("https://json-schema.org/draft/2019-09/schema", "2019-09"),
  DRAFT_07("http://json-schema.org/draft-07/schema", "draft-07");

  private static final String HTTP = "http:";
  private static final String HTTPS = "https:";

  private final String id;
  private final String text;

  Dialect(String id, String text) {
    this.id = id;
    this.text = text;
  }

  /** The URI of its meta-schema, without a fragment. */
  String id() {
    return id;
  }

  String text() {
    return text;
  }

  /**
   * The dialect that {@code schema} names; 2020-12 if it names none (Model Context Protocol, Tools,
   * "JSON Schema Usage").
   */
  static Dialect of(JsonNode schema) throws SchemaException {
    JsonNode named = schema.path("$schema");
    if (named.isMissingNode()) {
      return DRAFT_2020_12;
    }
    for (Dialect dialect : values()) {
      if (dialect.isNamed(named.stringValue(""))) {
        return dialect;
      }
    }
    throw SchemaException.refusal(
        "$schema is "
            + Excerpt.of(named)
            + ", a dialect that is not supported; use \""
            + DRAFT_2020_12.id
            + "\" or \""
            + DRAFT_07.id
            + "#\"");
  }

  /** Whether a {@code $schema} names this dialect. */
  boolean isNamed(String uri) {
    return isNamed(id, uri);
  }

  /**
   * Whether a {@code $schema} names the dialect of that id. Each id is in use with an empty
   * fragment and without, and as {@code http:} and as {@code https:}, whichever of the two is its
   * own.
   */
  static boolean isNamed(String id, String uri) {
    String named = uri.endsWith("#") ? uri.substring(0, uri.length() - 1) : uri;
    return named.equals(id) || named.equals(withOtherScheme(id));
  }

  private static String withOtherScheme(String id) {
    return id.startsWith(HTTPS)
        ? HTTP + id.substring(HTTPS.length())
        : HTTPS + id.substring(HTTP.length());
  }
}
