package dev.bullpen.launcher.client;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import dev.bullpen.launcher.OwnProcesses;
import dev.bullpen.project.script.RemoteToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
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

/** A server process and this side of its pipes. Closing this closes the server's input. */
public final class Server implements AutoCloseable {
  /** Longer than a server needs to end and sweep behind a job that is still running. */
  private static final Duration END_LIMIT = Duration.ofSeconds(10);

  private static final String REVISION = "2025-11-25";

  /** Gets what the server notifies of, on a thread of the connection, in order. */
  public interface Listener {
    void notified(String method, JsonNode params);
  }

  private final Process process;
  private final Optional<RemoteToken> token;
  private final Listener listener;
  private final OutputStream toServer;
  private final ConcurrentSkipListMap<Integer, Call> open = new ConcurrentSkipListMap<>();

  /** No answer is due, but one may cross the cancel. */
  private final Map<Integer, Call> cancelled = new ConcurrentHashMap<>();

  private final AtomicBoolean ended = new AtomicBoolean();
  private int lastId;

  private Server(Process process, Optional<RemoteToken> token, Listener listener) {
    this.process = process;
    this.token = token;
    this.listener = listener;
    this.toServer = process.getOutputStream();
    Thread reader = new Thread(this::read, "server stdout");
    reader.setDaemon(true);
    reader.start();
  }

  public static Server start(ProcessBuilder builder) throws ServerException {
    return start(builder, Optional.empty(), (method, params) -> {});
  }

  /**
   * Starts {@code builder}'s command. The server will end at once when its input ends.
   *
   * @param token in every message, if the server demands it
   */
  public static Server start(ProcessBuilder builder, Optional<RemoteToken> token, Listener listener)
      throws ServerException {
    builder.environment().put("BULLPEN_FINISH", "0");
    try {
      return new Server(OwnProcesses.start(builder), token, listener);
    } catch (IOException e) {
      throw new ServerException("the server cannot be started: " + e.getMessage());
    }
  }

  public long pid() {
    return process.pid();
  }

  /**
   * Begins a session as in the revisions before 2026-07-28 (specification, "Lifecycle").
   *
   * @return the result of initialize
   */
  public Answer greet(String client, Duration limit) throws ServerException, InterruptedException {
    ObjectNode params = Json.object().put("protocolVersion", REVISION);
    params.putObject("capabilities");
    params.putObject("clientInfo").put("name", client).put("version", "0.1.0");
    Answer hello = ask("initialize", params).await(limit);
    if (hello.isError()) {
      throw new ServerException("the server refused to start: " + hello.error());
    }
    tell("notifications/initialized", Json.object());
    return hello;
  }

  /** Sends a request; for one thread. */
  public Call ask(String method, ObjectNode params) throws ServerException {
    Call call = new Call(++lastId, method);
    open.put(call.id(), call);
    send(Json.object().put("jsonrpc", "2.0").put("id", call.id()), method, params);
    if (ended.get()) {
      call.fail();
    }
    return call;
  }

  /** Sends a notification; for one thread. */
  public void tell(String method, ObjectNode params) throws ServerException {
    send(Json.object().put("jsonrpc", "2.0"), method, params);
  }

  private void send(ObjectNode message, String method, ObjectNode params) throws ServerException {
    ObjectNode carrying = params.deepCopy();
    token.ifPresent(known -> known.putInto(carrying.withObjectProperty("_meta")));
    message.put("method", method).set("params", carrying);
    try {
      toServer.write(Json.line(message));
      toServer.flush();
    } catch (IOException e) {
      throw new ServerException("the server has ended: " + e.getMessage());
    }
  }

  /** Cancels a request; the server will not answer it. */
  public void cancel(Call call, String reason) throws ServerException {
    cancelled.put(call.id(), call);
    open.remove(call.id());
    tell(
        "notifications/cancelled", Json.object().put("requestId", call.id()).put("reason", reason));
  }

  public void end() throws ServerException {
    try {
      toServer.close();
    } catch (IOException e) {
      throw new ServerException("the server's input cannot be closed: " + e.getMessage());
    }
  }

  /**
   * Waits for the exit of a server whose input has ended.
   *
   * @throws ServerException if it is still there after {@code limit}; it is killed then
   */
  public void awaitExit(Duration limit) throws ServerException, InterruptedException {
    if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      process.toHandle().destroyForcibly();
      throw new ServerException(
          "the server did not end within %d s of its input".formatted(limit.toSeconds()));
    }
  }

  /** Ends the server, if it still runs, and waits for its exit; one that stays is killed. */
  @Override
  public void close() throws ServerException {
    end();
    try {
      awaitExit(END_LIMIT);
    } catch (InterruptedException e) {
      process.toHandle().destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        take(line);
      }
    } catch (IOException e) {
      // The same as the end of the output.
    } finally {
      ended.set(true);
      open.values().forEach(Call::fail);
    }
  }

  /** Takes answers and notifications; ignores everything else. */
  private void take(String line) {
    try {
      JsonNode message = Json.parse(line);
      if (message.has("method")) {
        listener.notified(message.path("method").stringValue(""), message.path("params"));
        return;
      }
      JsonNode id = message.path("id");
      if (id.isInt()) {
        Optional.ofNullable(open.remove(id.intValue()))
            .or(() -> Optional.ofNullable(cancelled.remove(id.intValue())))
            .ifPresent(call -> call.complete(message));
      } else if (message.has("error")) {
        // An error without an id: it goes to the oldest request.
        Optional.ofNullable(open.pollFirstEntry()).ifPresent(e -> e.getValue().complete(message));
      }
    } catch (JsonException e) {
      System.err.println("launcher: the server wrote a line that is not JSON: " + e.getMessage());
    }
  }

  /**
   * A response, the whole message.
   *
   * @param took from the write of the request to the arrival of this line
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
     * Waits.
     *
     * @throws ServerException if the server ends first, or does not answer within {@code limit}
     */
    public Answer await(Duration limit) throws ServerException, InterruptedException {
      try {
        return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        throw new ServerException(
            "the server did not answer %s within %d s".formatted(method, limit.toSeconds()));
      } catch (ExecutionException e) {
        throw new ServerException("the server ended before it answered %s".formatted(method));
      }
    }

    void complete(JsonNode message) {
      answer.complete(new Answer(message, Duration.ofNanos(System.nanoTime() - sentAt)));
    }

    void fail() {
      answer.completeExceptionally(new ServerException("ended"));
    }
  }
}
