package dev.bullpen.launcher.client;

import static java.net.HttpURLConnection.HTTP_BAD_METHOD;
import static java.net.HttpURLConnection.HTTP_FORBIDDEN;
import static java.net.HttpURLConnection.HTTP_NOT_FOUND;
import static java.net.HttpURLConnection.HTTP_UNAUTHORIZED;

import dev.bullpen.json.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where a server over HTTP is, and the token that it knows. No redirect is followed, so that the
 * token goes nowhere else.
 */
public final class Endpoint {
  static final String JSON = "application/json";
  static final String EVENTS = "text/event-stream";

  /** Longer than a connection takes to a machine that is there. */
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

  private final URI uri;
  private final Optional<String> token;
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_LIMIT)
          .build();

  private Endpoint(URI uri, Optional<String> token) {
    this.uri = uri;
    this.token = token;
  }

  /**
   * Nothing is sent yet.
   *
   * @param uri of the scheme http or https, with a host
   * @param token for the header Authorization
   * @throws ServerException if the token would travel in clear text
   */
  public static Endpoint of(URI uri, Optional<String> token) throws ServerException {
    if (token.isPresent()
        && !uri.getScheme().equalsIgnoreCase("https")
        && !isThisMachine(uri.getHost())) {
      throw new ServerException(
          "the token would travel to %s in clear text. Use https.".formatted(uri.getHost()));
    }
    return new Endpoint(uri, token);
  }

  private static boolean isThisMachine(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /** Sends a message. */
  Exchange post(ObjectNode message, Map<String, String> headers) {
    return send(
        request(headers)
            .header("Content-Type", JSON)
            .header("Accept", JSON + ", " + EVENTS)
            .POST(BodyPublishers.ofByteArray(Json.bytes(message))));
  }

  /** Asks for a stream. */
  Exchange get(Map<String, String> headers) {
    return send(request(headers).header("Accept", EVENTS).GET());
  }

  Exchange delete(Map<String, String> headers) {
    return send(request(headers).DELETE());
  }

  private Exchange send(HttpRequest.Builder request) {
    return new Exchange(this, http.sendAsync(request.build(), BodyHandlers.ofInputStream()));
  }

  /** Values of headers may come from the server; one that is no value of a header is left out. */
  private HttpRequest.Builder request(Map<String, String> headers) {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri);
    token.ifPresent(known -> request.header("Authorization", "Bearer " + known));
    headers.forEach(
        (name, value) -> {
          if (!value.isEmpty() && isPlain(value)) {
            request.header(name, value);
          }
        });
    return request;
  }

  /** Whether a header can carry it as it is. */
  static boolean isPlain(String value) {
    return value.chars().allMatch(letter -> letter >= ' ' && letter <= '~');
  }

  /**
   * Why the server does not do what it was asked, and what to do.
   *
   * @param location where it says that it is instead; may be empty
   * @param said what it says itself; may be empty
   */
  ServerException refusal(int status, String location, String said) {
    String sentence =
        switch (status) {
          case HTTP_UNAUTHORIZED ->
              token.isPresent()
                  ? "does not take the token of --token-from (HTTP 401). See which token it knows,"
                      + " and whether that has expired."
                  : "wants a token (HTTP 401). Put it into a file of its own, and name that by"
                      + " --token-from.";
          case HTTP_FORBIDDEN ->
              "refuses (HTTP 403): the token may not do that, or the server is not called by this"
                  + " name.";
          case HTTP_NOT_FOUND, HTTP_BAD_METHOD ->
              "is none of MCP (HTTP %d). Correct the path, which mostly is /mcp.".formatted(status);
          default ->
              location.isEmpty()
                  ? "answered HTTP %d. See its log.".formatted(status)
                  : "sends to %s (HTTP %d). If that is right, give it as the URL."
                      .formatted(location, status);
        };
    return of(sentence + (said.isBlank() ? "" : " It says: " + said));
  }

  /** Why there is no answer, and what to do. */
  ServerException failure(IOException e) {
    if (e instanceof HttpConnectTimeoutException) {
      return of(
          "took no connection within %d s. Correct host and port, and http or https."
              .formatted(CONNECT_LIMIT.toSeconds()));
    }
    if (e instanceof ConnectException) {
      boolean isUnknown =
          e.getCause() instanceof UnresolvedAddressException
              || e.getCause() instanceof ConnectException inner
                  && inner.getCause() instanceof UnresolvedAddressException;
      return of(
          isUnknown
              ? "cannot be reached: no host has that name. Correct it."
              : "cannot be reached: nothing listens there. Start it, or correct host and port.");
    }
    if (e instanceof SSLException) {
      return of(
          "cannot be reached by TLS: %s. Give http:// for one without TLS, or have this machine trust its certificate."
              .formatted(e.getMessage()));
    }
    String sentence = "has closed its connection (%s). ".formatted(e.getMessage());
    return of(
        uri.getScheme().equalsIgnoreCase("https")
            ? sentence + "Give http:// for one without TLS, or see its log."
            : sentence + "See its log.");
  }

  /** The server answers 404 for the id of a session. */
  SessionEndedException sessionEnded() {
    return new SessionEndedException(of("has ended this session (HTTP 404).").getMessage());
  }

  /** What is wrong with the server, as a clause without its subject. */
  ServerException of(String clause) {
    return new ServerException("the server at %s %s".formatted(uri, clause));
  }
}
