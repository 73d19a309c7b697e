package dev.bullpen.remote;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;

/**
 * A connection to an address that was checked. It exists before the HTTP client asks for it, and
 * lets itself be connected nowhere else: the client's own idea of the address is not heard.
 *
 * <p>Every byte that comes in is counted, so that headers and framing are bounded like content is,
 * whatever the client above does with them.
 */
final class PinnedSocket extends Socket {
  // Read and written by the thread of the fetch alone.
  private long bytesAllowed;
  private boolean overrun;

  PinnedSocket() {
    // Else the system's SOCKS proxy would be asked to connect.
    super(Proxy.NO_PROXY);
  }

  void connectTo(InetSocketAddress address, int timeoutMillis) throws IOException {
    super.connect(address, timeoutMillis);
  }

  /** So many bytes may come in from now on, encrypted and framed as they are. */
  void allow(long bytes) {
    bytesAllowed = bytes;
  }

  /** Whether more came. */
  boolean isOverrun() {
    return overrun;
  }

  /** Does nothing: it is connected. */
  @Override
  public void connect(SocketAddress ignored) {}

  /** Does nothing: it is connected. */
  @Override
  public void connect(SocketAddress ignored, int timeoutMillis) {}

  @Override
  public InputStream getInputStream() throws IOException {
    return new Counted(super.getInputStream());
  }

  private int count(int bytes) throws IOException {
    bytesAllowed -= Math.max(bytes, 0);
    if (bytesAllowed < 0) {
      overrun = true;
      throw new IOException("more bytes than allowed");
    }
    return bytes;
  }

  private final class Counted extends FilterInputStream {
    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      count(read < 0 ? 0 : 1);
      return read;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return count(super.read(buffer, offset, length));
    }
  }
}
