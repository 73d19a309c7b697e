package dev.bullpen.faults;

import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import java.util.List;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The four lists a client can ask for. */
enum Listed {
  TOOLS("tools/list", "tools", "tools"),
  PROMPTS("prompts/list", "prompts", "prompts"),
  RESOURCES("resources/list", "resources", "resources"),
  TEMPLATES("resources/templates/list", "resourceTemplates", "resources");

  final String method;

  /** Of the result, which holds the items. */
  final String member;

  /** Under which the list is advertised. */
  final String capability;

  Listed(String method, String member, String capability) {
    this.method = method;
    this.member = member;
    this.capability = capability;
  }

  /** The first page. */
  Answer first(McpClient client) {
    return page(client, Messages.json("{}"));
  }

  Answer page(McpClient client, ObjectNode params) {
    return client.call(method, params);
  }

  /** The items of a page; none if it is an error. */
  List<JsonNode> items(Answer answer) {
    return StreamSupport.stream(answer.result().path(member).spliterator(), false).toList();
  }

  /** The names of the items of a page, in order. */
  List<String> names(Answer answer) {
    return items(answer).stream().map(item -> item.get("name").stringValue()).toList();
  }

  /** The item of that name on the first page. */
  JsonNode item(McpClient client, String name) {
    Answer answer = first(client);
    return items(answer).stream()
        .filter(item -> item.get("name").stringValue().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + name + " in " + answer.message()));
  }
}
