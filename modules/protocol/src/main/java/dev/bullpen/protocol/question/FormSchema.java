package dev.bullpen.protocol.question;

import dev.bullpen.json.Json;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.Revision;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The {@code requestedSchema} of an elicitation: a flat object whose properties are {@link
 * FormField}s (specification, elicitation, requested schema).
 */
final class FormSchema {
  private static final String TYPE = "type";
  private static final String PROPERTIES = "properties";
  private static final String REQUIRED = "required";

  private FormSchema() {}

  /**
   * The schema a script wrote, in the form of the newest revision and with nothing else in it.
   *
   * @throws JsonRpcException if a form cannot ask for that; names the property
   */
  static ObjectNode of(JsonNode written) throws JsonRpcException {
    if (!written.isObject() || !written.path(TYPE).stringValue("object").equals("object")) {
      throw Unaskable.because("requestedSchema must be a schema of type object");
    }
    if (written.has(PROPERTIES) && !written.path(PROPERTIES).isObject()) {
      throw Unaskable.because("requestedSchema.properties must be an object");
    }
    ObjectNode fields = Json.object();
    for (Map.Entry<String, JsonNode> property : written.path(PROPERTIES).properties()) {
      fields.set(property.getKey(), FormField.of(property.getKey(), property.getValue()));
    }
    ObjectNode schema = Json.object().put(TYPE, "object");
    schema.set(PROPERTIES, fields);
    if (written.has(REQUIRED)) {
      schema.set(REQUIRED, required(written.path(REQUIRED), fields));
    }
    return schema;
  }

  private static ArrayNode required(JsonNode written, ObjectNode fields) throws JsonRpcException {
    ArrayNode names = Json.array();
    for (JsonNode name : written) {
      if (!name.isString() || !fields.has(name.stringValue())) {
        throw Unaskable.because("requestedSchema.required must name properties only");
      }
      names.add(name);
    }
    return names;
  }

  /**
   * The schema as an older revision can say it.
   *
   * @throws JsonRpcException if it cannot; names the property
   */
  static ObjectNode forRevision(JsonNode schema, Revision revision) throws JsonRpcException {
    ObjectNode fields = Json.object();
    for (Map.Entry<String, JsonNode> field : schema.path(PROPERTIES).properties()) {
      fields.set(field.getKey(), FormField.forRevision(field.getKey(), field.getValue(), revision));
    }
    ObjectNode told = Json.object();
    told.setAll((ObjectNode) schema);
    told.set(PROPERTIES, fields);
    return told;
  }
}
