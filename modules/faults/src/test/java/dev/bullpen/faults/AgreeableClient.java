package dev.bullpen.faults;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.Diagnosis;
import dev.bullpen.testkit.client.Line;
import dev.bullpen.testkit.client.McpClient;
import dev.bullpen.testkit.client.Messages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A client that answers whatever it is asked, and agrees to everything. */
final class AgreeableClient {
  /** What it says that it can do. */
  static final String CAPABILITIES =
      "{'elicitation':{'form':{},'url':{}},'sampling':{},'roots':{'listChanged':true}}";

  private static final int MOST_ROUNDS = 20;

  private final McpClient client;
  private final Path root;
  private final Set<String> answered = new HashSet<>();
  private final List<String> asked = new ArrayList<>();

  AgreeableClient(McpClient client, Path root) {
    this.client = client;
    this.root = root;
  }

  /** The methods it has been asked for, in order. */
  List<String> asked() {
    return List.copyOf(asked);
  }

  /** Call a tool, and answer until it has completed. */
  Answer call(ObjectNode params) {
    return call("tools/call", params);
  }

  /** Ask for something, and answer until it is there. */
  Answer call(String method, ObjectNode params) {
    Answer answer = once(method, params.deepCopy());
    for (int round = 0; answer.asksForMore() && round < MOST_ROUNDS; round++) {
      ObjectNode again = params.deepCopy();
      again.set("inputResponses", responses(answer.result().path("inputRequests")));
      if (answer.result().has("requestState")) {
        again.set("requestState", answer.result().get("requestState"));
      }
      answer = once(method, again);
    }
    return answer;
  }

  private Answer once(String method, ObjectNode params) {
    long id = client.send(method, params);
    while (client.answers(id) == 0) {
      Line line =
          client
              .process()
              .transcript()
              .await(
                  each -> isQuestion(each) || client.answers(id) > 0,
                  Deadline.in(McpClient.PATIENCE))
              .orElseThrow(() -> Diagnosis.failure(client.process(), "no answer to " + params));
      if (isQuestion(line)) {
        JsonNode question = line.json().orElseThrow();
        answered.add(Json.text(question.get("id")));
        client.process().send(Messages.response(question.get("id"), "result", answer(question)));
      }
    }
    return client.await(id, McpClient.PATIENCE);
  }

  private boolean isQuestion(Line line) {
    return line.json()
        .filter(json -> json.has("method") && json.has("id"))
        .filter(json -> !answered.contains(Json.text(json.get("id"))))
        .isPresent();
  }

  private ObjectNode responses(JsonNode requests) {
    ObjectNode responses = Json.object();
    requests
        .properties()
        .forEach(request -> responses.set(request.getKey(), answer(request.getValue())));
    return responses;
  }

  private ObjectNode answer(JsonNode request) {
    String method = request.get("method").stringValue();
    asked.add(method);
    return switch (method) {
      case "elicitation/create" -> accepted(request.path("params"));
      case "sampling/createMessage" ->
          Messages.json(
              "{'role':'assistant','content':{'type':'text','text':'A haiku.'},'model':'m',"
                  + "'stopReason':'endTurn'}");
      case "roots/list" -> Messages.json("{'roots':[{'uri':'file://%s','name':'here'}]}", root);
      default -> Json.object();
    };
  }

  private static ObjectNode accepted(JsonNode params) {
    ObjectNode result = Messages.json("{'action':'accept'}");
    if (params.has("requestedSchema")) {
      result.set("content", Specimen.object(params.get("requestedSchema")));
    }
    return result;
  }
}
