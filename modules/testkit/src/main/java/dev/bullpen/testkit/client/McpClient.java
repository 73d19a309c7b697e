package dev.bullpen.testkit.client;

import dev.bullpen.json.Json;
import dev.bullpen.testkit.Deadline;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Speaks one revision to a server: handshake or envelope, numbered requests, awaited answers. */
public final class McpClient implements AutoCloseable {
  /** Longer than any answer may take on a busy machine; a miss is a failure of the test. */
  public static final Duration PATIENCE = Duration.ofSeconds(20);

  /** For the first call of a program in Java: its source is compiled, which may take a minute. */
  public static final Duration COMPILED = Duration.ofSeconds(90);

  private final McpProcess process;
  private final Revision revision;
  private final ObjectNode capabilities;
  private final AtomicLong lastId = new AtomicLong();
  private final Map<Long, Long> sentAt = new ConcurrentHashMap<>();

  /** A client of that server that can do nothing but call it. */
  public McpClient(McpProcess process, Revision revision) {
    this(process, revision, Json.object());
  }

  /** A client of that server with capabilities of its own. */
  public McpClient(McpProcess process, Revision revision, ObjectNode capabilities) {
    this.process = process;
    this.revision = revision;
    this.capabilities = capabilities;
  }

  /** The server. */
  public McpProcess process() {
    return process;
  }

  /** What it speaks. */
  public Revision revision() {
    return revision;
  }

  /**
   * {@code initialize}, its answer, {@code notifications/initialized}; for a stateless revision
   * {@code server/discover}.
   */
  public Answer handshake() {
    return handshake(PATIENCE);
  }

  /** The same, with a time for the answer: of a server that has to start first. */
  public Answer handshake(Duration patience) {
    if (!revision.handshake()) {
      return await(send("server/discover", Messages.json("{}")), patience);
    }
    Answer answer =
        await(send("initialize", Messages.initialize(revision.text(), capabilities)), patience);
    process.send(Messages.notification("notifications/initialized", Messages.json("{}")));
    return answer;
  }

  /** Send a request, with the envelope if the revision has one; returns its id. */
  public long send(String method, JsonNode params) {
    long id = lastId.incrementAndGet();
    process.send(request(id, method, params));
    return id;
  }

  /** Send a request and, at once, its cancel; returns its id. */
  public long sendCancelled(String method, ObjectNode params) {
    long id = lastId.incrementAndGet();
    process.sendLines(
        Json.text(request(id, method, params)),
        Json.text(Messages.notification("notifications/cancelled", Messages.cancelled(id))));
    return id;
  }

  private ObjectNode request(long id, String method, JsonNode params) {
    if (!revision.handshake() && params instanceof ObjectNode object) {
      addEnvelope(object);
    }
    sentAt.put(id, System.nanoTime());
    return Messages.request(id, method, params);
  }

  private void addEnvelope(ObjectNode params) {
    if (!params.has("_meta")) {
      params.set("_meta", Json.object());
    }
    if (params.get("_meta") instanceof ObjectNode meta) {
      meta.setAll(revision.envelope(capabilities));
    }
  }

  /** Send a request and wait for its answer. */
  public Answer call(String method, ObjectNode params) {
    return await(send(method, params), PATIENCE);
  }

  /** The same for the first call of a program in Java. */
  public Answer callCompiled(String method, ObjectNode params) {
    return await(send(method, params), COMPILED);
  }

  /** Complete an argument of a prompt. */
  public Answer complete(String prompt, String argument, String value) {
    return call("completion/complete", Messages.completePrompt(prompt, argument, value));
  }

  /** Call a tool; arguments with ' for ". */
  public Answer callTool(String name, String arguments) {
    return call("tools/call", Messages.callTool(name, arguments));
  }

  /** The request of the server with that method that follows so many others of its kind. */
  public JsonNode asked(String method, int others) {
    return asked(method, others, PATIENCE);
  }

  /** The same, with a time for it. */
  public JsonNode asked(String method, int others, Duration patience) {
    return process
        .transcript()
        .awaitMessage(method, others, Deadline.in(patience))
        .orElseThrow(() -> Diagnosis.failure(process, "no request " + method));
  }

  /** Answer a request of the server; the result with ' for ". */
  public void reply(JsonNode request, String result) {
    process.send(Messages.response(request.get("id"), "result", Messages.value(result)));
  }

  /** Refuse a request of the server. */
  public void refuse(JsonNode request, int code, String message) {
    ObjectNode error = Json.object().put("code", code).put("message", message);
    process.send(Messages.response(request.get("id"), "error", error));
  }

  /**
   * Ping; for a stateless revision, which has none, {@code server/discover}: something that needs
   * no helper.
   */
  public Answer ping() {
    return call(revision.handshake() ? "ping" : "server/discover", Messages.json("{}"));
  }

  /** Cancel a request; returns when that was on the clock of {@link System#nanoTime()}. */
  public long cancel(long id) {
    long now = System.nanoTime();
    process.send(Messages.notification("notifications/cancelled", Messages.cancelled(id)));
    return now;
  }

  /** Wait for the answer to a request; fails with a diagnosis if there is none in time. */
  public Answer await(long id, Duration patience) {
    Line line =
        process
            .transcript()
            .awaitResponse(Long.toString(id), Deadline.in(patience))
            .orElseThrow(
                () -> Diagnosis.failure(process, "no answer to request " + id + " in " + patience));
    return new Answer(own(line, id), Duration.ofNanos(line.nanos() - sentAt.get(id)));
  }

  /** How many answers to a request there have been. */
  public int answers(long id) {
    return process.transcript().responses(Long.toString(id)).size();
  }

  private static JsonNode own(Line line, long id) {
    JsonNode json = line.json().orElseThrow();
    return json.isArray()
        ? StreamSupport.stream(json.spliterator(), false)
            .filter(element -> Json.text(element.path("id")).equals(Long.toString(id)))
            .findFirst()
            .orElseThrow()
        : json;
  }

  /** Closes the server. */
  @Override
  public void close() {
    process.close();
  }
}
