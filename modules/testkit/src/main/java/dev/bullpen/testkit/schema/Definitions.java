package dev.bullpen.testkit.schema;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.testkit.client.Revision;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One revision's {@code schema.json} and what its definitions say about methods and error codes.
 */
final class Definitions {
  // Unions of other definitions; their members name the methods themselves.
  private static final Set<String> UNIONS =
      Set.of(
          "ClientRequest",
          "ClientNotification",
          "ClientResult",
          "ServerRequest",
          "ServerNotification",
          "ServerResult");

  // Only these may end with a question (2026-07-28, multi round-trip requests).
  private static final Set<String> ASKING = Set.of("tools/call", "prompts/get", "resources/read");

  private final ObjectNode schema;
  private final Map<String, String> byMethod = new HashMap<>();
  private final Map<Integer, String> byErrorCode = new HashMap<>();

  private Definitions(ObjectNode schema) {
    this.schema = schema;
    all()
        .properties()
        .forEach(
            entry -> {
              if (!UNIONS.contains(entry.getKey())) {
                index(entry.getKey(), entry.getValue());
              }
            });
  }

  static Definitions of(Revision revision) {
    String place = "/schema/" + revision.text() + "/schema.json";
    try (InputStream in = Definitions.class.getResourceAsStream(place)) {
      Definitions definitions = new Definitions((ObjectNode) Json.parse(in.readAllBytes()));
      definitions.applyErrata();
      return definitions;
    } catch (IOException e) {
      throw new UncheckedIOException(place + " cannot be read", e);
    } catch (JsonException e) {
      throw new IllegalStateException(place + " is not JSON", e);
    }
  }

  private void index(String name, JsonNode definition) {
    JsonNode method = definition.path("properties").path("method").path("const");
    if (method.isString()) {
      byMethod.put(method.stringValue(), name);
    }
    for (JsonNode part : definition.path("properties").path("error").path("allOf")) {
      JsonNode code = part.path("properties").path("code").path("const");
      if (code.isInt()) {
        byErrorCode.put(code.intValue(), name);
      }
    }
  }

  /**
   * 2025-06-18 and 2025-11-25 type the bounds of a number as integers; the TypeScript source they
   * are generated from says number.
   */
  private void applyErrata() {
    for (String bound : List.of("minimum", "maximum", "default")) {
      JsonNode property = all().path("NumberSchema").path("properties").path(bound);
      if (property instanceof ObjectNode object && "integer".equals(typeOf(object))) {
        object.put("type", "number");
      }
    }
  }

  private static String typeOf(ObjectNode property) {
    return property.path("type").isString() ? property.get("type").stringValue() : "";
  }

  private String key() {
    return schema.has("$defs") ? "$defs" : "definitions";
  }

  private ObjectNode all() {
    return (ObjectNode) schema.get(key());
  }

  boolean has(String name) {
    return all().has(name);
  }

  /** One definition as it stands. */
  JsonNode definition(String name) {
    if (!has(name)) {
      throw new IllegalArgumentException("no such definition: " + name);
    }
    return all().get(name);
  }

  /**
   * A schema for one definition; the reference stands in {@code allOf} because draft-07 ignores
   * what stands beside it.
   */
  ObjectNode schemaOf(String name) {
    definition(name); // there is one
    ObjectNode root = Json.object();
    root.set("$schema", schema.get("$schema"));
    root.set(key(), all());
    root.set("allOf", Json.array().add(Json.object().put("$ref", "#/" + key() + "/" + name)));
    return root;
  }

  /** The definition of a request or notification of that method. */
  Optional<String> message(String method) {
    return Optional.ofNullable(byMethod.get(method));
  }

  /**
   * The definition of a result of that method; methods without one have an empty result, and some
   * may ask the client for more instead of completing.
   */
  String result(String method, JsonNode result) {
    if (ASKING.contains(method)
        && "input_required".equals(result.path("resultType").asString(""))) {
      return "InputRequiredResult";
    }
    return message(method)
        .filter(name -> name.endsWith("Request"))
        .map(name -> name.substring(0, name.length() - "Request".length()) + "Result")
        .filter(this::has)
        .orElse("EmptyResult");
  }

  /** The definition of a whole error response. */
  String error(int code) {
    String general = has("JSONRPCErrorResponse") ? "JSONRPCErrorResponse" : "JSONRPCError";
    return byErrorCode.getOrDefault(code, general);
  }

  /** The definition of a whole successful response. */
  String response() {
    return has("JSONRPCResultResponse") ? "JSONRPCResultResponse" : "JSONRPCResponse";
  }
}
