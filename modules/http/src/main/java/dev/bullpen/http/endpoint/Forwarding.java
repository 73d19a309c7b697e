package dev.bullpen.http.endpoint;

import dev.bullpen.http.connection.ClientGone;
import dev.bullpen.http.fleet.Fleet;
import dev.bullpen.http.fleet.ForwardedRequest;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.question.StateSeal;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Forwards requests to the replica that has what they name: sessions of legacy clients, and scripts
 * that wait for an answer. Each id contains the name of its node. A request goes one hop: one that
 * comes from a replica is served here or refused.
 */
final class Forwarding {
  private static final int OK = 200;
  private static final int FORBIDDEN = 403;
  private static final int BAD_REQUEST = 400;
  private static final int BAD_GATEWAY = 502;
  private static final byte[] NO_BODY = {};

  private final Fleet fleet;
  private final Admission admission;

  /**
   * @param admission no request is forwarded after its end
   */
  Forwarding(Fleet fleet, Admission admission) {
    this.fleet = fleet;
    this.admission = admission;
  }

  /** Serves a request on this replica. */
  interface Here {
    void serve();
  }

  /** Serve a request without a body on the replica that has its session. */
  void serve(Exchange exchange, Here here) {
    serve(exchange, NO_BODY, here);
  }

  /**
   * Serve a request on the replica that has what it names.
   *
   * @param exchange with its message, if there is one
   * @param body as received
   */
  void serve(Exchange exchange, byte[] body, Here here) {
    if (exchange.head().isOfPeer()) {
      Optional<String> objection = fleet.objection(exchange.request(), body);
      if (objection.isPresent()) {
        exchange.refuse(FORBIDDEN, objection.get());
      } else {
        here.serve();
      }
      return;
    }
    Optional<String> owner = owner(exchange);
    if (owner.isEmpty()) {
      here.serve();
    } else if (admission.enter()) {
      forward(exchange, body, owner.get(), here);
    } else {
      exchange.refuseAtEnd();
    }
  }

  /** The other replica that has to serve a request; empty if this one has to. */
  private Optional<String> owner(Exchange exchange) {
    return exchange
        .header(Exchange.SESSION_ID)
        .or(
            () ->
                exchange
                    .message()
                    .flatMap(Forwarding::state)
                    .filter(state -> StateSeal.node(state).isPresent()))
        .flatMap(fleet::owner);
  }

  private static Optional<String> state(Message message) {
    return message instanceof Message.Request request
        ? Optional.of(request.params().path("requestState"))
            .filter(JsonNode::isString)
            .map(JsonNode::stringValue)
        : Optional.empty();
  }

  private void forward(Exchange exchange, byte[] body, String owner, Here here) {
    ForwardedRequest forwarded = new ForwardedRequest(exchange.answer(), new Lost(exchange, here));
    ClientGone.whenGone(exchange.request(), forwarded::abandon);
    fleet
        .forward(owner, exchange.request(), body, forwarded)
        .whenComplete(
            (isFound, failure) -> {
              admission.entered();
              if (failure != null && forwarded.giveUp()) {
                exchange.refuse(BAD_REQUEST, "The request has a header that cannot be sent on");
              } else if (failure == null && !isFound && forwarded.giveUp()) {
                here.serve(); // which answers as for any unknown id
              }
            });
  }

  /**
   * What a client gets when a replica is gone.
   *
   * @param here serves a request that the replica has not received: the session is unknown here,
   *     and the state says that its script is gone
   */
  private record Lost(Exchange exchange, Here here) implements ForwardedRequest.Fallback {
    @Override
    public void unreachable() {
      here.serve();
    }

    @Override
    public void lost() {
      if (exchange.message().filter(Message.Request.class::isInstance).isPresent()) {
        exchange.refuse(OK, JsonRpcError.nodeLost());
      } else {
        exchange.refuse(BAD_GATEWAY, JsonRpcError.nodeLost());
      }
    }

    @Override
    public byte[] lastEvent() {
      if (exchange.message().isEmpty()) {
        return NO_BODY; // a stream of a session just ends
      }
      byte[] error =
          JsonRpc.line(JsonRpc.error(exchange.id(), JsonRpcError.nodeLost(), Optional.empty()));
      return ("event: message\ndata: " + new String(error, StandardCharsets.UTF_8).strip() + "\n\n")
          .getBytes(StandardCharsets.UTF_8);
    }
  }
}
