package dev.bullpen.fleet;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Hosts that are addresses of this machine. */
final class LoopbackNetwork implements Network {
  private final AtomicInteger last = new AtomicInteger(1);

  @Override
  public Host host(String name) {
    return new Host(name, "127.0.0." + last.incrementAndGet(), List.of());
  }

  @Override
  public boolean canCut() {
    return false;
  }

  @Override
  public void cut(Host host) {
    throw new UnsupportedOperationException("a link of this machine to itself");
  }

  @Override
  public void mend(Host host) {
    throw new UnsupportedOperationException("a link of this machine to itself");
  }

  @Override
  public Socket connect(Host from, InetSocketAddress to) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(from.address(), 0));
    socket.connect(to);
    return socket;
  }

  /** Which process belongs to which host cannot be told. */
  @Override
  public List<String> processes(Host host) {
    return List.of();
  }

  @Override
  public void close() {
    // The addresses are there anyway.
  }
}
