package dev.bullpen.testkit.rig;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The session of a legacy client.
 *
 * @param id as the server has named it
 */
public record HttpSession(HttpRig rig, Revision revision, String id) {
  /** A POST of any message. */
  public HttpCall post(JsonNode message) {
    return HttpCall.post(revision, Json.text(message))
        .header("MCP-Protocol-Version", revision.text())
        .header(HttpCall.SESSION_ID, id);
  }

  /** Send a request. */
  public HttpReply call(String method, ObjectNode params) {
    return rig.send(post(rig.request(method, params)));
  }

  /** Call a tool; arguments with ' for ". */
  public HttpReply tool(String name, String arguments) {
    return call("tools/call", Messages.callTool(name, arguments));
  }

  /** Send what has no answer; it must be accepted. */
  public void say(JsonNode message) {
    HttpReply reply = rig.send(post(message));
    if (reply.status() != 202 || !reply.body().isEmpty()) {
      throw new AssertionError(reply.status() + " " + reply.body() + " to " + message);
    }
  }

  /** Answer a request of the server; the result with ' for ". */
  public void reply(JsonNode question, String result) {
    say(Messages.response(question.get("id"), "result", Messages.value(result)));
  }

  /** GET or DELETE. */
  public HttpCall bare(String method) {
    return HttpCall.bare(revision, method).header(HttpCall.SESSION_ID, id);
  }

  /** The stream of what belongs to no request, when the server has begun it. */
  public HttpReply listen() {
    HttpReply stream = rig.send(bare("GET"));
    if (stream.status() != 200) {
      throw new AssertionError(stream.status() + " " + stream.body() + " to a GET");
    }
    return stream;
  }

  /** Go on with a stream after an event of it. */
  public HttpReply resume(String eventId) {
    return rig.send(bare("GET").header("Last-Event-ID", eventId));
  }
}
