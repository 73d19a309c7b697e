package dev.bullpen.server.call;

import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.server.client.Peer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where the answer to one request goes. Exactly one of {@link #deliver} and {@link #none} is
 * called, once.
 */
public interface Reply {
  /** Deliver the answer, a whole message. */
  void deliver(RequestId id, ObjectNode message);

  /** Send a notification of the request's. It may be dropped while the client does not read. */
  default void offer(RequestId id, ObjectNode notification) {
    way().offer(id, JsonRpc.line(notification));
  }

  /** Send a notification of the request's that must arrive while the request is open. */
  default void send(RequestId id, ObjectNode notification) {
    way().send(id, JsonRpc.line(notification));
  }

  /** Nothing follows: the request was cancelled, or its answer went out with those of others. */
  void none();

  /** Take back an answer that was delivered but not written. */
  default void withdraw(RequestId id) {
    way().withdraw(id);
  }

  /** The way that all of it goes. */
  OutgoingMessages way();

  /** Where the request comes from. */
  default Peer peer() {
    return Peer.STDIO;
  }

  /**
   * A line of its own for each answer.
   *
   * @param isLasting whether no answer can be withdrawn
   */
  public record LineReply(OutgoingMessages way, boolean isLasting) implements Reply {
    public LineReply(OutgoingMessages way) {
      this(way, false);
    }

    @Override
    public void deliver(RequestId id, ObjectNode message) {
      byte[] line = JsonRpc.line(message);
      if (isLasting) {
        way.send(line);
      } else {
        way.respond(id, line);
      }
    }

    @Override
    public void none() {
      // Silence is the answer to a cancelled request.
    }
  }

  /**
   * Gathers the answers to one batch and sends them together when the last is there. Sends nothing
   * if there is none.
   */
  public static final class BatchReply implements Reply {
    private record Answer(Optional<RequestId> id, ObjectNode message) {}

    private final Reply whole;
    private final Consumer<BatchReply> whenComplete;
    private final List<Answer> answers = new ArrayList<>();
    private int outstanding;

    /**
     * @param whole the way of the batch's answer
     * @param outstanding how many calls of {@link #deliver}, {@link #add} and {@link #none} will
     *     come
     * @param whenComplete called when all have come, and nothing can be withdrawn any more
     */
    public BatchReply(Reply whole, int outstanding, Consumer<BatchReply> whenComplete) {
      this.whole = whole;
      this.outstanding = outstanding;
      this.whenComplete = whenComplete;
    }

    @Override
    public OutgoingMessages way() {
      return whole.way();
    }

    @Override
    public Peer peer() {
      return whole.peer();
    }

    @Override
    public void deliver(RequestId id, ObjectNode message) {
      add(new Answer(Optional.of(id), message));
    }

    /** The answer to something that is no request, and cannot be cancelled. */
    public void add(ObjectNode message) {
      add(new Answer(Optional.empty(), message));
    }

    private void add(Answer answer) {
      synchronized (answers) {
        answers.add(answer);
      }
      countDown();
    }

    @Override
    public void none() {
      countDown();
    }

    private void countDown() {
      List<ObjectNode> all;
      synchronized (answers) {
        outstanding--;
        if (outstanding > 0) {
          return;
        }
        all = answers.stream().map(Answer::message).toList();
      }
      whenComplete.accept(this);
      if (!all.isEmpty()) {
        way().send(JsonRpc.line(JsonRpc.batch(all)));
      }
      whole.none();
    }

    @Override
    public void withdraw(RequestId id) {
      synchronized (answers) {
        answers.removeIf(answer -> answer.id().filter(id::equals).isPresent());
      }
      whole.withdraw(id);
    }
  }
}
