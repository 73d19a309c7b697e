package dev.bullpen.server.client;

/**
 * Who asks. Whatever is shared, kept, sealed or limited is so for one principal: no client sees,
 * uses up or waits for what belongs to another's.
 */
public record Principal(String name) {
  /** The client on standard input and output: the user who has started this server. */
  public static final Principal LOCAL = new Principal("local");

  /** The server itself, for what no client has asked for. */
  public static final Principal SERVER = new Principal("server");
}
