package dev.bullpen.fleet;

import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.fixture.Sh;
import dev.bullpen.testkit.fixture.Surroundings;
import dev.bullpen.testkit.proc.Proc;
import dev.bullpen.testkit.proc.ProcessTable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Hosts that are network namespaces, each joined by a pair of virtual Ethernet devices to a bridge,
 * which has a namespace of its own. The machine's own network has no part in it.
 */
final class NamespaceNetwork implements Network {
  private static final String SWITCH = "switch";
  private static final Path NAMES = Path.of("/run/netns");

  /** Of RFC 2544: for tests of networks, and in no other use. */
  private static final String ADDRESSES = "198.18.0.";

  private static final int FIRST = 11;

  /** A client that cannot connect for so long has failed. */
  private static final int CONNECT_MILLIS = 10_000;

  private static final String OPEN =
      "set -e; ip netns add $1; ip -n $1 link add bridge type bridge; ip -n $1 link set bridge up";

  private static final String JOIN =
      "set -e; ip netns add $2; ip -n $2 link set lo up;"
          + " ip link add eth0 netns $2 type veth peer name $3 netns $1;"
          + " ip -n $1 link set $3 master bridge up;"
          + " ip -n $2 address add $4/24 dev eth0; ip -n $2 link set eth0 up";

  private final String prefix =
      "bullpen-" + HexFormat.of().toHexDigits((short) new Random().nextInt()) + "-";
  private final List<Host> hosts = new ArrayList<>();

  /** If the tests are ended before they have closed this. */
  private final Thread ending = new Thread(this::remove, "network ending");

  NamespaceNetwork() {
    Runtime.getRuntime().addShutdownHook(ending);
    Sh.run(OPEN, prefix + SWITCH);
  }

  static boolean isAllowed() {
    return Launcher.isRoot()
        && Stream.of("ip", "nsenter").allMatch(Surroundings::isOnPath)
        && Sh.succeeds(
            "ip netns add $1 && ip -n $1 link add bridge type bridge; tried=$?;"
                + " ip netns delete $1; exit $tried",
            "bullpen-try-" + ProcessHandle.current().pid());
  }

  @Override
  public Host host(String name) {
    String address = ADDRESSES + (FIRST + hosts.size());
    Host host =
        new Host(name, address, List.of("nsenter", "--net=" + NAMES.resolve(prefix + name), "--"));
    hosts.add(host); // first, so that what is made of it is removed, should it fail
    Sh.run(JOIN, prefix + SWITCH, prefix + name, name, address);
    return host;
  }

  @Override
  public boolean canCut() {
    return true;
  }

  @Override
  public void cut(Host host) {
    Sh.run("ip -n $1 link set $2 down", prefix + SWITCH, host.name());
  }

  @Override
  public void mend(Host host) {
    Sh.run("ip -n $1 link set $2 up", prefix + SWITCH, host.name());
  }

  @Override
  public Socket connect(Host from, InetSocketAddress to) throws IOException {
    Socket socket = new Socket();
    NetworkNamespace entered = NetworkNamespace.enter(name(from).toString());
    try {
      socket.connect(to, CONNECT_MILLIS);
      return socket;
    } finally {
      entered.leave();
    }
  }

  private Path name(Host host) {
    return NAMES.resolve(prefix + host.name());
  }

  @Override
  public List<String> processes(Host host) {
    Object inode = inode(name(host));
    return ProcessTable.now().all().stream()
        .filter(Proc::running)
        .filter(process -> inode.equals(inode(Path.of("/proc", "" + process.pid(), "ns/net"))))
        .map(Proc::toString)
        .toList();
  }

  /** What tells a namespace from others; the path if there is none. */
  private static Object inode(Path path) {
    try {
      return Files.getAttribute(path, "unix:ino");
    } catch (IOException e) {
      return path; // its process has ended
    }
  }

  /** Fails if there is a process left on a host. */
  @Override
  public void close() {
    List<String> left = hosts.stream().flatMap(host -> processes(host).stream()).toList();
    remove();
    Runtime.getRuntime().removeShutdownHook(ending);
    if (!left.isEmpty()) {
      throw new AssertionError("processes were left: " + left);
    }
    if (Sh.succeeds("ip netns list | grep -q \"^$1\"", prefix)) {
      throw new AssertionError("namespaces " + prefix + "* are left: see ip netns list");
    }
  }

  /** A device goes with its namespace, and the other one of its pair with it. */
  private void remove() {
    for (Host host : List.copyOf(hosts)) {
      Sh.succeeds("ip netns pids $1 | xargs -r kill -9", prefix + host.name());
      Sh.succeeds("ip netns delete $1", prefix + host.name());
    }
    Sh.succeeds("ip netns delete $1", prefix + SWITCH);
  }
}
