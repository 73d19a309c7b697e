package dev.bullpen.http.connection;

import java.time.Duration;

/**
 * What the clients may take, all together and each.
 *
 * @param connections at a time; more are closed at once
 * @param connectionsPerAddress at a time from one IP address; more are closed at once
 * @param head from its first byte until the head of a request is there; of a TLS handshake too
 * @param body from when it is first waited for until the body of a request is there
 * @param bytesPerSecond of a body, at least, once it has taken {@link #RATE_COUNTS_AFTER}
 * @param idle of a connection without a request
 * @param stall of a body or of an answer, without a byte read or written
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

  /** The same within a limit of open files, half of which stays for helpers and files. */
  public ConnectionLimits within(long openFiles) {
    long most = Math.min(connections, Long.divideUnsigned(openFiles, 2));
    return new ConnectionLimits(
        Math.toIntExact(most), connectionsPerAddress, head, body, bytesPerSecond, idle, stall);
  }

  /** The same where all clients come from one address: that of a proxy. */
  public ConnectionLimits behindProxy() {
    return new ConnectionLimits(connections, connections, head, body, bytesPerSecond, idle, stall);
  }

  /** A lost packet is sent again within that time. */
  static final Duration RATE_COUNTS_AFTER = Duration.ofSeconds(5);

  /** As proxies have it: 8 to 32 KiB. */
  static final int HEAD_BYTES = 16 * 1024;

  static final int HEADER_FIELDS = 100;
}
