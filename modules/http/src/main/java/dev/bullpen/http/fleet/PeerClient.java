package dev.bullpen.http.fleet;

import dev.bullpen.http.fleet.Peer.PeerStatus;
import dev.bullpen.http.fleet.PeerSignature.Signed;
import dev.bullpen.json.Json;
import dev.bullpen.json.JsonException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import tools.jackson.databind.JsonNode;

/** Sends signed requests to other replicas. */
final class PeerClient {
  /** The path of a replica's status. */
  static final String STATUS = "/peer";

  /** A replica that accepts no connection within this time is gone. */
  private static final Duration CONNECT = Duration.ofSeconds(1);

  /** How long a replica may take for its status, from connecting to its last byte. */
  static final Duration PATIENCE = Duration.ofMillis(700);

  /** A status has some hundred. */
  static final int MAX_STATUS_BYTES = 16 * 1024;

  private static final byte[] NOTHING = {};
  private static final String UNPROVED = "what is there does not prove that it is of this fleet";

  /** The header fields of a request that another replica needs, in lower case. */
  private static final Set<String> FIELDS =
      Set.of(
          "accept",
          "authorization",
          "content-type",
          "last-event-id",
          "mcp-protocol-version",
          "mcp-session-id",
          "mcp-method",
          "mcp-name",
          "traceparent",
          "tracestate");

  private static final String PARAMETER = "mcp-param-";

  private final PeerSignature signature;
  private final Executor executor;
  private final Duration patience;
  private final HttpClient client;

  /**
   * @param patience how long a replica may take for its status
   */
  PeerClient(PeerSignature signature, Executor executor, Duration patience) {
    this.signature = signature;
    this.executor = executor;
    this.patience = patience;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .executor(executor)
            .build();
  }

  Duration patience() {
    return patience;
  }

  /**
   * The signed parts of a request, for the replica that forwards it and the one that receives it.
   */
  static Signed signed(Request request, byte[] body) {
    List<String> fields = new ArrayList<>();
    for (HttpField field : request.getHeaders()) {
      String name = field.getName().toLowerCase(Locale.ROOT);
      if (field.getValue() != null && (FIELDS.contains(name) || name.startsWith(PARAMETER))) {
        fields.add(name + ": " + field.getValue().strip());
      }
    }
    fields.sort(null);
    return new Signed(request.getMethod(), request.getHttpURI().getPath(), fields, body);
  }

  /**
   * Have a replica serve a request of a client.
   *
   * @param from the address of that client
   * @return completed with the answer at its end; cancelling it closes the connection
   * @throws IllegalArgumentException if a header field of it cannot be sent
   */
  <T> CompletableFuture<HttpResponse<T>> forward(
      Peer peer, String from, Signed request, BodyHandler<T> answer) {
    HttpRequest.Builder builder =
        builder(peer.url(), request, signature.sign(peer.node(), from, request));
    for (String field : request.fields()) {
      int colon = field.indexOf(": ");
      builder.header(field.substring(0, colon), field.substring(colon + 2));
    }
    return client.sendAsync(builder.build(), answer);
  }

  private static HttpRequest.Builder builder(URI url, Signed request, String signed) {
    return HttpRequest.newBuilder(url.resolve(request.path()))
        .method(
            request.method(),
            request.body().length == 0
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofByteArray(request.body()))
        .header(PeerSignature.HEADER, signed);
  }

  /**
   * Ask a replica for its status.
   *
   * @param node its node name, or {@link PeerSignature#ANY}
   * @return empty if it does not answer in time, or is not of this fleet
   */
  CompletableFuture<Optional<PeerStatus>> status(URI url, String node) {
    Signed asking = new Signed("GET", STATUS, List.of(), NOTHING);
    String signed = signature.sign(node, PeerSignature.ITSELF, asking);
    HttpRequest request =
        builder(url, asking, signed)
            .timeout(patience) // which ends with the head
            .build();
    CompletableFuture<HttpResponse<byte[]>> asked =
        client.sendAsync(request, PeerClient::statusBody);
    return asked
        .handle(
            (answer, failure) ->
                failure == null ? status(signed, answer) : Optional.<PeerStatus>empty())
        .completeOnTimeout(Optional.empty(), patience.toNanos(), TimeUnit.NANOSECONDS)
        .whenCompleteAsync((status, failure) -> asked.cancel(true), executor);
  }

  /** The body of a short answer. One that is long, or does not say how long it is, is not kept. */
  private static BodySubscriber<byte[]> statusBody(ResponseInfo head) {
    long length = head.headers().firstValueAsLong("Content-Length").orElse(-1);
    return length >= 0 && length <= MAX_STATUS_BYTES
        ? BodySubscribers.ofByteArray()
        : BodySubscribers.replacing(NOTHING);
  }

  private Optional<PeerStatus> status(String signed, HttpResponse<byte[]> answer) {
    String proof = answer.headers().firstValue(PeerSignature.HEADER).orElse("");
    if (answer.statusCode() == HttpStatus.OK_200
        && !signature.isAnswer(proof, signed, answer.body())) {
      return Optional.of(new PeerStatus("", "", Optional.of(UNPROVED)));
    }
    try {
      JsonNode json = Json.parse(answer.body());
      JsonNode refusal = json.path("error").path("message");
      return Optional.of(
          new PeerStatus(
              json.path("node").asString(""),
              json.path("fingerprint").asString(""),
              answer.statusCode() == HttpStatus.OK_200
                  ? Optional.empty()
                  : Optional.of(refusal.asString("status " + answer.statusCode()))));
    } catch (JsonException e) {
      return Optional.empty(); // not a replica
    }
  }
}
