package dev.bullpen.server.client;

import java.util.Optional;

/**
 * Where a request comes from.
 *
 * @param address with the port, of a proxy if there is one; empty except for {@link Way#TCP}
 * @param session the number of its session. Unlike the session's id, it is useless to others
 * @param via the replica that has passed the request on, if one has: its node and its address
 */
public record Peer(Way way, String address, Optional<String> session, Optional<String> via) {
  /** How it came. */
  public enum Way {
    STDIO,
    TCP,
    UNIX
  }

  /** The process at the other end of standard input and output. */
  public static final Peer STDIO = new Peer(Way.STDIO, "", Optional.empty(), Optional.empty());

  /** The process at the other end of a Unix socket. */
  public static final Peer UNIX = new Peer(Way.UNIX, "", Optional.empty(), Optional.empty());

  /**
   * @param address with the port
   */
  public static Peer tcp(String address) {
    return new Peer(Way.TCP, address, Optional.empty(), Optional.empty());
  }

  /** The same, in that session. */
  public Peer in(Optional<String> its) {
    return new Peer(way, address, its, via);
  }
}
