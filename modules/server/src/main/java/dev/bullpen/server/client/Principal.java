package dev.bullpen.server.client;

import dev.bullpen.protocol.CacheHint;

/**
 * Whose request it is. Whatever is shared, kept, sealed or limited is so for one principal: no
 * client sees, uses up or waits for what belongs to another principal.
 *
 * @param isLocal whether it is the user who has started this server. What a remote principal
 *     declares never widens its rights, and it gets no error output of scripts
 */
public record Principal(String name, boolean isLocal) {
  /** The client on standard input and output. */
  public static final Principal LOCAL = new Principal("local", true);

  /** The server itself, for work that no client has asked for. */
  public static final Principal SERVER = new Principal("server", true);

  public static Principal remote(String name) {
    return new Principal(name, false);
  }

  /**
   * The hint on a list or a resource for this principal. Another may get another answer to the same
   * request, so a cache that remote principals share must not keep it.
   *
   * @param usual of the project
   */
  public CacheHint cacheHint(CacheHint usual) {
    return isLocal ? usual : new CacheHint(usual.ttlMs(), CacheHint.Scope.PRIVATE);
  }
}
