package dev.bullpen.remote;

import dev.bullpen.remote.FetchException.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Authenticator;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;

/**
 * One fetch from the question for the address to the last byte. Any thread may end it by {@link
 * #abort}: that closes the connection, and whatever waits for it fails.
 *
 * <p>The client is the JDK's {@link HttpsURLConnection}, of which only this is used: to write the
 * request and to read the answer over a connection that is already there. Before it takes that
 * connection it looks the name up once more, by a habit that cannot be broken, and what it finds is
 * not used.
 */
final class Exchange {
  /** Bytes that may come before the content: TLS's certificates and all headers, generously. */
  private static final long HEAD_BYTES = 524_288;

  /** Bytes that content may cost beyond twice its size: many small chunks, each encrypted. */
  private static final long FRAMING_BYTES = 1_048_576;

  private final Target target;
  private final HttpsLimits limits;
  private final Duration left;
  private final Addresses addresses;
  private final Tls tls;
  private final OutputStream into;

  private final Object socketLock = new Object();
  private PinnedSocket socket;
  private boolean aborted;

  /**
   * @param left of the time
   * @param into gets the content as it comes
   */
  Exchange(
      Target target,
      HttpsLimits limits,
      Duration left,
      Addresses addresses,
      Tls tls,
      OutputStream into) {
    this.target = target;
    this.limits = limits;
    this.left = left;
    this.addresses = addresses;
    this.tls = tls;
    this.into = into;
  }

  /** Read all of the content. */
  void run() throws FetchException {
    List<InetAddress> candidates = addresses.of(target.host());
    try (PinnedSocket connected = connect(candidates)) {
      content(connected);
    } catch (SSLException e) {
      throw new FetchException(
          Kind.NETWORK, "No secure connection to %s".formatted(target.host().text()), e);
    } catch (IOException | RuntimeException e) {
      // The JDK's client lets some of a server's nonsense through as runtime exceptions.
      throw new FetchException(
          Kind.NETWORK, "No answer from %s".formatted(target.host().text()), e);
    }
  }

  /** Close the connection, or let none begin. Does not block. */
  void abort() {
    PinnedSocket open;
    synchronized (socketLock) {
      aborted = true;
      open = socket;
    }
    if (open != null) {
      close(open);
    }
  }

  /** Connect to the first address that can be reached. */
  private PinnedSocket connect(List<InetAddress> candidates) throws IOException {
    IOException failure = new IOException("no address");
    for (int i = 0; i < candidates.size(); i++) {
      PinnedSocket fresh = fresh();
      try {
        // An address that swallows everything must leave the others some time.
        long share = Math.max(1, left.toMillis() / (candidates.size() - i)); // 0 has no end
        fresh.connectTo(new InetSocketAddress(candidates.get(i), target.port()), (int) share);
        return fresh;
      } catch (IOException e) {
        close(fresh);
        failure = e;
      }
    }
    throw failure;
  }

  private PinnedSocket fresh() throws IOException {
    synchronized (socketLock) {
      if (aborted) {
        throw new IOException("given up");
      }
      socket = new PinnedSocket();
      return socket;
    }
  }

  private void content(PinnedSocket connected) throws FetchException, IOException {
    HttpsURLConnection request = request(connected);
    try {
      Answer answer = new Answer(request, limits.maxBytes());
      connected.allow(HEAD_BYTES);
      answer.check();
      connected.allow(2L * limits.maxBytes() + FRAMING_BYTES);
      answer.content(into);
    } catch (IOException | RuntimeException e) {
      // Whatever the client made of it, this is why.
      if (connected.isOverrun()) {
        throw Answer.tooLarge(limits.maxBytes(), "headers or framing alone are too many bytes");
      }
      throw e;
    } finally {
      // Else the client would keep the dead connection for some seconds, for a next request.
      request.disconnect();
    }
  }

  private HttpsURLConnection request(PinnedSocket connected) throws IOException {
    HttpsURLConnection request = (HttpsURLConnection) target.url().openConnection(Proxy.NO_PROXY);
    request.setSSLSocketFactory(new PinnedSocketFactory(tls.sockets(), target.host(), connected));
    // Never asked, as the socket itself checks the certificate's name; if it were, it would say no.
    request.setHostnameVerifier((name, session) -> false);
    request.setAuthenticator(new NoAuthenticator());
    request.setInstanceFollowRedirects(false);
    request.setUseCaches(false);
    request.setAllowUserInteraction(false);
    request.setRequestProperty("User-Agent", limits.userAgent());
    request.setRequestProperty("Accept", "*/*");
    request.setRequestProperty("Accept-Encoding", "identity");
    request.setRequestProperty("Connection", "close");
    return request;
  }

  private static void close(PinnedSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed all the same; nothing was left to be written.
      return;
    }
  }

  /** Knows no password, not even those of an authenticator that others have installed. */
  private static final class NoAuthenticator extends Authenticator {}
}
