package dev.bullpen.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A form for a user to fill in: {@code Form.of("Who comes?").text("name").flag("vegetarian")}. The
 * user must fill in every field, except those that {@link #optional} names.
 *
 * @param message what the form is about, for the user
 * @param fields the JSON Schema of each field by its name, in order
 * @param optional names of fields that may stay empty
 */
public record Form(String message, Map<String, Object> fields, List<String> optional) {
  private static final String TYPE = "type";

  /** Copies both, in their order. */
  public Form {
    fields = Collections.unmodifiableMap(new LinkedHashMap<String, Object>(fields));
    optional = List.copyOf(optional);
  }

  /** A form without a field. */
  public static Form of(String message) {
    return new Form(message, Map.of(), List.of());
  }

  /** With a field for text. */
  public Form text(String name) {
    return field(name, Map.of(TYPE, "string"));
  }

  /** With a field for a whole number. */
  public Form whole(String name) {
    return field(name, Map.of(TYPE, "integer"));
  }

  /** With a field for any number. */
  public Form decimal(String name) {
    return field(name, Map.of(TYPE, "number"));
  }

  /** With a field for yes or no. */
  public Form flag(String name) {
    return field(name, Map.of(TYPE, "boolean"));
  }

  /** With a field for a choice among some texts. */
  public Form choice(String name, String... options) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put(TYPE, "string");
    schema.put("enum", List.of(options));
    return field(name, schema);
  }

  /**
   * With a field of any kind that a form can have (MCP, elicitation, requested schema).
   *
   * @param schema its JSON Schema
   */
  public Form field(String name, Map<String, ?> schema) {
    Map<String, Object> more = new LinkedHashMap<>(fields);
    more.put(name, Collections.unmodifiableMap(new LinkedHashMap<String, Object>(schema)));
    return new Form(message, more, optional);
  }

  /** The same, where that field may stay empty. */
  public Form optional(String name) {
    List<String> more = new ArrayList<>(optional);
    more.add(name);
    return new Form(message, fields, more);
  }
}
