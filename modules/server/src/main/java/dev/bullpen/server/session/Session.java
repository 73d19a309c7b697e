package dev.bullpen.server.session;

import dev.bullpen.json.Json;
import dev.bullpen.pool.job.FailureReason;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.server.call.CallTable;
import dev.bullpen.server.call.Reply;
import dev.bullpen.server.change.ChangeNotices;
import dev.bullpen.server.change.LegacySubscriptions;
import dev.bullpen.server.change.Listens;
import dev.bullpen.server.client.Client;
import dev.bullpen.server.thread.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One client and its calls. Its messages come in by {@link #accept}, in their order, and go out by
 * its {@link Client#out}. The transport that carries them makes no difference here.
 *
 * <p>A session ends in two steps. {@link #end} answers its calls and ends what they run. {@link
 * #close} writes what has not been written yet.
 */
public final class Session {
  private static final Logger LOG = System.getLogger("bullpen.server");

  private final Client client;
  private final CallTable calls;
  private final Listens listens;
  private final LegacySubscriptions subscriptions;
  private final ChangeNotices notices;
  private final Dispatcher dispatcher;
  private final HeldRequests held;
  private final CompletableFuture<Void> left = new CompletableFuture<>();

  /** Of the thread that ends the session. */
  private boolean allAnswered = true;

  private boolean allWritten = true;

  /**
   * @param calls of this session alone
   * @param listens of all sessions
   * @param budget of all sessions, for requests of clients that do not read
   */
  public Session(
      Client client,
      CallTable calls,
      Service service,
      LegacySubscriptions subscriptions,
      ChangeNotices notices,
      Listens listens,
      HeldRequests.Budget budget,
      Timers timers) {
    this.client = client;
    this.calls = calls;
    this.listens = listens;
    this.subscriptions = subscriptions;
    this.notices = notices;
    this.dispatcher = new Dispatcher(client, calls, service, subscriptions, notices);
    this.held = new HeldRequests(dispatcher, client, budget, timers::after, left);
  }

  public Client client() {
    return client;
  }

  public CallTable calls() {
    return calls;
  }

  public ChangeNotices notices() {
    return notices;
  }

  /**
   * Serve a message. Waits only for a client that sends much and reads nothing.
   *
   * @param line from which it was read; not changed any more
   */
  public void accept(Message message, byte[] line) {
    held.accept(message, line);
  }

  /**
   * Serve a message whose answer goes another way than the session's, and so do the notifications
   * and questions before it. Never waits, and holds nothing back.
   */
  public void serve(Message message, Reply reply) {
    dispatcher.dispatch(message, reply);
  }

  /** The client does not want a request any more. */
  public void cancel(RequestId id) {
    dispatcher.cancel(id);
  }

  /** Answer a line that is no message. */
  public void refuse(Message refused) {
    dispatcher.dispatch(refused);
  }

  /** Answer a line from which no message could be made, because of a defect of this server. */
  public void fail(Throwable defect) {
    dispatcher.fail(defect);
  }

  /** Whether the client has left by a message, so that nothing after it is served. */
  public boolean hasLeft() {
    return dispatcher.isLeft();
  }

  /** Completed when the client has left by a message that was held back. */
  public CompletionStage<Void> left() {
    return left;
  }

  /** The client reads again: serve what was held back. */
  public void roomAgain() {
    held.release();
  }

  /** Nothing more comes from the client, so calls that only listen are answered. */
  public void inputEnded() {
    listens.end(client);
  }

  /** Wait until requests that were held back are served; false if that took too long. */
  public boolean awaitNothingHeld(Duration patience) {
    return held.awaitNone(patience);
  }

  /**
   * Answer open calls with an error, and end what they run. A step that fails skips no other.
   *
   * @param why a sentence for the client
   * @return false if a step failed; the log says why
   */
  public boolean end(String why) {
    boolean clean = Ending.attempt(() -> listens.end(client));
    clean &= Ending.attempt(() -> abandonCalls(why));
    clean &= Ending.attempt(this::dropHeld);
    clean &= Ending.attempt(subscriptions::close);
    clean &= Ending.attempt(client::close);
    return clean;
  }

  private void abandonCalls(String why) {
    int abandoned =
        calls.abandonAll(
            new JsonRpcError(
                ErrorCode.INTERNAL_ERROR,
                why,
                Json.object().put("reason", FailureReason.SHUTDOWN.word())));
    allAnswered &= abandoned == 0;
  }

  private void dropHeld() {
    allAnswered &= held.awaitNone(Duration.ZERO);
    int unserved = held.count();
    if (unserved > 0) {
      LOG.log(
          Level.WARNING,
          "%d requests have no answer: they were held back because the client did not read"
              .formatted(unserved));
    }
    held.close();
  }

  /**
   * Write what has not been written yet. No new message is taken.
   *
   * @param patience how long the client may take to read it
   */
  public void close(Duration patience) {
    allWritten = client.out().close(patience);
  }

  /** Whether the client was written everything; known after {@link #close}. */
  public boolean isAllWritten() {
    return allWritten;
  }

  /** Whether each request had an answer of its own, which the client has got; known at the end. */
  public boolean hasAnsweredAll() {
    return allAnswered && allWritten;
  }
}
