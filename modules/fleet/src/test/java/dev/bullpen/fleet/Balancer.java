package dev.bullpen.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.fleet.Network.Host;
import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A real balancer on a host of its own, by the configuration that operators are given as an
 * example. Addresses are replaced, clients speak clear text, and requests go round robin: the short
 * cut by which HAProxy finds the node of a session is left out.
 */
final class Balancer implements AutoCloseable {
  static final int PORT = 8080;

  /** Of servers that name themselves in no id: a session goes to the one that has begun it. */
  private static final String STICKY =
      "stick-table type string len 128 size 10k expire 30m\n"
          + "  stick store-response res.hdr(Mcp-Session-Id)\n"
          + "  stick match req.hdr(Mcp-Session-Id)";

  private static final Path EXAMPLES = Path.of(System.getProperty("bullpen.examples"), "deploy");

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int LAST_LINES = 60;

  /** What is behind it. */
  enum Servers {
    /** They say whether they are ready. */
    READY,
    /** It can be seen only whether they listen. */
    LISTENING,
    /** The same, and their sessions are sticky. */
    STICKY
  }

  /** Which one. */
  enum Kind {
    HAPROXY("haproxy.cfg"),
    NGINX("nginx.conf");

    private final String file;

    Kind(String file) {
      this.file = file;
    }

    /** At the full size both. */
    static Stream<Kind> tested() {
      return Size.asked() == Size.FULL ? Stream.of(values()) : Stream.of(HAPROXY);
    }

    String program() {
      return this == HAPROXY ? "haproxy" : "nginx";
    }
  }

  private final Kind kind;
  private final Network network;
  private final Host host;
  private final Path folder;
  private final List<String> command;
  private Process process;

  /**
   * @param folder for what it writes
   * @param replicas host and port of each, in the order of their nodes
   */
  Balancer(Kind kind, Network network, Host host, Path folder, List<String> replicas) {
    this(kind, Servers.READY, network, host, folder, replicas);
  }

  Balancer(
      Kind kind, Servers servers, Network network, Host host, Path folder, List<String> replicas) {
    this.kind = kind;
    this.network = network;
    this.host = host;
    this.folder = folder;
    Path file = folder.resolve(kind.file);
    try {
      Files.writeString(file, configuration(kind, servers, folder, host.port(PORT), replicas));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    command = new ArrayList<>(host.starter());
    command.addAll(
        kind == Kind.NGINX
            ? List.of("nginx", "-p", folder.toString(), "-e", "stderr", "-c", file.toString())
            : List.of("haproxy", "-db", "-f", file.toString()));
    start();
  }

  private static String configuration(
      Kind kind, Servers servers, Path folder, String address, List<String> replicas)
      throws IOException {
    String text = Files.readString(EXAMPLES.resolve(kind.file), UTF_8);
    for (int i = 0; i < replicas.size(); i++) {
      text = edit(text, "10\\.0\\.0\\.1" + (i + 1) + ":8080", replicas.get(i));
    }
    if (kind == Kind.HAPROXY) {
      text = edit(text, "bind :443 ssl .*", "bind " + address);
      text = edit(text, "stats socket .*", "");
      if (Size.asked() != Size.FULL) {
        // On a machine that is busy with tests a server may not answer for a moment.
        text = edit(text, "timeout check .*", "timeout check 3s");
      }
      if (servers != Servers.READY) {
        text = edit(text, "option httpchk|http-check .*", "");
      }
      return edit(text, "use-server .*", servers == Servers.STICKY ? STICKY : "");
    }
    text = edit(text, "listen 443 ssl;", "listen " + address + ";");
    text = edit(text, "ssl_\\w+ .*;", "");
    text = edit(text, "user www-data;", "user root root; daemon off;");
    text = edit(text, "pid /run/nginx.pid;", "pid nginx.pid;");
    String paths =
        Stream.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
            .map(name -> "%s_temp_path %s; ".formatted(name, folder.resolve(name)))
            .reduce("access_log off; ", String::concat);
    return edit(text, "server_tokens off;", paths);
  }

  /** What is to be replaced must be there. */
  private static String edit(String text, String pattern, String replacement) {
    String edited = text.replaceAll("(?m)" + pattern, replacement);
    if (edited.equals(text)) {
      throw new AssertionError("the configuration has no " + pattern);
    }
    return edited;
  }

  /** Start it; it takes requests when this returns. */
  void start() {
    Path said = folder.resolve("said");
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.appendTo(said.toFile()))
              .start();
      if (!Poll.until(Deadline.in(PATIENCE), () -> !process.isAlive() || isListening())
          || !process.isAlive()) {
        throw new AssertionError(kind + " does not run: " + Files.readString(said, UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(kind + " cannot be started", e);
    }
  }

  private boolean isListening() {
    try {
      network.connect(host, address()).close();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The last of what it has written. */
  String log() {
    try {
      List<String> lines = Files.readAllLines(folder.resolve("said"), UTF_8);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    } catch (IOException e) {
      return e.toString();
    }
  }

  InetSocketAddress address() {
    return new InetSocketAddress(host.address(), PORT);
  }

  Host host() {
    return host;
  }

  Kind kind() {
    return kind;
  }

  /** Kill all of it, as if its host had lost its power, and see it gone. */
  void kill() {
    List<ProcessHandle> all =
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    try {
      for (ProcessHandle one : all) {
        one.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError(kind + " does not end", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a balancer ends", e);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
