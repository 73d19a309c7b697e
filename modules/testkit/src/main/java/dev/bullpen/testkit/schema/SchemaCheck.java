package dev.bullpen.testkit.schema;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.client.Transcript;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Holds what a server wrote against the official schema of a revision. Not safe for threads. */
public final class SchemaCheck {
  private final Definitions definitions;
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<String, Schema> schemas = new HashMap<>();

  /** A check for that revision. */
  public SchemaCheck(Revision revision) {
    this.definitions = Definitions.of(revision);
  }

  /** What is wrong with {@code value} as an instance of that definition; empty when nothing is. */
  public List<String> problems(String definition, JsonNode value) {
    return schemas
        .computeIfAbsent(definition, name -> registry.getSchema(definitions.schemaOf(name)))
        .validate(value)
        .stream()
        .map(error -> definition + ": " + error)
        .toList();
  }

  /**
   * What is wrong with the server's lines: each must be a message of the revision, and each result
   * the one that the method of its request has.
   */
  public List<String> problems(Transcript transcript) {
    Map<String, String> methods = new HashMap<>();
    List<String> problems = new ArrayList<>();
    for (Line line : transcript.lines()) {
      if (line.from() == Line.Side.CLIENT) {
        line.json().ifPresent(json -> remember(methods, json));
      } else {
        line.json()
            .map(json -> ofServer(json, methods))
            .orElse(List.of("not JSON"))
            .forEach(problem -> problems.add(problem + " in " + line.text()));
      }
    }
    return problems;
  }

  private static void remember(Map<String, String> methods, JsonNode json) {
    if (json.isArray()) {
      json.forEach(element -> remember(methods, element));
    } else if (json.path("method").isString() && json.has("id")) {
      methods.put(Json.text(json.get("id")), json.get("method").stringValue());
    }
  }

  private List<String> ofServer(JsonNode json, Map<String, String> methods) {
    List<String> problems = new ArrayList<>();
    if (json.isArray()) {
      problems.addAll(problems("JSONRPCMessage", json));
      json.forEach(element -> problems.addAll(ofServer(element, methods)));
    } else if (json.has("method")) {
      String method = json.get("method").stringValue();
      String kind = json.has("id") ? "JSONRPCRequest" : "JSONRPCNotification";
      problems.addAll(problems(definitions.message(method).orElse(kind), json));
    } else if (json.has("error")) {
      int code = json.get("error").path("code").asInt(0);
      problems.addAll(problems(definitions.error(code), json));
    } else {
      problems.addAll(problems(definitions.response(), json));
      method(json, methods)
          .ifPresent(
              method -> problems.addAll(problems(definitions.result(method), json.get("result"))));
    }
    return problems;
  }

  private static Optional<String> method(JsonNode response, Map<String, String> methods) {
    return Optional.ofNullable(methods.get(Json.text(response.path("id"))));
  }
}
