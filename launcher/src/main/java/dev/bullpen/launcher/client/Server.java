package dev.bullpen.launcher.client;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON-RPC with one server. A subclass is a transport. */
public abstract class Server implements AutoCloseable {
  private static final String REVISION = "2025-11-25";

  /** JSON-RPC 2.0, "Error object". */
  public static final int METHOD_NOT_FOUND = -32601;

  /** Gets what the server sends by itself, on a thread of the connection, in order. */
  public interface Listener {
    void notified(String method, JsonNode params);

    /**
     * The server sends a request to its client.
     *
     * @return true if {@link Server#answer} will answer it; false to refuse it
     */
    default boolean asked(JsonNode id, String method, JsonNode params) {
      return false;
    }

    /** The call has its answer, or has failed. */
    default void done(Call call) {}

    /** A new session has begun, because the server had ended the one before. */
    default void sessionRenewed() {}
  }

  private final Listener listener;
  private final ConcurrentSkipListMap<Integer, Call> open = new ConcurrentSkipListMap<>();

  /** Their answers may have crossed the cancellation. */
  private final Map<Integer, Call> cancelled = new ConcurrentHashMap<>();

  private final AtomicBoolean ended = new AtomicBoolean();
  private int lastId;

  Server(Listener listener) {
    this.listener = listener;
  }

  /** Sends a message; for any thread. */
  abstract void send(ObjectNode message) throws ServerException;

  @Override
  public abstract void close() throws ServerException;

  /** Called with the result of {@code initialize}. */
  void agreed(JsonNode hello) {}

  /** Whether the connection has ended. */
  public final boolean hasEnded() {
    return ended.get();
  }

  /**
   * Begins a session as in the revisions before 2026-07-28 (specification, "Lifecycle").
   *
   * @return the answer to {@code initialize}
   */
  public final Answer greet(String client, Duration limit)
      throws ServerException, InterruptedException {
    return greet(client, Json.object(), limit);
  }

  /**
   * Begins a session with capabilities of the client.
   *
   * @param capabilities such as {@code {"elicitation": {}}}
   */
  public final Answer greet(String client, ObjectNode capabilities, Duration limit)
      throws ServerException, InterruptedException {
    ObjectNode params = Json.object().put("protocolVersion", REVISION);
    params.set("capabilities", capabilities);
    params.putObject("clientInfo").put("name", client).put("version", "0.1.0");
    Answer hello = ask("initialize", params).await(limit);
    if (hello.isError()) {
      throw new ServerException("the server refused to start: " + hello.error());
    }
    agreed(hello.result());
    sendNotification("notifications/initialized", Json.object());
    return hello;
  }

  /** Called before a request is sent, on the thread that asks. */
  void prepare(String method) throws ServerException, InterruptedException {}

  /** Sends a request; for one thread. */
  public final Call ask(String method, ObjectNode params)
      throws ServerException, InterruptedException {
    prepare(method);
    Call call = new Call(++lastId, method);
    open.put(call.id(), call);
    ObjectNode message = message().put("id", call.id()).put("method", method);
    message.set("params", params);
    send(message);
    if (ended.get()) {
      failAtEnd(call);
    }
    return call;
  }

  /** Sends a notification. */
  public final void sendNotification(String method, ObjectNode params) throws ServerException {
    ObjectNode message = message().put("method", method);
    message.set("params", params);
    send(message);
  }

  /** Answers a request of the server. */
  public final void answer(JsonNode id, ObjectNode result) throws ServerException {
    ObjectNode message = message();
    message.set("id", id);
    message.set("result", result);
    send(message);
  }

  private static ObjectNode message() {
    return Json.object().put("jsonrpc", "2.0");
  }

  /** Cancels a request; the server will not answer it. */
  public final void cancel(Call call, String reason) throws ServerException {
    cancelled.put(call.id(), call);
    open.remove(call.id());
    sendNotification(
        "notifications/cancelled", Json.object().put("requestId", call.id()).put("reason", reason));
  }

  /** Called when the connection has ended: fails all open requests. */
  final void end() {
    ended.set(true);
    open.values().forEach(this::failAtEnd);
  }

  /** One request will have no answer. */
  final void fail(int id, ServerException why) {
    Optional.ofNullable(open.remove(id)).ifPresent(call -> fail(call, why));
  }

  /** Whether a request has no answer yet. */
  final boolean isOpen(int id) {
    return open.containsKey(id);
  }

  /** The server asks its client; false if that is nothing for it. */
  final boolean asks(JsonNode id, String method, JsonNode params) {
    return listener.asked(id, method, params);
  }

  final void sessionRenewed() {
    listener.sessionRenewed();
  }

  private void failAtEnd(Call call) {
    fail(call, new ServerException("the server ended before it answered " + call.method));
  }

  private void fail(Call call, ServerException why) {
    call.fail(why);
    listener.done(call);
  }

  /** Takes a message of the server. */
  final void take(String line) {
    try {
      take(Json.parse(line));
    } catch (JsonException e) {
      System.err.println("launcher: the server wrote a line that is not JSON: " + e.getMessage());
    }
  }

  final void take(JsonNode message) {
    try {
      JsonNode id = message.path("id");
      if (message.has("method")) {
        takeRequest(message);
      } else if (id.isInt()) {
        Optional.ofNullable(open.remove(id.intValue()))
            .or(() -> Optional.ofNullable(cancelled.remove(id.intValue())))
            .ifPresent(call -> complete(call, message));
      } else if (message.has("error")) {
        // An error without an id goes to the oldest request.
        Optional.ofNullable(open.pollFirstEntry()).ifPresent(e -> complete(e.getValue(), message));
      }
    } catch (ServerException e) {
      // The connection has ended, and the open requests have failed.
    }
  }

  private void takeRequest(JsonNode message) throws ServerException {
    String method = message.path("method").stringValue("");
    JsonNode id = message.path("id");
    if (id.isMissingNode()) {
      listener.notified(method, message.path("params"));
    } else if (method.equals("ping")) {
      answer(id, Json.object());
    } else if (!asks(id, method, message.path("params"))) {
      ObjectNode refusal = message();
      refusal.set("id", id);
      refusal
          .putObject("error")
          .put("code", METHOD_NOT_FOUND)
          .put("message", "This client does not answer " + method);
      send(refusal);
    }
  }

  private void complete(Call call, JsonNode message) {
    call.complete(message);
    listener.done(call);
  }

  /**
   * The response to a request.
   *
   * @param took the time from sending the request to receiving this message
   */
  public record Answer(JsonNode message, Duration took) {
    public boolean isError() {
      return message.has("error");
    }

    /** The result, or a missing node if this is an error. */
    public JsonNode result() {
      return message.path("result");
    }

    public String error() {
      JsonNode error = message.path("error");
      return "error %s: %s".formatted(error.path("code"), error.path("message").stringValue(""));
    }
  }

  public static final class Call {
    private final int id;
    private final String method;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private final long sentAt = System.nanoTime();

    Call(int id, String method) {
      this.id = id;
      this.method = method;
    }

    public int id() {
      return id;
    }

    public boolean isAnswered() {
      return answer.isDone();
    }

    /**
     * Waits for the answer.
     *
     * @throws SessionEndedException if the server does not know the session
     * @throws ServerException if the server ends first, or does not answer within {@code limit}
     */
    public Answer await(Duration limit) throws ServerException, InterruptedException {
      try {
        return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        throw new ServerException(
            "the server did not answer %s within %d s".formatted(method, limit.toSeconds()));
      } catch (ExecutionException e) {
        throw e.getCause() instanceof ServerException why
            ? why
            : new ServerException(String.valueOf(e.getMessage()));
      }
    }

    void complete(JsonNode message) {
      answer.complete(new Answer(message, Duration.ofNanos(System.nanoTime() - sentAt)));
    }

    private void fail(ServerException why) {
      answer.completeExceptionally(why);
    }
  }
}
