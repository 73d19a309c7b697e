package dev.bullpen.server.call;

import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.StdoutWriter;
import tools.jackson.databind.node.ObjectNode;

/** A line of its own for each answer. */
public record LineReply(StdoutWriter writer) implements Reply {
  @Override
  public void deliver(RequestId id, ObjectNode message) {
    writer.respond(id, JsonRpc.line(message));
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
