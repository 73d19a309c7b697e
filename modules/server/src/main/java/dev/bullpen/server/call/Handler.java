package dev.bullpen.server.call;

import dev.bullpen.protocol.JsonRpcException;

/** Serves one method. */
public interface Handler {
  /**
   * Answer the call, now or later on another thread, without waiting for anything.
   *
   * @throws JsonRpcException to answer it with that error
   */
  void handle(Call call) throws JsonRpcException;
}
