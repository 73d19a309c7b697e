package dev.bullpen.http.endpoint;

import dev.bullpen.http.stream.MessageStream;
import dev.bullpen.protocol.ErrorCode;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.RequestId;
import dev.bullpen.protocol.line.OutgoingMessages;
import dev.bullpen.server.call.Reply;
import dev.bullpen.server.client.Peer;
import org.eclipse.jetty.http.HttpStatus;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer to one POST, on its own stream.
 *
 * @param isModern whether errors have their own HTTP status
 * @param peer the client of the request
 * @param whenDone run once, when there is an answer or there will be none
 */
record StreamReply(MessageStream stream, boolean isModern, Peer peer, Runnable whenDone)
    implements Reply {
  @Override
  public void deliver(RequestId id, ObjectNode message) {
    try {
      stream.respond(id, JsonRpc.line(message), isModern ? status(message) : HttpStatus.OK_200);
    } finally {
      none();
    }
  }

  /**
   * The statuses of the specification 2026-07-28, for errors that a client should recognise by
   * status.
   */
  private static int status(ObjectNode message) {
    return switch (message.path("error").path("code").asInt(0)) {
      case ErrorCode.METHOD_NOT_FOUND -> HttpStatus.NOT_FOUND_404;
      case ErrorCode.INVALID_REQUEST,
          ErrorCode.HEADER_MISMATCH,
          ErrorCode.MISSING_CLIENT_CAPABILITY,
          ErrorCode.UNSUPPORTED_PROTOCOL_VERSION ->
          HttpStatus.BAD_REQUEST_400;
      default -> HttpStatus.OK_200;
    };
  }

  @Override
  public void none() {
    try {
      whenDone.run();
    } finally {
      stream.complete();
    }
  }

  @Override
  public OutgoingMessages way() {
    return stream;
  }
}
