package dev.bullpen.remote;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Gives the JDK's HTTP client the one connection of a fetch, and TLS over it in the host's name.
 *
 * <p>Once only: the client would silently connect again when a server hangs up, or directly when
 * TLS fails. And a factory for each fetch keeps connections apart, because the client's cache only
 * reuses one for the factory it came from.
 */
final class PinnedSocketFactory extends SSLSocketFactory {
  private final SSLSocketFactory tls;
  private final HostName host;
  private PinnedSocket unused;

  PinnedSocketFactory(SSLSocketFactory tls, HostName host, PinnedSocket socket) {
    this.tls = tls;
    this.host = host;
    this.unused = socket;
  }

  @Override
  public Socket createSocket() throws IOException {
    PinnedSocket socket = unused;
    if (socket == null) {
      throw new IOException("the server hung up without an answer");
    }
    unused = null;
    return socket;
  }

  @Override
  public Socket createSocket(Socket socket, String ignored, int port, boolean autoClose)
      throws IOException {
    // The name given here is the one sent (SNI) and the one the certificate must be for.
    SSLSocket layered = (SSLSocket) tls.createSocket(socket, host.bare(), port, autoClose);
    SSLParameters parameters = layered.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    layered.setSSLParameters(parameters);
    return layered;
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return tls.getDefaultCipherSuites();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return tls.getSupportedCipherSuites();
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    throw elsewhere();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress from, int fromPort)
      throws IOException {
    throw elsewhere();
  }

  @Override
  public Socket createSocket(InetAddress address, int port) throws IOException {
    throw elsewhere();
  }

  @Override
  public Socket createSocket(InetAddress address, int port, InetAddress from, int fromPort)
      throws IOException {
    throw elsewhere();
  }

  private static IOException elsewhere() {
    return new IOException("a fetch connects to the address that was checked and to no other");
  }
}
