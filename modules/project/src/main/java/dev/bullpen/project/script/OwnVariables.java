package dev.bullpen.project.script;

import dev.bullpen.json.Json;
import dev.bullpen.project.file.EscapedBytes;
import dev.bullpen.project.metadata.EntryException;
import dev.bullpen.project.metadata.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Variables of the server's environment for one tool only: the member {@code env} of its metadata.
 * A tool with a mistake there is not published, because it would run without its secret.
 *
 * @param all in the order written
 */
public record OwnVariables(List<Variable> all) {
  public static final String KEY = "env";

  public static final OwnVariables NONE = new OwnVariables(List.of());

  private static final String EXAMPLE = "Write [{\"name\": \"API_KEY\", \"required\": true}]";
  private static final List<String> KEYS = List.of("name", "required", "description");

  /**
   * One variable.
   *
   * @param isRequired whether the tool must not start without it
   */
  public record Variable(String name, boolean isRequired) {}

  public OwnVariables {
    all = List.copyOf(all);
  }

  public static OwnVariables read(ObjectNode metadata) throws EntryException {
    Optional<JsonNode> value = Members.value(metadata, KEY);
    if (value.isEmpty()) {
      return NONE;
    }
    if (!value.get().isArray()) {
      throw new EntryException("\"env\" is not an array", EXAMPLE + ", for example");
    }
    List<Variable> all = new ArrayList<>();
    for (JsonNode one : value.get()) {
      if (!(one instanceof ObjectNode object)) {
        throw new EntryException(
            "\"env\" has an element that is not an object", EXAMPLE + ", for example");
      }
      all.add(variable(object));
    }
    return new OwnVariables(all);
  }

  private static Variable variable(ObjectNode object) throws EntryException {
    Members.checkKeys(object, KEYS, " in \"env\"");
    String name = Members.silentText(object, "name").orElse("");
    JsonNode required = object.path("required");
    if (name.isEmpty() || !required.isMissingNode() && !required.isBoolean()) {
      throw new EntryException(
          "an entry of \"env\" has no \"name\", or a \"required\" that is neither true nor false",
          EXAMPLE + ", for example");
    }
    Optional<String> refusal = HostEnvironment.refusalOf(name);
    if (refusal.isPresent()) {
      throw new EntryException(
          "\"%s\" in \"env\" %s".formatted(EscapedBytes.of(name), refusal.get()), "Leave it out");
    }
    return new Variable(name, required.booleanValue(false));
  }

  public boolean isNone() {
    return all.isEmpty();
  }

  ArrayNode json() {
    ArrayNode json = Json.array();
    for (Variable variable : all) {
      json.addObject().put("name", variable.name()).put("required", variable.isRequired());
    }
    return json;
  }

  /** Show them to {@code policy.sh} and the script, without values. */
  public void show(ObjectNode metadata) {
    if (!isNone()) {
      metadata.set(KEY, json());
    }
  }
}
