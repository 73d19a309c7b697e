package dev.bullpen.fleet;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.client.Answer;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.fixture.Rounds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client with the token of one principal.
 *
 * @param to the balancer, or one replica
 */
record Client(Fleet fleet, String principal, InetSocketAddress to) {
  /** The same one at a replica, past the balancer. */
  Client at(Replica replica) {
    return new Client(fleet, principal, replica.address());
  }

  HttpConnection connect() {
    try {
      return fleet.connected(
          new HttpConnection(
              fleet.network().connect(fleet.clients(), to),
              to.getAddress().getHostAddress() + ":" + to.getPort()));
    } catch (IOException e) {
      throw new UncheckedIOException("no connection to " + to, e);
    }
  }

  /** Send a request on a connection of its own, closed with the fleet at the latest. */
  HttpReply send(HttpCall call) {
    return send(connect(), call);
  }

  HttpReply send(HttpConnection connection, HttpCall call) {
    return connection.send(
        call.header("Authorization", "Bearer " + fleet.token(principal)),
        fleet.heard(call.revision()));
  }

  /** A request of 2026-07-28, of a client that answers questions. */
  HttpCall modern(String method, ObjectNode params) {
    ObjectNode whole = params.deepCopy();
    whole
        .withObjectProperty("_meta")
        .setAll(Revision.V2026_07_28.envelope((ObjectNode) Messages.value(Tools.ELICITATION)));
    return HttpCall.modern(Messages.request(fleet.freshId(), method, whole));
  }

  HttpCall tool(ObjectNode params) {
    return modern("tools/call", params);
  }

  /** The answer to a call of a tool, which must be one. */
  Answer call(String tool, String token) {
    return answer(tool(Tools.params(tool, token)));
  }

  Answer answer(HttpCall call) {
    try (HttpConnection connection = connect()) {
      return new Answer(send(connection, call).response(), Duration.ZERO);
    }
  }

  /** The same call once more, with the answer to what was asked. */
  HttpCall retry(ObjectNode params, Answer asking) {
    return retry(params, Rounds.question(asking).getKey(), Rounds.state(asking));
  }

  HttpCall retry(ObjectNode params, String question, String state) {
    ObjectNode again = params.deepCopy();
    again.withObjectProperty("inputResponses").set(question, Messages.value(Tools.ANN));
    return tool(again.put("requestState", state));
  }

  /** A session of 2025-11-25, its handshake done. */
  Session session() {
    Revision revision = Revision.V2025_11_25;
    ObjectNode params =
        Messages.initialize(revision.text(), (ObjectNode) Messages.value(Tools.ELICITATION));
    HttpCall greeting =
        HttpCall.post(revision, Json.text(Messages.request(fleet.freshId(), "initialize", params)));
    try (HttpConnection connection = connect()) {
      HttpReply reply = send(connection, greeting);
      if (reply.status() != 200 || !reply.response().has("result")) {
        throw new AssertionError(reply.status() + " to initialize");
      }
      Session session = new Session(this, reply.header(HttpCall.SESSION_ID));
      session.say(Messages.notification("notifications/initialized", Json.object()));
      return session;
    }
  }

  /**
   * A legacy client's.
   *
   * @param id as a replica has named it
   */
  record Session(Client client, String id) {
    private static final Revision REVISION = Revision.V2025_11_25;

    HttpCall post(JsonNode message) {
      return HttpCall.post(REVISION, Json.text(message))
          .header("MCP-Protocol-Version", REVISION.text())
          .header(HttpCall.SESSION_ID, id);
    }

    HttpCall request(String method, ObjectNode params) {
      return post(Messages.request(client.fleet.freshId(), method, params));
    }

    HttpCall bare(String method) {
      return HttpCall.bare(REVISION, method).header(HttpCall.SESSION_ID, id);
    }

    /** Send what has no answer; its status. */
    int say(JsonNode message) {
      try (HttpConnection connection = client.connect()) {
        return client.send(connection, post(message)).status();
      }
    }

    /** Its client leaves, and what it asked for with it. */
    void end() {
      try (HttpConnection connection = client.connect()) {
        client.send(connection, bare("DELETE")).status();
      }
    }

    /** Answer a question of the server. */
    int reply(JsonNode question) {
      return say(Messages.response(question.get("id"), "result", Messages.value(Tools.ANN)));
    }
  }
}
