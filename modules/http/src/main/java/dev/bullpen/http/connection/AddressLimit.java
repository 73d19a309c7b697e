package dev.bullpen.http.connection;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.util.IO;

/** Closes connections at once that a {@link SourceNetwork} opens beyond its limit. */
final class AddressLimit implements SelectorManager.AcceptListener {
  private static final Logger LOG = System.getLogger("bullpen.http");

  private final Map<SelectableChannel, Optional<String>> counted = new ConcurrentHashMap<>();
  private final int most;
  private final OpenCounts counts;

  AddressLimit(int most) {
    this.most = most;
    this.counts = new OpenCounts(Integer.MAX_VALUE, most); // all have a limit of Jetty's
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
    Optional<String> source = Optional.of(SourceNetwork.of(from));
    boolean isCounted = counts.add(source);
    if (isCounted) {
      counted.put(channel, source);
    }
    return isCounted;
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
    onClosed(channel);
  }

  @Override
  public void onClosed(SelectableChannel channel) {
    Optional.ofNullable(counted.remove(channel)).ifPresent(counts::remove);
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
