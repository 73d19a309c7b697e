package dev.bullpen.http.endpoint;

import dev.bullpen.http.connection.ClientGone;
import dev.bullpen.http.fleet.Fleet;
import dev.bullpen.http.fleet.ForwardedRequest;
import dev.bullpen.protocol.JsonRpc;
import dev.bullpen.protocol.JsonRpcError;
import dev.bullpen.protocol.Message;
import dev.bullpen.protocol.question.StateSeal;
import dev.bullpen.server.client.Peer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import tools.jackson.databind.JsonNode;

/**
 * Forwards requests to the replica that has what they name: sessions of legacy clients, and scripts
 * that wait for an answer. Each id contains the name of its node. A request goes one hop: one that
 * comes from a replica is served here or refused.
 *
 * @param admission no request is forwarded after its end
 */
record Forwarding(Fleet fleet, Admission admission) {
  private static final Logger LOG = System.getLogger("bullpen.http");

  private static final byte[] NO_BODY = {};

  /** In place of the address of a client of a Unix socket. */
  private static final String UNIX = "unix";

  /** Serves a request on this replica. */
  interface Here {
    void serve(Exchange exchange);
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
        exchange.refuse(HttpStatus.FORBIDDEN_403, objection.get());
      } else {
        here.serve(exchange.ofClient(client(exchange)));
      }
      return;
    }
    Optional<String> owner = owner(exchange);
    if (owner.isEmpty()) {
      here.serve(exchange);
    } else if (fleet.findsByName()) {
      // A replica that cannot be reached may have come back at another address.
      forward(exchange, body, owner.get(), again -> forward(again, body, owner.get(), here));
    } else {
      forward(exchange, body, owner.get(), here);
    }
  }

  /** The client of another replica's request, as that replica names it. */
  private static Peer client(Exchange exchange) {
    Fleet.Origin origin = Fleet.origin(exchange.request());
    boolean isUnix = origin.client().equals(UNIX);
    return new Peer(
        isUnix ? Peer.Way.UNIX : Peer.Way.TCP,
        isUnix ? "" : origin.client(),
        Optional.empty(),
        Optional.of(origin.node() + " " + word(exchange.peer(Optional.empty()))));
  }

  private static String word(Peer peer) {
    return peer.way() == Peer.Way.UNIX ? UNIX : peer.address();
  }

  /** The other replica that has to serve a request; empty if this one has to. */
  private Optional<String> owner(Exchange exchange) {
    Optional<String> session = exchange.header(Exchange.SESSION_ID);
    return session
        .filter(id -> !exchange.isModern()) // such requests have no session, whatever they name
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

  /**
   * Have that replica serve a request, unless this one ends.
   *
   * @param here serves it if that replica is not found, or has not got it
   */
  private void forward(Exchange exchange, byte[] body, String owner, Here here) {
    if (!admission.enter(Admission.Stage.ALL)) {
      exchange.refuseAtEnd();
      return;
    }
    ForwardedRequest forwarded =
        new ForwardedRequest(
            exchange.answer(), word(exchange.peer(Optional.empty())), new Lost(exchange, here));
    Request.addCompletionListener(exchange.request(), failure -> exchange.whenOver().run());
    ClientGone.whenGone(exchange.request(), forwarded::abandon); // may end the request at once
    fleet
        .forward(owner, exchange.request(), body, forwarded)
        .whenComplete(
            (isFound, failure) -> {
              admission.entered();
              if (failure != null && forwarded.giveUp()) {
                refuse(exchange, failure);
              } else if (failure == null && !isFound && forwarded.giveUp()) {
                here.serve(exchange); // which answers as for any unknown id
              }
            });
  }

  private static void refuse(Exchange exchange, Throwable failure) {
    if (failure.getCause() instanceof IllegalArgumentException) {
      exchange.refuse(
          HttpStatus.BAD_REQUEST_400, "The request has a header that cannot be sent on");
    } else {
      LOG.log(Level.WARNING, "a request was not sent on to another replica: " + failure.getCause());
      exchange.answer().header("Retry-After", "1");
      exchange.refuse(
          HttpStatus.SERVICE_UNAVAILABLE_503,
          "The request could not be sent on; try again in a moment");
    }
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
      here.serve(exchange);
    }

    @Override
    public void lost() {
      if (exchange.message().filter(Message.Request.class::isInstance).isPresent()) {
        exchange.refuse(HttpStatus.OK_200, JsonRpcError.nodeLost());
      } else {
        exchange.refuse(HttpStatus.BAD_GATEWAY_502, JsonRpcError.nodeLost());
      }
    }

    @Override
    public byte[] lastEvent() {
      if (exchange.message().isEmpty()) {
        return NO_BODY; // a stream of a session just ends
      }
      byte[] error =
          JsonRpc.line(JsonRpc.error(exchange.id(), JsonRpcError.nodeLost(), Optional.empty()));
      return ("data: " + new String(error, StandardCharsets.UTF_8).strip() + "\n\n")
          .getBytes(StandardCharsets.UTF_8);
    }
  }
}
