package dev.bullpen.http.oauth;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Fetches small documents. Does not follow redirects, because a server that answers for an issuer
 * could redirect to services that only this machine can reach.
 */
final class Fetcher {
  /** About ten times the largest key set of the public issuers. */
  static final int MAX_BYTES = 256 * 1024;

  private static final int OK = 200;

  private final HttpClient client = HttpClient.newHttpClient();
  private final Duration patience;

  /**
   * @param patience for one document, from connecting to the last byte; half of it for the head
   */
  Fetcher(Duration patience) {
    this.patience = patience;
  }

  byte[] fetch(URI uri) throws IOException {
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .header("Accept", "application/json")
            .timeout(
                patience.dividedBy(2)) // before there is a body, only this closes the connection
            .build();
    CompletableFuture<HttpResponse<byte[]>> exchange =
        client.sendAsync(request, head -> new Body());
    try {
      HttpResponse<byte[]> response = exchange.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (response.statusCode() != OK) {
        throw new IOException("%s answered with %d".formatted(uri, response.statusCode()));
      }
      return response.body();
    } catch (TimeoutException e) {
      throw late(uri);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof HttpTimeoutException
          ? late(uri)
          : new IOException("%s: %s".formatted(uri, e.getCause()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      exchange.cancel(true); // closes the connection if the body is incomplete
    }
  }

  private IOException late(URI uri) {
    return new IOException("%s did not answer in %d ms".formatted(uri, patience.toMillis()));
  }

  /** A body up to the size limit. */
  private static final class Body implements BodySubscriber<byte[]> {
    private final BodySubscriber<byte[]> whole = BodySubscribers.ofByteArray();
    private Optional<Flow.Subscription> subscription = Optional.empty();
    private int left = MAX_BYTES;

    @Override
    public void onSubscribe(Flow.Subscription begun) {
      subscription = Optional.of(begun);
      whole.onSubscribe(begun);
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
      if (left < 0) {
        return; // was under way when the request was cancelled
      }
      left -= parts.stream().mapToInt(ByteBuffer::remaining).sum();
      if (left >= 0) {
        whole.onNext(parts);
      } else {
        subscription.ifPresent(Flow.Subscription::cancel);
        whole.onError(new IOException("longer than %d bytes".formatted(MAX_BYTES)));
      }
    }

    @Override
    public void onError(Throwable failure) {
      whole.onError(failure);
    }

    @Override
    public void onComplete() {
      whole.onComplete();
    }

    @Override
    public CompletionStage<byte[]> getBody() {
      return whole.getBody();
    }
  }
}
