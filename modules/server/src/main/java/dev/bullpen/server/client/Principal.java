package dev.bullpen.server.client;

/**
 * Who asks. Whatever is shared, kept, sealed or limited is so for one principal: no client sees,
 * uses up or waits for what belongs to another's.
 *
 * @param isLocal whether it is the user who has started this server. Nothing that a remote one
 *     declares widens what it may, and it sees no error output of scripts
 */
public record Principal(String name, boolean isLocal) {
  /** The client on standard input and output. */
  public static final Principal LOCAL = new Principal("local", true);

  /** The server itself, for what no client has asked for. */
  public static final Principal SERVER = new Principal("server", true);

  public static Principal remote(String name) {
    return new Principal(name, false);
  }
}
