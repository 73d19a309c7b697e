package dev.bullpen.server.call;

import dev.bullpen.protocol.RequestId;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where the answer to one request goes. Exactly one of {@link #deliver} and {@link #none} is
 * called, once.
 */
public interface Reply {
  /** Deliver the answer, a whole message. */
  void deliver(RequestId id, ObjectNode message);

  /** Send a notification of the request's; it may be dropped when the client does not read. */
  void tell(RequestId id, ObjectNode notification);

  /** Send a notification of the request's that must arrive while it is open. */
  void send(RequestId id, ObjectNode notification);

  /** There will be none: the request was cancelled. */
  void none();

  /** Take an answer back that was delivered and has not been written. */
  void withdraw(RequestId id);
}
