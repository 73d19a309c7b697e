package dev.bullpen.server.client;

import java.util.Optional;

/**
 * Where a request comes from.
 *
 * @param address with the port, of a proxy if there is one; empty except for {@link Way#TCP}
 * @param session the number of its session. Unlike the session's id, it is useless to others
 */
public record Peer(Way way, String address, Optional<String> session) {
  /** How it came. */
  public enum Way {
    STDIO,
    TCP,
    UNIX
  }

  /** The process at the other end of standard input and output. */
  public static final Peer STDIO = new Peer(Way.STDIO, "", Optional.empty());
}
