package dev.bullpen.server.call;

import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.server.client.Peer;
import dev.bullpen.server.client.SharedBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
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
   * if there is none. Answers for which the budget has no room are replaced by an error, because a
   * short request may have a long answer.
   */
  public static final class BatchReply implements Reply {
    private static final JsonRpcError TOO_LONG =
        JsonRpcError.internalError(
            "The answers to this batch are too long together. Send its requests one at a time.");

    /** More than the error takes. What is no longer is always kept, and not counted. */
    static final int SHORT_BYTES = 256;

    /**
     * @param line what is sent
     * @param counted how many bytes of the budget it takes
     */
    private record Answer(Optional<RequestId> id, byte[] line, long counted) {}

    private final Reply whole;
    private final SharedBudget budget;
    private final String principal;
    private final Consumer<BatchReply> whenComplete;
    private final List<Answer> answers = new ArrayList<>();
    private int outstanding;

    /**
     * @param whole the way of the batch's answer
     * @param outstanding how many calls of {@link #deliver}, {@link #add} and {@link #none} will
     *     come
     * @param budget of bytes, for the answers to all batches that are not complete
     * @param principal whose batch it is
     * @param whenComplete called when all have come, and nothing can be withdrawn any more
     */
    public BatchReply(
        Reply whole,
        int outstanding,
        SharedBudget budget,
        String principal,
        Consumer<BatchReply> whenComplete) {
      this.whole = whole;
      this.outstanding = outstanding;
      this.budget = budget;
      this.principal = principal;
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
      byte[] line = JsonRpc.line(message);
      if (line.length <= SHORT_BYTES) {
        add(new Answer(Optional.of(id), line, 0));
      } else if (budget.take(principal, line.length)) {
        add(new Answer(Optional.of(id), line, line.length));
      } else {
        add(new Answer(Optional.of(id), JsonRpc.line(JsonRpc.error(id, TOO_LONG)), 0));
      }
    }

    /**
     * The answer to something that is no request, and cannot be cancelled: a short error, which is
     * not counted.
     */
    public void add(ObjectNode error) {
      add(new Answer(Optional.empty(), JsonRpc.line(error), 0));
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
      List<Answer> all;
      synchronized (answers) {
        outstanding--;
        if (outstanding > 0) {
          return;
        }
        all = List.copyOf(answers);
        answers.clear();
      }
      whenComplete.accept(this);
      try {
        if (!all.isEmpty()) {
          way().send(JsonRpc.batch(all.stream().map(Answer::line).toList()));
        }
      } finally {
        giveBack(all); // not before: now it counts among unread messages
      }
      whole.none();
    }

    @Override
    public void withdraw(RequestId id) {
      Predicate<Answer> isIts = answer -> answer.id().filter(id::equals).isPresent();
      List<Answer> withdrawn;
      synchronized (answers) {
        withdrawn = answers.stream().filter(isIts).toList();
        answers.removeIf(isIts);
      }
      giveBack(withdrawn);
      whole.withdraw(id);
    }

    private void giveBack(List<Answer> gone) {
      budget.giveBack(principal, gone.stream().mapToLong(Answer::counted).sum());
    }
  }
}
