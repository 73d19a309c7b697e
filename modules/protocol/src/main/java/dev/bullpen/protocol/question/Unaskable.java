package dev.bullpen.protocol.question;

import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.JsonRpcException;

/** Refuses what a script wants to ask of the client, and says why, for whoever wrote the script. */
final class Unaskable {
  private Unaskable() {}

  /**
   * @param sentence what is wrong, where, and what would be right
   */
  static JsonRpcException because(String sentence) {
    return new JsonRpcException(
        JsonRpcError.internalError("The client cannot be asked this: " + sentence));
  }
}
