package dev.bullpen.project.provider;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;

/**
 * A server on a loopback address that answers each request as a test wants: byte by byte, if need
 * be, which no decent HTTP server would do.
 */
final class TlsServer implements AutoCloseable {
  /** Writes the whole answer, status line first, and returns to hang up. */
  interface Conduct {
    void answer(Request request, OutputStream out) throws IOException, InterruptedException;
  }

  /** What a client sent: the head's lines; {@code body} has what follows. */
  record Request(List<String> lines, InputStream body) {}

  private final SSLServerSocket server;
  private final Conduct conduct;
  private final List<SSLSocket> open = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final List<String> names = new CopyOnWriteArrayList<>();
  private final LinkedBlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final LinkedBlockingQueue<String> ended = new LinkedBlockingQueue<>();

  private TlsServer(String address, int port, Conduct conduct) throws IOException {
    this.conduct = conduct;
    this.server =
        (SSLServerSocket)
            Certificates.context()
                .getServerSocketFactory()
                .createServerSocket(port, 50, InetAddress.getByName(address));
    start("tls server", this::accept);
  }

  static TlsServer start(Conduct conduct) throws IOException {
    return new TlsServer("127.0.0.1", 0, conduct);
  }

  static TlsServer startAt(String address, int port, Conduct conduct) throws IOException {
    return new TlsServer(address, port, conduct);
  }

  /** Always this text, in ISO 8859-1. */
  static Conduct saying(String text) {
    return (request, out) -> out.write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  int port() {
    return server.getLocalPort();
  }

  /** The names clients asked for in their first TLS message. */
  List<String> names() {
    return names;
  }

  /** The next request that came, head and all. */
  Request request() throws InterruptedException {
    Request request = requests.poll(30, TimeUnit.SECONDS);
    if (request == null) {
      throw new AssertionError("no request came");
    }
    return request;
  }

  boolean wasAsked() {
    return !requests.isEmpty();
  }

  /** Wait until one connection has ended, and say how. */
  String ended() throws InterruptedException {
    return ended.poll(30, TimeUnit.SECONDS);
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (SSLSocket socket : open) {
      socket.close();
    }
    for (Thread thread : threads) {
      thread.interrupt();
    }
  }

  private void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void accept() {
    try {
      while (true) {
        SSLSocket socket = (SSLSocket) server.accept();
        open.add(socket);
        start("tls connection", () -> serve(socket));
      }
    } catch (IOException e) {
      // Closed.
      return;
    }
  }

  private void serve(SSLSocket socket) {
    String how = "hung up by the server";
    try (socket) {
      socket.startHandshake();
      ((ExtendedSSLSession) socket.getSession())
          .getRequestedServerNames()
          .forEach(name -> names.add(((SNIHostName) name).getAsciiName()));
      Request request = new Request(head(socket.getInputStream()), socket.getInputStream());
      requests.add(request);
      conduct.answer(request, socket.getOutputStream());
      // Alone, close() says "cancelled" before it says goodbye, which GnuTLS takes for a failure.
      socket.shutdownOutput();
    } catch (IOException | InterruptedException e) {
      how = e.toString();
    }
    ended.add(how);
  }

  private static List<String> head(InputStream in) throws IOException {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (int read = in.read(); read >= 0; read = in.read()) {
      if (read != '\n') {
        line.append((char) read);
        continue;
      }
      String text = line.toString().strip();
      line.setLength(0);
      if (text.isEmpty()) {
        return lines;
      }
      lines.add(text);
    }
    throw new IOException("the client left within the head: " + lines);
  }
}
