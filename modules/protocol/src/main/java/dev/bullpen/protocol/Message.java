package dev.bullpen.protocol;

import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What one line of input says, whatever it says: reading one never fails. */
public sealed interface Message {
  /**
   * A call that must be answered once.
   *
   * @param params an object; {@code MissingNode} or {@code NullNode} if there are none
   */
  record Request(RequestId id, String method, JsonNode params) implements Message {}

  /**
   * A call that is never answered.
   *
   * @param params an object; {@code MissingNode} or {@code NullNode} if there are none
   */
  record Notification(String method, JsonNode params) implements Message {}

  /**
   * The client's answer to a request of ours.
   *
   * @param body the whole message, with {@code result} or {@code error} or, wrongly, both
   */
  record Response(RequestId id, ObjectNode body) implements Message {}

  /**
   * Several messages in one array, in order. None of them is a batch.
   *
   * @param elements at least one
   */
  record Batch(List<Message> elements) implements Message {
    /** Keep a copy nobody else can change. */
    public Batch {
      elements = List.copyOf(elements);
    }
  }

  /**
   * No message, to be answered with an error.
   *
   * @param id the id to answer with, if it could be read
   */
  record Invalid(JsonRpcError error, Optional<RequestId> id) implements Message {}

  /**
   * A broken notification or a broken answer: neither is ever answered (JSON-RPC 2.0, sections 4.1
   * and 5), so nobody is told but the log.
   */
  record Ignored(JsonRpcError why) implements Message {}
}
