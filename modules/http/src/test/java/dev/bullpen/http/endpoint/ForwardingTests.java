package dev.bullpen.http.endpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bullpen.http.access.Grant;
import dev.bullpen.http.access.Head;
import dev.bullpen.http.connection.ConnectionLimits;
import dev.bullpen.http.connection.Connections;
import dev.bullpen.http.connection.Listener;
import dev.bullpen.http.fleet.Fleet;
import dev.bullpen.http.stream.HttpAnswer;
import dev.bullpen.server.HttpOptions;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests of a session of the replica "b", to which nothing can be sent. */
class ForwardingTests {
  private static final Executor NO_THREADS =
      task -> {
        throw new RejectedExecutionException("no thread");
      };

  @TempDir private Path folder;

  private HttpResponse<String> answer(String odd) throws Exception {
    Path keys = Files.writeString(folder.resolve("keys"), "0123456789abcdef".repeat(4));
    Files.setPosixFilePermissions(keys, PosixFilePermissions.fromString("rw-------"));
    Fleet fleet =
        new Fleet(
            new HttpOptions.Fleet(
                Optional.of("a"), Map.of("b", "http://127.0.0.1:9"), Optional.empty(), keys),
            NO_THREADS,
            sentence -> {});
    Connections connections = new Connections(ConnectionLimits.DEFAULTS, Optional.empty());
    try {
      List<Listener> open =
          connections.open(List.of(Listener.parse("127.0.0.1:0")), new Front(fleet, odd));
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create("http://" + open.get(0) + "/mcp"))
                  .header("Mcp-Session-Id", "b.xyz")
                  .build(),
              BodyHandlers.ofString());
    } finally {
      connections.close(Duration.ZERO);
    }
  }

  /** Adds a header field to each request and has it served. */
  private static final class Front extends Handler.Abstract {
    private final Fleet fleet;
    private final String odd;

    Front(Fleet fleet, String odd) {
      this.fleet = fleet;
      this.odd = odd;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Request added =
          new Request.Wrapper(request) {
            @Override
            public HttpFields getHeaders() {
              return HttpFields.build(super.getHeaders()).add("Mcp-Param-Odd", odd);
            }
          };
      Exchange exchange =
          new Exchange(
              added,
              Head.of(added),
              new HttpAnswer(response, callback),
              new Grant("alice", Grant.Permissions.ALL, Grant.Quotas.NONE, Set.of()),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              () -> {});
      new Forwarding(fleet, new Admission()).serve(exchange, new byte[0], here -> {});
      return true;
    }
  }

  @Test
  void a_request_that_cannot_be_sent_on_now_may_be_tried_again() throws Exception {
    HttpResponse<String> answer = answer("good");
    assertEquals(503, answer.statusCode(), answer.body());
    assertEquals(Optional.of("1"), answer.headers().firstValue("Retry-After"));
  }

  @Test
  void a_request_with_a_header_that_cannot_be_sent_on_is_refused() throws Exception {
    assertEquals(400, answer("\u0007").statusCode());
  }
}
