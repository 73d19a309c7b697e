package dev.bullpen.server.call;

import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.StdoutWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gathers the answers to one batch and sends them together when the last is there; nothing if there
 * is none.
 */
public final class BatchReply implements Reply {
  private record Answer(Optional<RequestId> id, ObjectNode message) {}

  private final StdoutWriter writer;
  private final Consumer<BatchReply> whenSent;
  private final List<Answer> answers = new ArrayList<>();
  private int outstanding;

  /**
   * @param outstanding how many calls of {@link #deliver}, {@link #add} and {@link #none} will come
   * @param whenSent told when all have come: nothing can be withdrawn any more
   */
  public BatchReply(StdoutWriter writer, int outstanding, Consumer<BatchReply> whenSent) {
    this.writer = writer;
    this.outstanding = outstanding;
    this.whenSent = whenSent;
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
  public void tell(RequestId id, ObjectNode notification) {
    writer.offer(id, JsonRpc.line(notification));
  }

  @Override
  public void send(RequestId id, ObjectNode notification) {
    writer.send(id, JsonRpc.line(notification));
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
    whenSent.accept(this);
    if (!all.isEmpty()) {
      writer.send(JsonRpc.line(JsonRpc.batch(all)));
    }
  }

  @Override
  public void withdraw(RequestId id) {
    synchronized (answers) {
      answers.removeIf(answer -> answer.id().filter(id::equals).isPresent());
    }
  }
}
