package dev.bullpen.http.fleet;

import dev.bullpen.http.fleet.PeerSignature.Signed;
import dev.bullpen.http.stream.HttpAnswer;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * A request that another replica serves. Its answer passes through this one as it comes, no faster
 * than the client reads. When the client goes, the connection to the replica is closed.
 */
public final class ForwardedRequest {
  private static final List<String> FIELDS =
      List.of(
          "Allow",
          "Cache-Control",
          "Content-Type",
          "Mcp-Session-Id",
          "Retry-After",
          "WWW-Authenticate",
          "X-Accel-Buffering");

  private static final byte[] NOTHING = {};

  /** Answers in place of a replica. */
  public interface Fallback {
    /** The replica has not received the request. */
    void unreachable();

    /** The replica has gone after it received the request, before it answered. */
    void lost();

    /** The last event of a stream whose replica has gone, with the blank line after it. */
    byte[] lastEvent();
  }

  private enum State {
    /** No answer has begun. */
    ASKED,
    ANSWERING,
    OVER
  }

  private static final Logger LOG = System.getLogger("bullpen.http");

  private final HttpAnswer answer;
  private final String from;
  private final Fallback fallback;
  private final CompletableFuture<Void> end = new CompletableFuture<>();

  /** Where it is served; empty before that is known. */
  private volatile String node = "";

  private final Object stateLock = new Object();

  // Guarded by the lock.
  private State state = State.ASKED;
  private Optional<CompletableFuture<?>> exchange = Optional.empty();
  private Optional<Flow.Subscription> body = Optional.empty();
  private boolean isWriting;
  private boolean isStream;
  private boolean isBetweenEvents = true;

  /** To be written when the current write has ended. */
  private Optional<byte[]> last = Optional.empty();

  /**
   * Sends nothing before {@link Fleet#forward}.
   *
   * @param answer the answer to the client
   * @param from the address of the client, without blanks
   */
  public ForwardedRequest(HttpAnswer answer, String from, Fallback fallback) {
    this.answer = answer;
    this.from = from;
    this.fallback = fallback;
  }

  /** Completed when the request is over. */
  CompletableFuture<Void> end() {
    return end;
  }

  /**
   * Send the request, unless its client has gone.
   *
   * @throws IllegalArgumentException if a header field of it cannot be sent
   */
  void begin(PeerClient client, Peer peer, Signed request) {
    node = peer.node();
    peer.open.put(this, request);
    end.whenComplete((nothing, failure) -> peer.open.remove(this));
    if (end.isDone()) {
      return;
    }
    CompletableFuture<?> asked = client.forward(peer, from, request, this::answered);
    boolean hasEnded;
    synchronized (stateLock) {
      exchange = Optional.of(asked);
      // Once there is a body, its end is known; the connection may serve another request by now.
      hasEnded = state == State.OVER && body.isEmpty();
    }
    if (hasEnded) {
      asked.cancel(true);
    }
    asked.whenComplete(
        (nothing, failure) -> {
          if (failure != null) {
            if (isUnreached(failure)) {
              peer.unreached();
            }
            failed(failure);
          }
        });
  }

  private BodySubscriber<Void> answered(ResponseInfo head) {
    synchronized (stateLock) {
      if (state == State.ASKED) {
        state = State.ANSWERING;
        Map<String, String> fields = new LinkedHashMap<>();
        FIELDS.forEach(
            name -> head.headers().firstValue(name).ifPresent(value -> fields.put(name, value)));
        isStream = fields.getOrDefault("Content-Type", "").startsWith("text/event-stream");
        answer.begin(head.statusCode(), fields);
      }
    }
    return new Body();
  }

  /** The client has gone: end the request. */
  public void abandon() {
    if (finish()) {
      answer.abandon();
    } else {
      end.complete(null); // what is left to write has no reader
    }
  }

  /**
   * Give up forwarding.
   *
   * @return whether the client is still there
   */
  public boolean giveUp() {
    return finish();
  }

  /** The replica seems to have gone. */
  void lost() {
    failed(new IOException("it does not answer any more"));
  }

  private void failed(Throwable failure) {
    State before;
    synchronized (stateLock) {
      before = state;
    }
    if (!finish()) {
      return;
    }
    LOG.log(Level.INFO, "{0} does not serve a request to its end: {1}", node, failure);
    if (before == State.ANSWERING) {
      breakOff();
    } else if (isUnreached(failure)) {
      fallback.unreachable();
    } else {
      fallback.lost();
    }
  }

  private static boolean isUnreached(Throwable failure) {
    Throwable cause = failure;
    while (cause != null
        && !(cause instanceof ConnectException || cause instanceof HttpConnectTimeoutException)) {
      cause = cause.getCause();
    }
    return cause != null;
  }

  /**
   * End the request, and the connection to the replica.
   *
   * @return false if it had already ended
   */
  private boolean finish() {
    Optional<CompletableFuture<?>> ended;
    Optional<Flow.Subscription> unread;
    synchronized (stateLock) {
      if (state == State.OVER) {
        return false;
      }
      state = State.OVER;
      ended = exchange;
      unread = body;
    }
    end.complete(null);
    // Either closes the connection, unless the answer has just been read to its end. Then the
    // connection may serve another request, which cancelling the exchange would break.
    unread.ifPresentOrElse(
        Flow.Subscription::cancel, () -> ended.ifPresent(one -> one.cancel(true)));
    return true;
  }

  /** End an answer that has begun, with a last event if the position in the stream allows one. */
  private void breakOff() {
    boolean isLater;
    synchronized (stateLock) {
      if (isStream && isBetweenEvents) {
        last = Optional.of(fallback.lastEvent());
      }
      isLater = isWriting && last.isPresent();
    }
    if (!isLater) {
      writeLast();
    }
  }

  private void writeLast() {
    Optional<byte[]> event;
    synchronized (stateLock) {
      event = last;
      last = Optional.empty();
    }
    end.complete(null);
    if (event.isPresent()) {
      answer.write(event.get(), true, new Part());
    } else {
      answer.abandon();
    }
  }

  /** Whether these bytes end an event. */
  private static boolean endsEvent(byte[] part) {
    int length = part.length;
    return length > 1 && part[length - 1] == '\n' && part[length - 2] == '\n';
  }

  /** Completes one write to the client. */
  private final class Part implements HttpAnswer.Written {
    @Override
    public void written() {
      Optional<Flow.Subscription> further = Optional.empty();
      boolean isLastDue;
      synchronized (stateLock) {
        isWriting = false;
        isLastDue = state == State.OVER && last.isPresent();
        if (state == State.ANSWERING) {
          further = body;
        }
      }
      if (isLastDue) {
        writeLast();
      }
      further.ifPresent(subscription -> subscription.request(1));
    }

    @Override
    public void lost() {
      abandon();
    }
  }

  /** Takes the replica's answer part by part. */
  private final class Body implements BodySubscriber<Void> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {
      boolean isWanted;
      synchronized (stateLock) {
        isWanted = state == State.ANSWERING;
        body = Optional.of(subscription);
      }
      if (isWanted) {
        subscription.request(1);
      } else {
        subscription.cancel();
      }
    }

    @Override
    public void onNext(List<ByteBuffer> parts) {
      ByteBuffer whole = ByteBuffer.allocate(parts.stream().mapToInt(ByteBuffer::remaining).sum());
      parts.forEach(whole::put);
      byte[] part = whole.array();
      synchronized (stateLock) {
        if (state != State.ANSWERING) {
          return;
        }
        isWriting = true;
        isBetweenEvents = endsEvent(part);
      }
      answer.write(part, false, new Part());
    }

    @Override
    public void onError(Throwable failure) {
      failed(failure);
    }

    @Override
    public void onComplete() {
      synchronized (stateLock) {
        if (state != State.ANSWERING) {
          return;
        }
        state = State.OVER;
        last = Optional.of(NOTHING);
        if (isWriting) {
          return; // the JDK does not wait until the part before it has been written
        }
      }
      writeLast();
    }

    @Override
    public CompletionStage<Void> getBody() {
      return end;
    }
  }
}
