package dev.bullpen.protocol;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A value in the params of a request together with the way to it, so that a refusal can name it.
 *
 * @param path such as {@code params.argument.name}
 */
record Member(String path, JsonNode value) {
  static Member params(JsonNode params) {
    return new Member("params", params);
  }

  /** A member of this object, which may be absent. */
  Member get(String name) throws JsonRpcException {
    return new Member(path + "." + name, object().path(name));
  }

  boolean isPresent() {
    return !value.isMissingNode();
  }

  ObjectNode object() throws JsonRpcException {
    if (value instanceof ObjectNode object) {
      return object;
    }
    throw refusal(isPresent() ? "must be an object" : "is missing");
  }

  String string() throws JsonRpcException {
    if (value.isString()) {
      return value.stringValue();
    }
    throw refusal(isPresent() ? "must be a string" : "is missing");
  }

  List<Member> array() throws JsonRpcException {
    if (!value.isArray()) {
      throw refusal(isPresent() ? "must be an array" : "is missing");
    }
    List<Member> elements = new ArrayList<>(value.size());
    for (JsonNode element : value) {
      elements.add(new Member(path + "[" + elements.size() + "]", element));
    }
    return elements;
  }

  /** The refusal of a request because of this value. */
  JsonRpcException refusal(String what) {
    return new JsonRpcException(JsonRpcError.invalidParams(path + " " + what));
  }
}
