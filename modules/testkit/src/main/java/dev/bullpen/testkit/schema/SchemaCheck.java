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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Holds what a server wrote against the official schema of a revision. Not safe for threads. */
public final class SchemaCheck {
  // Members that a message has beside those that the older revisions define for its method, and
  //   // the cursor of mcp-bash's clients, which the schema of every revision allows.
  private static final Set<String> BESIDES = Set.of("jsonrpc", "id", "completion/nextCursor");

  private final Definitions definitions;
  private final ClosedWorld closedWorld;
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private final Map<String, Schema> schemas = new HashMap<>();

  /** A check for that revision. */
  public SchemaCheck(Revision revision) {
    this.definitions = Definitions.of(revision);
    this.closedWorld = new ClosedWorld(definitions);
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
   * What is wrong with the server's lines: each must be a message of the revision and hold nothing
   * that the revision does not define, and each result must be the one that the method of its
   * request has. A message that differs from an earlier one in nothing but its id is taken as read.
   */
  public List<String> problems(Transcript transcript) {
    Map<String, String> methods = new HashMap<>();
    Set<String> seen = new HashSet<>();
    List<String> problems = new ArrayList<>();
    for (Line line : transcript.lines()) {
      if (line.from() == Line.Side.CLIENT) {
        line.json().ifPresent(json -> remember(methods, json));
      } else if (line.json().isEmpty() || seen.add(kind(line.json().get(), methods))) {
        line.json()
            .map(json -> ofServer(json, methods))
            .orElse(List.of("not JSON"))
            .forEach(problem -> problems.add(problem + " in " + line.text()));
      }
    }
    return problems;
  }

  private static String kind(JsonNode json, Map<String, String> methods) {
    if (!(json instanceof ObjectNode message)) {
      return Json.text(json);
    }
    ObjectNode rest = message.deepCopy();
    JsonNode id = rest.remove("id");
    return typeOf(id) + " " + method(json, methods).orElse("") + " " + Json.text(rest);
  }

  private static String typeOf(JsonNode id) {
    if (id == null) {
      return "none";
    }
    return id.isIntegralNumber() ? "integer" : id.getNodeType().name();
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
      String method = json.get("method").asString("");
      String kind = json.has("id") ? "JSONRPCRequest" : "JSONRPCNotification";
      problems.addAll(problems(kind, json));
      problems.addAll(closed(definitions.message(method).orElse(kind), json));
    } else if (json.has("error")) {
      problems.addAll(closed(definitions.error(json.get("error").path("code").asInt(0)), json));
    } else {
      problems.addAll(closed(definitions.response(), json));
      method(json, methods)
          .map(method -> definitions.result(method, json.get("result")))
          .ifPresent(definition -> problems.addAll(closed(definition, json.get("result"))));
    }
    return problems;
  }

  private List<String> closed(String definition, JsonNode value) {
    List<String> problems = new ArrayList<>(problems(definition, value));
    closedWorld
        .undefined(definition, value, BESIDES)
        .forEach(at -> problems.add(definition + ": nothing is defined at " + at));
    return problems;
  }

  private static Optional<String> method(JsonNode response, Map<String, String> methods) {
    return response.has("id")
        ? Optional.ofNullable(methods.get(Json.text(response.get("id"))))
        : Optional.empty();
  }
}
