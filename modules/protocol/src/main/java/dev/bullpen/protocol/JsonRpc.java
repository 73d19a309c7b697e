package dev.bullpen.protocol;

import dev.bullpen.json.Json;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON-RPC 2.0 messages that a server sends, and their lines. */
public final class JsonRpc {
  static final String VERSION = "2.0";

  private JsonRpc() {}

  public static ObjectNode result(RequestId id, ObjectNode result) {
    return message().set("id", id.toJson()).set("result", result);
  }

  public static ObjectNode error(RequestId id, JsonRpcError error) {
    return message().set("id", id.toJson()).set("error", error.toJson());
  }

  /**
   * An error for something that may have no readable id. Without one, the id is left out, as in the
   * newer revisions. In a session of an older one it is {@code null}, as in JSON-RPC 2.0, because
   * such clients expect the member.
   *
   * @param session the revision agreed on in {@code initialize}; empty before that
   */
  public static ObjectNode error(
      Optional<RequestId> id, JsonRpcError error, Optional<Revision> session) {
    if (id.isPresent()) {
      return error(id.get(), error);
    }
    ObjectNode message = message();
    if (session.isPresent() && !session.get().hasErrorsWithoutId()) {
      message.putNull("id");
    }
    message.set("error", error.toJson());
    return message;
  }

  public static ObjectNode request(RequestId id, String method, ObjectNode params) {
    return message().set("id", id.toJson()).put("method", method).set("params", params);
  }

  public static ObjectNode cancelled(RequestId id, String reason) {
    ObjectNode params = Json.object().set("requestId", id.toJson());
    return notification("notifications/cancelled", params.put("reason", reason));
  }

  public static ObjectNode notification(String method) {
    return message().put("method", method);
  }

  public static ObjectNode notification(String method, ObjectNode params) {
    return notification(method).set("params", params);
  }

  /**
   * The line for the answers to a batch, in any order.
   *
   * @param answers lines, at least one: a batch of notifications is not answered
   */
  public static byte[] batch(List<byte[]> answers) {
    if (answers.isEmpty()) {
      throw new IllegalArgumentException("a batch without answers must not be answered");
    }
    // With a comma, or the bracket, in place of each newline.
    long length = 2 + answers.stream().mapToLong(answer -> answer.length).sum();
    byte[] line = new byte[Math.toIntExact(length)];
    int end = 0;
    line[end++] = '[';
    for (byte[] answer : answers) {
      System.arraycopy(answer, 0, line, end, answer.length);
      end += answer.length;
      line[end - 1] = ',';
    }
    line[end - 1] = ']';
    line[end] = '\n';
    return line;
  }

  /** The line for a message: UTF-8, with exactly one {@code \n}, at the end. */
  public static byte[] line(JsonNode message) {
    return Json.line(message);
  }

  private static ObjectNode message() {
    return Json.object().put("jsonrpc", VERSION);
  }
}
