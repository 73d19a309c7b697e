package dev.bullpen.http.connection;

import java.io.IOException;

/** The other end of a connection. */
interface Peer extends AutoCloseable {
  Peer send(String text) throws IOException;

  /** Read until this has come; all that has. */
  String await(String text) throws IOException;

  /** Close with RST. */
  void reset() throws IOException;

  /** Close with FIN; with TLS after close_notify. */
  void leave() throws IOException;

  @Override
  default void close() throws IOException {
    leave();
  }
}
