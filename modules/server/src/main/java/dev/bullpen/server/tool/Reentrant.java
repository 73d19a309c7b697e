package dev.bullpen.server.tool;

import dev.bullpen.protocol.JsonRpcException;
import dev.bullpen.server.call.Call;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A call whose script may print what it needs of the client, end, and be started again with it. */
public interface Reentrant {
  Call call();

  /** With {@link #name} and {@link #arguments}, what a state it gives out is good for. */
  String method();

  String name();

  ObjectNode arguments();

  /** How many starts there were before, where we start it again. */
  int round();

  /**
   * Start the script once more.
   *
   * @param answers what the client has answered, by key
   * @param state what the script wanted to be told again
   */
  void again(ObjectNode answers, Optional<JsonNode> state) throws JsonRpcException;

  /** It cannot go on; {@code why} goes on after "The tool" or the like. */
  void giveUp(String why);
}
