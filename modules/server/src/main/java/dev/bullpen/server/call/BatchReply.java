package dev.bullpen.server.call;

import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.StdoutWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gathers the answers to one batch and sends them together when the last is there; nothing if there
 * is none.
 */
public final class BatchReply implements Reply {
  private final StdoutWriter writer;
  private final List<ObjectNode> answers = new ArrayList<>();
  private int outstanding;

  /**
   * @param outstanding how many calls of {@link #deliver}, {@link #add} and {@link #none} will come
   */
  public BatchReply(StdoutWriter writer, int outstanding) {
    this.writer = writer;
    this.outstanding = outstanding;
  }

  @Override
  public void deliver(RequestId id, ObjectNode message) {
    add(message);
  }

  /** An answer that may have no id. */
  public void add(ObjectNode message) {
    List<ObjectNode> all;
    synchronized (answers) {
      answers.add(message);
      all = countDown();
    }
    send(all);
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
    List<ObjectNode> all;
    synchronized (answers) {
      all = countDown();
    }
    send(all);
  }

  private List<ObjectNode> countDown() {
    outstanding--;
    return outstanding == 0 ? List.copyOf(answers) : List.of();
  }

  private void send(List<ObjectNode> all) {
    if (!all.isEmpty()) {
      writer.send(JsonRpc.line(JsonRpc.batch(all)));
    }
  }

  @Override
  public void withdraw(RequestId id) {
    synchronized (answers) {
      answers.removeIf(answer -> answer.path("id").equals(id.toJson()));
    }
  }
}
