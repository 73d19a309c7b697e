package dev.bullpen.launcher.client;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;

/** A request on its way. */
public final class Call {
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
   * @throws ServerException if the server ends first, or says nothing within {@code limit}
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
