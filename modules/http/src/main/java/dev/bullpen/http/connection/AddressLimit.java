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

/** Closes connections at once that a {@link SourceNetwork} opens beyond its limit. */
final class AddressLimit implements SelectorManager.AcceptListener {
  private static final Logger LOG = System.getLogger("bullpen.http");

  private final Object countsLock = new Object();
  private final Map<String, Integer> counts = new HashMap<>();
  private final Map<SelectableChannel, String> counted = new HashMap<>();
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

  /** Count a connection; false if its source has reached the limit. */
  boolean count(SelectableChannel channel, InetAddress from) {
    String source = SourceNetwork.of(from);
    synchronized (countsLock) {
      int open = counts.getOrDefault(source, 0);
      if (open >= most) {
        return false;
      }
      counts.put(source, open + 1);
      counted.put(channel, source);
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
      String source = counted.remove(channel);
      if (source != null) {
        counts.computeIfPresent(source, (same, open) -> open == 1 ? null : open - 1);
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
