package dev.bullpen.server.tool;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.protocol.question.ServerRequest;
import dev.bullpen.server.call.Call;
import dev.bullpen.server.session.ClientRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Puts what running scripts want to know to their clients: to a legacy one as a request of ours, to
 * a modern one as the answer to its call.
 */
public final class Questions {
  private final ClientRequests requests;
  private final Parking parking;

  public Questions(ClientRequests requests, Parking parking) {
    this.requests = requests;
    this.parking = parking;
  }

  /**
   * Ask for a run that waits; it is told the answer, or why there is none. There is one place for
   * the answers of a kind: a script that asks once more has given up what it has asked before.
   *
   * @param asked what the script wrote
   */
  void put(ToolRun run, QuestionKind kind, byte[] asked) {
    if (takeBack(run, kind)) {
      run.goesOn();
    }
    Optional<Call> listener = run.audience().listener();
    if (listener.isEmpty()) {
      run.answered(kind, kind.failed("another question waits for its answer"));
      return;
    }
    Call call = listener.get();
    try {
      ServerRequest request = request(kind, asked);
      if (!request.supportedBy(call.capabilities())) {
        run.answered(kind, kind.unsupported(capability(request)));
      } else if (!call.isModern()) {
        run.waitsFor(
            requests.ask(
                request,
                call.revision(),
                Asking.PATIENCE,
                answer -> run.answered(kind, answer.forScript())),
            kind);
      } else if (!parking.park(run, call, kind, request)) {
        run.answered(kind, kind.failed("too many questions wait for their answers"));
      }
    } catch (JsonRpcException e) {
      run.answered(kind, kind.failed(e.error().message()));
    }
  }

  /**
   * A run does not want the answer of that kind any more: a legacy client is told, and whatever one
   * says later is nobody's.
   *
   * @return false if none was open; else the run's time is the caller's to resume
   */
  boolean takeBack(ToolRun run, QuestionKind kind) {
    return run.takeBack(kind) || parking.giveUp(run, kind);
  }

  /** Its name, that of a part after that of the whole: {@code sampling.tools}. */
  private static String capability(ServerRequest request) {
    List<String> names = new ArrayList<>();
    JsonNode within = request.requiredCapability();
    while (!within.isEmpty()) {
      Map.Entry<String, JsonNode> part = within.properties().iterator().next();
      names.add(part.getKey());
      within = part.getValue();
    }
    return String.join(".", names);
  }

  private static ServerRequest request(QuestionKind kind, byte[] asked) throws JsonRpcException {
    try {
      if (Json.parsePrinted(asked) instanceof ObjectNode object) {
        return kind.request(object);
      }
    } catch (JsonException e) {
      // Told below, like JSON of another kind.
    }
    throw new JsonRpcException(JsonRpcError.invalidParams("the question is no JSON object"));
  }
}
