package dev.bullpen.server.call;

import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;

/**
 * Observes the calls of all sessions. Each call is allowed at most once, before anything is run or
 * read for it, and ends once. A denied call only ends.
 */
public interface CallObserver {
  /**
   * A call may be served.
   *
   * @throws JsonRpcException if it must not be served after all; this is its answer
   */
  default void allowed(Call call) throws JsonRpcException {}

  void ended(EndedCall ended);

  /** What waited for an answer to a call's question has failed, and no call reports it. */
  default void failedUnheard(Call asked, Trouble trouble) {}

  /** A message that is no call has been refused. */
  default void refused(String what, JsonRpcError error) {}
}
