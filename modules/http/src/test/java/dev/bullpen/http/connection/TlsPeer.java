package dev.bullpen.http.connection;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A client over TLS. */
final class TlsPeer implements Peer {
  private static final int PATIENCE_MILLIS = 10_000;

  private final Socket socket;
  private final SSLSocket tls;
  private final StringBuilder received = new StringBuilder();

  TlsPeer(SSLContext context, int port) throws IOException {
    socket = new Socket("127.0.0.1", port);
    tls = (SSLSocket) context.getSocketFactory().createSocket(socket, "127.0.0.1", port, true);
    tls.setSoTimeout(PATIENCE_MILLIS);
  }

  @Override
  public Peer send(String text) throws IOException {
    tls.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  @Override
  public String await(String text) throws IOException {
    byte[] bytes = new byte[8192];
    while (received.indexOf(text) < 0) {
      int read = tls.getInputStream().read(bytes);
      if (read < 0) {
        throw new IOException("the end came before \"%s\": %s".formatted(text, received));
      }
      received.append(new String(bytes, 0, read, StandardCharsets.ISO_8859_1));
    }
    return received.toString();
  }

  @Override
  public void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  /** Without close_notify. */
  void cut() throws IOException {
    socket.close();
  }

  @Override
  public void leave() throws IOException {
    tls.close();
  }
}
