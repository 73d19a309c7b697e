package dev.bullpen.faults.http;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Chance;
import dev.bullpen.testkit.Signal;
import dev.bullpen.testkit.client.HttpCall;
import dev.bullpen.testkit.client.HttpConnection;
import dev.bullpen.testkit.client.HttpReply;
import dev.bullpen.testkit.client.HttpReply.Event;
import dev.bullpen.testkit.client.Messages;
import dev.bullpen.testkit.client.Revision;
import dev.bullpen.testkit.client.Transcript;
import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.HttpSession;
import dev.bullpen.testkit.rig.Rig;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One of many clients that connect, call, cancel, close and die, of both eras in turn. Each request
 * is either answered once, or its client has left it or cancelled it.
 */
final class SoakClient {
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(4);
  private static final Duration LONGEST_HOLD = Duration.ofMillis(300);

  /** A call may wait for a place behind those of all other clients, and says nothing meanwhile. */
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  /** What has become of all requests of all clients. */
  static final class Tally {
    final AtomicLong asked = new AtomicLong();
    final AtomicLong answered = new AtomicLong();
    final AtomicLong cancelled = new AtomicLong();

    @Override
    public String toString() {
      return "%d asked, %d answered, %d cancelled"
          .formatted(asked.get(), answered.get(), cancelled.get());
    }
  }

  private final HttpRig rig;
  private final Tally tally;
  private final Random chance;
  private Optional<HttpSession> session = Optional.empty();

  SoakClient(HttpRig rig, Tally tally, Random chance) {
    this.rig = rig;
    this.tally = tally;
    this.chance = chance;
  }

  /** Do something, and rest for a while. */
  void act() throws IOException, InterruptedException {
    switch (chance.nextInt(12)) {
      case 0, 1 -> answered(tool("hello", false));
      case 2, 3 -> answered(tool("talks", true));
      case 4 ->
          answered(
              rig.modern("completion/complete", Messages.completePrompt(Rig.FAST, "query", "a")));
      case 5 -> leave(tool("hold", chance.nextBoolean()));
      case 6 -> dieOrLeave();
      case 7, 8 ->
          answered(session().post(rig.request(oneOf("ping", "tools/list"), Json.object())));
      case 9 -> cancel();
      case 10 -> comeBack();
      default -> endSession();
    }
    pass(LONGEST_PAUSE);
  }

  private void pass(Duration longest) {
    Chance.pass(Duration.ofMillis(chance.nextInt((int) longest.toMillis())));
  }

  private String oneOf(String... texts) {
    return texts[chance.nextInt(texts.length)];
  }

  private HttpCall tool(String name, boolean hasProgress) {
    return rig.modern("tools/call", Family.params(name, rig.freshToken(), hasProgress));
  }

  private HttpReply send(HttpConnection connection, HttpCall call) {
    return connection.send(call, new Transcript());
  }

  private HttpConnection connect() {
    return new HttpConnection(rig.port(), PATIENCE);
  }

  /** Ask, and take the answer. */
  private void answered(HttpCall call) {
    tally.asked.incrementAndGet();
    try (HttpConnection connection = connect()) {
      check(call, send(connection, call).messages());
    }
  }

  /** There must be one response, with a result. */
  private void check(HttpCall call, List<JsonNode> messages) {
    List<JsonNode> responses = messages.stream().filter(message -> !message.has("method")).toList();
    long id = Messages.value(call.body()).path("id").asLong(0);
    if (responses.size() != 1
        || responses.get(0).path("id").asLong(0) != id
        || !responses.get(0).has("result")) {
      throw new AssertionError(call.body() + " was answered with " + messages);
    }
    tally.answered.incrementAndGet();
  }

  /** Begin what takes long, and close or break the connection. */
  private void leave(HttpCall call) {
    tally.asked.incrementAndGet();
    HttpConnection connection = connect();
    send(connection, call);
    pass(LONGEST_HOLD);
    if (chance.nextBoolean()) {
      connection.close();
    } else {
      connection.reset();
    }
    tally.cancelled.incrementAndGet();
  }

  /** The same, and now and then by a process that is killed: to start one takes long. */
  private void dieOrLeave() throws IOException, InterruptedException {
    HttpCall call = tool("hold", chance.nextBoolean());
    if (chance.nextInt(4) > 0) {
      leave(call);
      return;
    }
    tally.asked.incrementAndGet();
    Process client =
        new ProcessBuilder(
                "bash",
                "-c",
                "exec 3<>/dev/tcp/127.0.0.1/$0; cat >&3; exec cat <&3",
                "" + rig.port())
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start();
    client.getOutputStream().write(call.bytes("127.0.0.1:" + rig.port()));
    client.getOutputStream().close();
    pass(LONGEST_HOLD);
    Signal.KILL.to(client.pid());
    client.waitFor();
    tally.cancelled.incrementAndGet();
  }

  private HttpSession session() {
    if (session.isEmpty()) {
      Revision revision = Revision.V2025_11_25;
      ObjectNode greeting = rig.request("initialize", Messages.initialize(revision.text()));
      HttpCall call = HttpCall.post(revision, Json.text(greeting));
      tally.asked.incrementAndGet();
      try (HttpConnection connection = connect()) {
        HttpReply reply = send(connection, call);
        session = Optional.of(new HttpSession(rig, revision, reply.header(HttpCall.SESSION_ID)));
        check(call, reply.messages());
        accept(Messages.notification("notifications/initialized", Json.object()));
      }
    }
    return session.get();
  }

  private void accept(JsonNode notification) {
    try (HttpConnection connection = connect()) {
      int status = send(connection, session.orElseThrow().post(notification)).status();
      if (status != 202) {
        throw new AssertionError(status + " to " + notification);
      }
    }
  }

  /** A call of a session is cancelled by a message. */
  private void cancel() {
    HttpCall call =
        session().post(rig.request("tools/call", Family.params("hold", rig.freshToken(), false)));
    tally.asked.incrementAndGet();
    try (HttpConnection connection = connect()) {
      HttpReply reply = send(connection, call);
      reply.next(); // from then on the call is known
      pass(LONGEST_HOLD);
      long id = Messages.value(call.body()).path("id").asLong(0);
      accept(Messages.notification("notifications/cancelled", Messages.cancelled(id)));
      List<Event> rest = reply.rest();
      if (!rest.isEmpty()) {
        throw new AssertionError("an answer to a cancelled call: " + rest);
      }
      tally.cancelled.incrementAndGet();
    }
  }

  /** A connection of a session breaks, and its client comes back for the answer. */
  private void comeBack() {
    HttpSession mine = session();
    HttpCall call =
        mine.post(rig.request("tools/call", Family.params("talks", rig.freshToken(), true)));
    tally.asked.incrementAndGet();
    HttpConnection first = connect();
    Event primer = send(first, call).next().orElseThrow();
    pass(LONGEST_HOLD);
    first.reset();
    try (HttpConnection second = connect()) {
      HttpReply reply = send(second, mine.bare("GET").header("Last-Event-ID", primer.id()));
      check(call, reply.messages());
    }
  }

  /** With its session ends what runs in it, and its stream. */
  void endSession() {
    if (session.isEmpty()) {
      return;
    }
    try (HttpConnection listening = connect();
        HttpConnection calling = connect();
        HttpConnection ending = connect()) {
      HttpReply listen = send(listening, session.get().bare("GET"));
      listen.next();
      HttpCall call =
          session
              .get()
              .post(rig.request("tools/call", Family.params("hold", rig.freshToken(), false)));
      tally.asked.incrementAndGet();
      HttpReply held = send(calling, call);
      held.next();
      pass(LONGEST_HOLD);
      int status = send(ending, session.get().bare("DELETE")).status();
      List<JsonNode> end = held.messages();
      if (status != 200
          || end.size() != 1
          || !end.get(0).has("error")
          || !listen.rest().isEmpty()) {
        throw new AssertionError(status + " to DELETE, " + end);
      }
      tally.answered.incrementAndGet();
    }
    session = Optional.empty();
  }
}
