package dev.bullpen.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How to serve over HTTP.
 *
 * @param hasSessions whether legacy clients get sessions
 * @param drain how long calls may run on after the server has been told to end
 * @param admin where health and metrics are, as it stands on the command line
 * @param fleet what it needs to know of its other replicas, if there are any
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
   * @param listen addresses, as they stand on the command line: {@code HOST:PORT}, {@code
   *     unix:PATH}; at least one
   * @param certificate the server's, with those that lead to its root, in PEM; in clear text if
   *     empty
   * @param key of the certificate, in PEM
   * @param isBehindProxy whether a proxy in front speaks TLS
   */
  public record Reach(
      List<String> listen, Optional<Path> certificate, Optional<Path> key, boolean isBehindProxy) {
    public Reach {
      listen = List.copyOf(listen);
    }
  }

  /**
   * Who may.
   *
   * @param isAnonymous whether no token is asked for
   * @param tokens the file of tokens; one is made if there is none, and no issuer
   * @param oauth whose tokens are taken, if not those of a file
   * @param hosts further names that the server is called by
   * @param origins of pages that may call it
   */
  public record Clients(
      boolean isAnonymous,
      Optional<Path> tokens,
      Optional<Issuer> oauth,
      List<String> hosts,
      List<String> origins) {
    public Clients {
      hosts = List.copyOf(hosts);
      origins = List.copyOf(origins);
    }
  }

  /**
   * An OAuth issuer.
   *
   * @param url as it stands in the claim {@code iss}
   * @param audience the URL at which clients find this server, as it stands in {@code aud}
   * @param keys where its keys are, if its metadata do not say so
   * @param scopes that a token must have
   * @param scopeFile what each scope permits; everything, if empty
   */
  public record Issuer(
      String url,
      String audience,
      Optional<String> keys,
      List<String> scopes,
      Optional<Path> scopeFile) {
    public Issuer {
      scopes = List.copyOf(scopes);
    }
  }

  /**
   * Other replicas of this server.
   *
   * @param node the name of this one; the machine's if empty
   * @param peers URLs by the names of the others
   * @param service a URL whose host has the addresses of all of them in DNS
   * @param keys the file of the keys that all share
   */
  public record Fleet(
      Optional<String> node, Map<String, String> peers, Optional<String> service, Path keys) {
    public Fleet {
      peers = Map.copyOf(peers);
    }
  }
}
