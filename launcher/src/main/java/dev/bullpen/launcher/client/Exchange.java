package dev.bullpen.launcher.client;

import static java.net.HttpURLConnection.HTTP_FORBIDDEN;
import static java.net.HttpURLConnection.HTTP_MULT_CHOICE;
import static java.net.HttpURLConnection.HTTP_UNAUTHORIZED;

import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One request over HTTP and its answer. Any thread may close it, which ends both. */
record Exchange(Endpoint endpoint, CompletableFuture<HttpResponse<InputStream>> response)
    implements AutoCloseable {
  /** For what has no answer, only a receipt. */
  private static final Duration RECEIPT_LIMIT = Duration.ofSeconds(10);

  /** Gets the messages of an answer, in order, on the thread that reads it. */
  interface Messages {
    void take(ObjectNode message);
  }

  /**
   * Waits for the head of the answer, however long that takes.
   *
   * @throws ServerException if there is none
   */
  HttpResponse<InputStream> head() throws ServerException {
    return head(Duration.ofDays(1));
  }

  private HttpResponse<InputStream> head(Duration limit) throws ServerException {
    try {
      return response.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException why
          ? endpoint.failure(why)
          : endpoint.of("cannot be asked: " + e.getCause());
    } catch (TimeoutException e) {
      throw endpoint.of("did not answer within %d s.".formatted(limit.toSeconds()));
    } catch (CancellationException e) {
      throw endpoint.of("is not waited for any more.");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw endpoint.of("is not waited for any more.");
    }
  }

  /** Waits for the head of what has no answer, for some seconds. */
  HttpResponse<?> receipt() throws ServerException {
    return head(RECEIPT_LIMIT);
  }

  /**
   * The head has come.
   *
   * @throws ServerException if it is a refusal
   */
  void requireDone() throws ServerException {
    HttpResponse<InputStream> head = head();
    if (head.statusCode() >= HTTP_MULT_CHOICE) {
      throw refusal(head);
    }
  }

  /** Whether an answer is a stream of messages. */
  static boolean isStream(HttpResponse<?> head) {
    return head.statusCode() < HTTP_MULT_CHOICE && type(head.headers()).equals(Endpoint.EVENTS);
  }

  /**
   * Reads the answer to its end: one message, or a stream of them. A JSON-RPC error counts as a
   * message with any status but 401 and 403.
   *
   * @param stream what is known of the stream so far
   * @throws ServerException if it is refused, is no answer of MCP, or breaks off
   */
  void read(EventStream stream, Messages messages) throws ServerException {
    HttpResponse<InputStream> head = head();
    boolean isDone = head.statusCode() < HTTP_MULT_CHOICE;
    String type = type(head.headers());
    try (InputStream body = head.body()) {
      if (isStream(head)) {
        stream.read(body, messages);
        return;
      }
      byte[] bytes = body.readAllBytes();
      boolean isJson = type.equals(Endpoint.JSON) && bytes.length > 0;
      if (isDone && !isJson && bytes.length > 0) {
        throw endpoint.of(
            "answers with %s, which is none of MCP. Correct the path, which mostly is /mcp."
                .formatted(type.isEmpty() ? "something" : type));
      }
      if (isJson
          && Json.parse(bytes) instanceof ObjectNode message
          && (isDone || isError(head, message))) {
        messages.take(message);
      } else if (!isDone) {
        throw refusal(head, bytes);
      }
    } catch (JsonException e) {
      throw isDone
          ? endpoint.of("sends what is no JSON: %s.".formatted(e.getMessage()))
          : refusal(head, new byte[0]);
    } catch (IOException e) {
      throw endpoint.failure(e);
    }
  }

  private static String type(HttpHeaders headers) {
    String whole = headers.firstValue("Content-Type").orElse("");
    return whole.replaceFirst("\\s*;.*", "").toLowerCase(Locale.ROOT);
  }

  private static boolean isError(HttpResponse<?> head, JsonNode message) {
    return message.has("error")
        && head.statusCode() != HTTP_UNAUTHORIZED
        && head.statusCode() != HTTP_FORBIDDEN;
  }

  private ServerException refusal(HttpResponse<InputStream> head) {
    try (InputStream body = head.body()) {
      return refusal(head, body.readAllBytes());
    } catch (IOException e) {
      return refusal(head, new byte[0]);
    }
  }

  private ServerException refusal(HttpResponse<?> head, byte[] body) {
    String said = "";
    try {
      said = body.length == 0 ? "" : Json.parse(body).at("/error/message").stringValue("");
    } catch (JsonException e) {
      // A page for people.
    }
    return endpoint.refusal(
        head.statusCode(), head.headers().firstValue("Location").orElse(""), said);
  }

  @Override
  public void close() {
    if (!response.cancel(true) && !response.isCompletedExceptionally()) {
      try {
        response.join().body().close();
      } catch (IOException e) {
        // It is closed all the same.
      }
    }
  }
}
