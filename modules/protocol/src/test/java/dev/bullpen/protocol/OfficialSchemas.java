package dev.bullpen.protocol;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The schemas of the specification; see README.md beside them. */
public final class OfficialSchemas {
  private static final Map<Revision, JsonNode> DOCUMENTS = new EnumMap<>(Revision.class);

  /** Softly: others test here with next to no memory. */
  private static final Map<List<?>, SoftReference<Schema>> SCHEMAS = new HashMap<>();

  private OfficialSchemas() {}

  /** What a definition of a revision says against a value; empty if nothing. */
  public static List<String> faults(Revision revision, String definition, JsonNode value) {
    return known(revision, definition).validate(value).stream().map(Object::toString).toList();
  }

  private static Schema known(Revision revision, String definition) {
    List<?> key = List.of(revision, definition);
    SoftReference<Schema> reference = SCHEMAS.get(key);
    Schema known = reference == null ? null : reference.get();
    if (known == null) {
      known = schema(revision, definition);
      SCHEMAS.put(key, new SoftReference<>(known));
    }
    return known;
  }

  /** The members a definition names. */
  static TreeSet<String> members(Revision revision, String definition) {
    JsonNode properties = definition(revision, definition).path("properties");
    return new TreeSet<>(properties.propertyNames());
  }

  private static JsonNode definition(Revision revision, String name) {
    JsonNode document = document(revision);
    JsonNode definition = document.path(definitionsKey(document)).path(name);
    if (definition.isMissingNode()) {
      throw new IllegalArgumentException(revision + " does not define " + name);
    }
    return definition;
  }

  private static Schema schema(Revision revision, String definition) {
    definition(revision, definition);
    JsonNode document = document(revision);
    String key = definitionsKey(document);
    ObjectNode reference = Json.object().put("$ref", "#/" + key + "/" + definition);
    ArrayNode allOf = Json.array().add(reference);
    ObjectNode root = Json.object();
    root.set("$schema", document.path("$schema"));
    root.set(key, document.path(key));
    root.set("allOf", allOf);
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(root);
  }

  private static String definitionsKey(JsonNode document) {
    return document.has("$defs") ? "$defs" : "definitions";
  }

  private static JsonNode document(Revision revision) {
    return DOCUMENTS.computeIfAbsent(revision, OfficialSchemas::load);
  }

  private static JsonNode load(Revision revision) {
    String name = "/schema/" + revision.wire() + "/schema.json";
    try (InputStream in = OfficialSchemas.class.getResourceAsStream(name)) {
      return Json.parse(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JsonException e) {
      throw new IllegalStateException(name, e);
    }
  }
}
