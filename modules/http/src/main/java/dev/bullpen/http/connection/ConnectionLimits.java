package dev.bullpen.http.connection;

import java.time.Duration;

/**
 * Limits of connections, for all clients and for each.
 *
 * @param connections at a time, and open requests of HTTP/2; more are closed at once
 * @param connectionsPerAddress the same from one {@link SourceNetwork}
 * @param head time from the first byte of a request's head to its last; for a TLS handshake too
 * @param body time for a request's body, from when it is first waited for
 * @param bytesPerSecond the least rate of a body, after {@link #RATE_COUNTS_AFTER}
 * @param idle time of a connection without a request
 * @param stall time in which no byte of a body or an answer is read or written
 */
public record ConnectionLimits(
    int connections,
    int connectionsPerAddress,
    Duration head,
    Duration body,
    int bytesPerSecond,
    Duration idle,
    Duration stall) {
  public static final ConnectionLimits DEFAULTS =
      new ConnectionLimits(
          4096,
          1024,
          Duration.ofSeconds(10),
          Duration.ofSeconds(30),
          1024,
          Duration.ofSeconds(60),
          Duration.ofSeconds(30));

  /**
   * These limits, within a limit of open files. Half of the files stay for helpers and other files.
   */
  public ConnectionLimits within(long openFiles) {
    long most = Math.min(connections, Long.divideUnsigned(openFiles, 2));
    return new ConnectionLimits(
        Math.toIntExact(most), connectionsPerAddress, head, body, bytesPerSecond, idle, stall);
  }

  /** These limits, where all clients share the address of a proxy. */
  public ConnectionLimits behindProxy() {
    return new ConnectionLimits(connections, connections, head, body, bytesPerSecond, idle, stall);
  }

  /** TCP sends a lost packet again within this time. */
  static final Duration RATE_COUNTS_AFTER = Duration.ofSeconds(5);

  /** As in proxies, which have 8 to 32 KiB. */
  static final int HEAD_BYTES = 16 * 1024;

  static final int HEADER_FIELDS = 100;
}
