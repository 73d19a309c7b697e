package dev.bullpen.http.access;

import dev.bullpen.http.connection.SourceNetwork;
import dev.bullpen.server.client.Peer;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * The parts of a request's head on which access depends. A field that occurs twice becomes one with
 * a comma (RFC 9110, section 5.3), which no rule accepts.
 *
 * @param hosts all of the {@code Host} field and of an absolute target
 * @param query without its question mark
 * @param authorization the field as sent; a secret
 * @param source for which wrong tokens are counted: a {@link SourceNetwork}, or Unix sockets
 * @param isOfPeer whether the request claims to come from another replica; its signature must prove
 *     it
 */
public record Head(
    String method,
    List<String> hosts,
    Optional<String> origin,
    Optional<String> query,
    Optional<String> authorization,
    String source,
    boolean isOfPeer) {
  public Head {
    hosts = List.copyOf(hosts);
  }

  public static Head of(Request request) {
    Stream<String> ofTarget = Stream.ofNullable(request.getHttpURI().getAuthority());
    Stream<String> ofFields = request.getHeaders().getValuesList(HttpHeader.HOST).stream();
    return new Head(
        request.getMethod(),
        Stream.concat(ofTarget, ofFields).distinct().toList(),
        field(request, HttpHeader.ORIGIN),
        Optional.ofNullable(request.getHttpURI().getQuery()),
        field(request, HttpHeader.AUTHORIZATION),
        source(request.getConnectionMetaData().getRemoteSocketAddress()),
        false);
  }

  /** The head of a request from another replica, which may use any host name for this one. */
  public Head ofPeer() {
    return new Head(method, hosts, origin, query, authorization, source, true);
  }

  /** What is at the other end of a request's connection. */
  public static Peer peer(Request request) {
    return request.getConnectionMetaData().getRemoteSocketAddress()
            instanceof InetSocketAddress internet
        ? Peer.tcp(WrittenAddress.of(internet.getAddress()) + ":" + internet.getPort())
        : Peer.UNIX;
  }

  private static Optional<String> field(Request request, HttpHeader name) {
    List<String> values = request.getHeaders().getValuesList(name);
    return values.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", values));
  }

  static String source(SocketAddress remote) {
    return SourceNetwork.of(remote).orElse("Unix socket");
  }

  /** Contains neither the query nor the token. */
  @Override
  public String toString() {
    return "%s for %s from %s%s"
        .formatted(
            method, hosts, source, origin.map(site -> ", sent by a page of " + site).orElse(""));
  }
}
