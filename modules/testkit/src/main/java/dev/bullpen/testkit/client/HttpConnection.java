package dev.bullpen.testkit.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** A connection to a server, on which one request follows the other. */
public final class HttpConnection implements AutoCloseable {
  private final Socket socket;
  private final String host;
  private final InputStream in;
  private final Duration patience;

  /** To that port of this host. */
  public HttpConnection(int port) {
    this("127.0.0.1", port);
  }

  /** The same to a server that may say nothing for so long. */
  public HttpConnection(int port, Duration patience) {
    this(connected("127.0.0.1", port), "127.0.0.1:" + port, patience);
  }

  /** The same from another address of this host. */
  public HttpConnection(String from, int port) {
    this(connected(from, port), "127.0.0.1:" + port);
  }

  /**
   * On a socket that is connected.
   *
   * @param host as the client names the server
   */
  public HttpConnection(Socket socket, String host) {
    this(socket, host, McpClient.PATIENCE);
  }

  private HttpConnection(Socket socket, String host, Duration patience) {
    this.socket = socket;
    this.host = host;
    this.patience = patience;
    try {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
      in = new BufferedInputStream(socket.getInputStream());
    } catch (IOException e) {
      throw new UncheckedIOException("no connection to " + host, e);
    }
  }

  private static Socket connected(String from, int port) {
    Socket socket = new Socket();
    try {
      socket.bind(new InetSocketAddress(from, 0));
      socket.connect(new InetSocketAddress("127.0.0.1", port));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException("no connection to port " + port, e);
    }
  }

  /**
   * Send a request whose answer is read later, by what is returned.
   *
   * @param heard keeps what is said in both directions
   */
  public HttpReply send(HttpCall call, Transcript heard) {
    if (!call.body().isEmpty()) {
      heard.add(Line.of(Line.Side.CLIENT, System.nanoTime(), call.body().getBytes(UTF_8)));
    }
    try {
      socket.getOutputStream().write(call.bytes(host));
    } catch (IOException e) {
      throw new UncheckedIOException("the server takes no more", e);
    }
    return new HttpReply(socket, in, patience, heard);
  }

  /** Close it in order: the server reads an end (FIN). */
  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException("a connection cannot be closed", e);
    }
  }

  /** Break it: the server's next read or write fails (RST). */
  public void reset() {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      throw new UncheckedIOException("a connection cannot be reset", e);
    }
    close();
  }
}
