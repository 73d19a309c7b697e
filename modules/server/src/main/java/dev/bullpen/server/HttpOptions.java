package dev.bullpen.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of a server over HTTP. The command line is read into them also where the module for HTTP
 * is not loaded.
 *
 * @param hasSessions whether legacy clients get sessions
 * @param drain how long calls may run on after SIGTERM or SIGINT
 * @param admin the address of health and metrics, as on the command line
 * @param fleet this server's replicas, if it has any
 */
public record HttpOptions(
    Reach reach,
    Clients clients,
    boolean hasSessions,
    Duration drain,
    Optional<String> admin,
    Optional<Fleet> fleet) {
  /**
   * Where the server is reached.
   *
   * @param listen addresses, as on the command line: {@code HOST:PORT}, {@code unix:PATH}; at least
   *     one
   * @param certificate the server's certificate chain in PEM; if empty, the server speaks clear
   *     text
   * @param key the private key of the certificate, in PEM
   * @param isBehindProxy whether a proxy in front speaks TLS
   */
  public record Reach(
      List<String> listen, Optional<Path> certificate, Optional<Path> key, boolean isBehindProxy) {}

  /**
   * Which clients the server lets in.
   *
   * @param isAnonymous whether clients need no token
   * @param tokens the file of tokens; if there is neither a file nor an issuer, the server makes
   *     one token
   * @param oauth the issuer whose tokens are accepted instead of those of a file
   * @param hosts further host names of the server
   * @param origins the origins whose pages may call the server
   */
  public record Clients(
      boolean isAnonymous,
      Optional<Path> tokens,
      Optional<Issuer> oauth,
      List<String> hosts,
      List<String> origins) {}

  /**
   * An OAuth issuer.
   *
   * @param url as in the claim {@code iss}
   * @param audience the URL of this server for its clients, as in {@code aud}
   * @param keys the URL of its keys, if its metadata do not name it
   * @param scopes that a token must have
   * @param scopeFile what each scope permits; if empty, a token permits everything
   */
  public record Issuer(
      String url,
      String audience,
      Optional<String> keys,
      List<String> scopes,
      Optional<Path> scopeFile) {}

  /**
   * The replicas of this server.
   *
   * @param node the name of this replica; if empty, the machine's name
   * @param peers URLs of the other replicas, by name
   * @param service a URL whose host resolves to the addresses of all replicas
   * @param keys the file of the keys that all replicas share
   */
  public record Fleet(
      Optional<String> node, Map<String, String> peers, Optional<String> service, Path keys) {}
}
