package dev.bullpen.http.admin;

import dev.bullpen.http.access.AccessException;
import dev.bullpen.http.access.Head;
import dev.bullpen.http.access.HostRule;
import dev.bullpen.http.access.Verdict;
import dev.bullpen.http.connection.ConnectionLimits;
import dev.bullpen.http.connection.Connections;
import dev.bullpen.http.connection.LateHandler;
import dev.bullpen.http.connection.Listener;
import dev.bullpen.http.endpoint.Readiness;
import dev.bullpen.http.stream.HttpAnswer;
import dev.bullpen.json.Json;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers {@code /health/live}, {@code /health/ready} and {@code /metrics} on an address of its
 * own, with its own threads, also while the server drains. It requires no token, so it may listen
 * only where no other machine can connect.
 */
public final class AdminServer {
  private static final Logger LOG = System.getLogger("bullpen.http");

  private final Listener listener;
  private final Connections connections;
  private final Readiness readiness;
  private final Metrics metrics;

  /**
   * Does not listen before {@link #open}.
   *
   * @param address as on the command line
   * @throws AccessException if other machines can reach it
   */
  public AdminServer(String address, Readiness readiness, Metrics metrics)
      throws AccessException, IOException {
    this.listener = Listener.parse(address);
    check(listener);
    this.connections = new Connections(ConnectionLimits.DEFAULTS, Optional.empty());
    this.readiness = readiness;
    this.metrics = metrics;
  }

  /**
   * Check that only this machine can reach a listener.
   *
   * @throws AccessException if other machines can reach it
   */
  public static void check(Listener listener) throws AccessException {
    if (!listener.isLocal()) {
      throw new AccessException(
          "--admin requires no token, and %s can be reached from other machines. Give 127.0.0.1, [::1] or a Unix socket; for access from other machines, put a proxy with a login in front."
              .formatted(listener));
    }
  }

  /**
   * @throws IOException with a sentence for the user if the address cannot be bound
   */
  public void open() throws IOException, AccessException {
    LateHandler handler = new LateHandler();
    Listener bound = connections.open(List.of(listener), handler).get(0);
    handler.become(new Answering(HostRule.of(Listener.addresses(List.of(bound)), List.of())));
    LOG.log(Level.INFO, "health and metrics at {0}", bound);
  }

  public void close() {
    connections.close(Duration.ZERO);
  }

  /** Serves the three paths. */
  private final class Answering extends Handler.Abstract {
    private final HostRule hosts;

    Answering(HostRule hosts) {
      this.hosts = hosts;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback)
        throws IOException {
      HttpAnswer answer = new HttpAnswer(response, callback);
      answer.header("Cache-Control", "no-store");
      Optional<Verdict.Refused> objection = hosts.objection(Head.of(request).hosts());
      if (objection.isPresent()) {
        refuse(answer, objection.get().status(), objection.get().sentence());
      } else if (!List.of("GET", "HEAD").contains(request.getMethod())) {
        answer.header("Allow", "GET, HEAD");
        refuse(answer, HttpStatus.METHOD_NOT_ALLOWED_405, "GET this path");
      } else {
        serve(Request.getPathInContext(request), answer);
      }
      return true;
    }

    private void serve(String path, HttpAnswer answer) throws IOException {
      switch (path) {
        case "/health/live" ->
            answer.json(HttpStatus.OK_200, Json.line(Json.object().put("status", "live")));
        case "/health/ready" -> ready(answer);
        case "/metrics" -> answer.document(HttpStatus.OK_200, metrics.type(), metrics.text());
        default ->
            refuse(
                answer,
                HttpStatus.NOT_FOUND_404,
                "This address has /health/live, /health/ready and /metrics");
      }
    }

    private void ready(HttpAnswer answer) {
      Optional<String> obstacle = readiness.obstacle();
      if (obstacle.isEmpty()) {
        ObjectNode body = Json.object().put("status", "ready");
        if (!readiness.warnings().isEmpty()) {
          ArrayNode warnings = body.putArray("fleet");
          readiness.warnings().forEach(warnings::add);
        }
        answer.json(HttpStatus.OK_200, Json.line(body));
      } else {
        ObjectNode body = Json.object().put("status", "not ready").put("reason", obstacle.get());
        answer.json(HttpStatus.SERVICE_UNAVAILABLE_503, Json.line(body));
      }
    }

    private static void refuse(HttpAnswer answer, int status, String sentence) {
      answer.json(status, Json.line(Json.object().put("error", sentence)));
    }
  }
}
