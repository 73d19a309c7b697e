package dev.bullpen.server.call;

import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.StdoutWriter;
import tools.jackson.databind.node.ObjectNode;

/**
 * A line of its own for each answer.
 *
 * @param isLasting whether no answer can be withdrawn
 */
public record LineReply(StdoutWriter writer, boolean isLasting) implements Reply {
  /** Answers can be withdrawn. */
  public LineReply(StdoutWriter writer) {
    this(writer, false);
  }

  /** Answers cannot be withdrawn. */
  public static LineReply lasting(StdoutWriter writer) {
    return new LineReply(writer, true);
  }

  @Override
  public void deliver(RequestId id, ObjectNode message) {
    byte[] line = JsonRpc.line(message);
    if (isLasting) {
      writer.send(line);
    } else {
      writer.respond(id, line);
    }
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
    // Silence is the answer to a cancelled request.
  }

  @Override
  public void withdraw(RequestId id) {
    writer.withdraw(id);
  }
}
