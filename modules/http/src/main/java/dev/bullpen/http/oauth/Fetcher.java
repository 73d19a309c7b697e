package dev.bullpen.http.oauth;

import dev.bullpen.posix.thread.DaemonThread;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Fetches small documents. Does not follow redirects, because a server that answers for an issuer
 * could redirect to services that only this machine can reach.
 */
final class Fetcher {
  /** About ten times the largest key set of the public issuers. */
  static final int MAX_BYTES = 256 * 1024;

  private final Duration patience;

  /**
   * @param patience for one document, from connecting to the last byte; half of it for the head
   */
  Fetcher(Duration patience) {
    this.patience = patience;
  }

  byte[] fetch(URI uri) throws IOException {
    long deadline = System.nanoTime() + patience.toNanos();
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Accept", "application/json")
            .timeout(patience.dividedBy(2)) // which ends with the head
            .build();
    HttpResponse<InputStream> answer;
    byte[] document;
    try {
      answer = send(request);
      document = read(answer.body(), deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (IOException e) {
      if (e instanceof HttpTimeoutException || System.nanoTime() - deadline >= 0) {
        throw new IOException("%s did not answer in %d ms".formatted(uri, patience.toMillis()), e);
      }
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e); // a closed body has one
      throw new IOException("%s: %s".formatted(uri, cause), e);
    }
    if (answer.statusCode() != HttpURLConnection.HTTP_OK) {
      throw new IOException("%s answered with %d".formatted(uri, answer.statusCode()));
    }
    if (document.length > MAX_BYTES) {
      throw new IOException("%s is longer than %d bytes".formatted(uri, MAX_BYTES));
    }
    return document;
  }

  /**
   * Send it by a client of its own, and wait no longer than for a document: a client that has once
   * lacked a thread stays broken for ever, and then it answers nothing.
   */
  private HttpResponse<InputStream> send(HttpRequest request)
      throws IOException, InterruptedException {
    HttpClient client = DaemonThread.started(HttpClient::newHttpClient);
    try {
      return DaemonThread.started(() -> client.sendAsync(request, BodyHandlers.ofInputStream()))
          .get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new IOException(e); // it is late
    } catch (ExecutionException e) {
      throw e.getCause() instanceof HttpTimeoutException late
          ? late
          : new IOException(e.getCause());
    }
  }

  /** Read no more than shows that it is too long. Closed before its end, it ends the connection. */
  private static byte[] read(InputStream body, long deadline) throws IOException {
    try (body) {
      CompletableFuture.delayedExecutor(
              deadline - System.nanoTime(), TimeUnit.NANOSECONDS, Runnable::run)
          .execute(() -> close(body));
      return body.readNBytes(MAX_BYTES + 1);
    }
  }

  private static void close(InputStream body) {
    try {
      body.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
