package dev.bullpen.http.connection;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.util.IO;

/** Closes connections at once that an IP address opens beyond its limit. */
final class AddressLimit implements SelectorManager.AcceptListener {
  private static final Logger LOG = System.getLogger("bullpen.http");

  private final Object countsLock = new Object();
  private final Map<InetAddress, Integer> counts = new HashMap<>();
  private final Map<SelectableChannel, InetAddress> counted = new HashMap<>();
  private final int most;

  AddressLimit(int most) {
    this.most = most;
  }

  @Override
  public void onAccepting(SelectableChannel channel) {
    Optional<InetAddress> from = address(channel);
    if (from.isPresent() && !count(channel, from.get())) {
      LOG.log(Level.DEBUG, "closed a connection from {0}, which has {1}", from.get(), most);
      IO.close(channel);
    }
  }

  /** Count a connection; false if its address has reached the limit. */
  private boolean count(SelectableChannel channel, InetAddress from) {
    synchronized (countsLock) {
      int open = counts.getOrDefault(from, 0);
      if (open >= most) {
        return false;
      }
      counts.put(from, open + 1);
      counted.put(channel, from);
      return true;
    }
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
    onClosed(channel);
  }

  @Override
  public void onClosed(SelectableChannel channel) {
    synchronized (countsLock) {
      InetAddress from = counted.remove(channel);
      if (from != null) {
        counts.computeIfPresent(from, (address, open) -> open == 1 ? null : open - 1);
      }
    }
  }

  /** The address; empty for a Unix socket or a closed channel. */
  private static Optional<InetAddress> address(SelectableChannel channel) {
    try {
      return channel instanceof SocketChannel socket
              && socket.getRemoteAddress() instanceof InetSocketAddress remote
          ? Optional.of(remote.getAddress())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
