package dev.bullpen.fleet;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

/** What joins the hosts of a fleet. */
interface Network extends AutoCloseable {
  /**
   * A host of that network.
   *
   * @param address in the dotted form
   * @param starter words before a command that run it on this host; none if it needs none
   */
  record Host(String name, String address, List<String> starter) {
    public Host {
      starter = List.copyOf(starter);
    }

    /** That port of it, as it stands in a URL. */
    String port(int port) {
      return address + ":" + port;
    }
  }

  /** Namespaces where they are allowed, else addresses of this machine, and says so. */
  static Network open() {
    if (NamespaceNetwork.isAllowed()) {
      return new NamespaceNetwork();
    }
    System.out.println(
        "[fleet] no network namespaces here, which need root and ip(8): the hosts are 127.0.0.2"
            + " and on, and no link can be cut");
    return new LoopbackNetwork();
  }

  /** A further host. */
  Host host(String name);

  /** Whether {@link #cut} can be done. */
  boolean canCut();

  /** Nothing reaches that host or comes from it, until {@link #mend}. */
  void cut(Host host);

  void mend(Host host);

  /** A connection from one host to another. */
  Socket connect(Host from, InetSocketAddress to) throws IOException;

  /** The processes that run on that host, a line each. */
  List<String> processes(Host host);

  /** Removes all hosts. */
  @Override
  void close();
}
