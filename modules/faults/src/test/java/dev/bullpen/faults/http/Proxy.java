package dev.bullpen.faults.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import dev.bullpen.testkit.Size;
import dev.bullpen.testkit.fixture.DeployExample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real proxy in front of a server, as an operator would set it up, with a rule of its own: the
 * tool {@value #FORBIDDEN} must not be called through it. Clients reach it on two ports of this
 * host, by HTTP/1.1 and by HTTP/2 in clear text; it speaks HTTP/1.1 to the server, on connections
 * that all clients share.
 */
final class Proxy implements AutoCloseable {
  static final String FORBIDDEN = "mark";

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** nginx as one process, so that none is left of it when that is killed. */
  private static final String ALONE = "daemon off;\nmaster_process off;\n";

  /** The port of discard(9), on which nothing listens. */
  private static final String REFUSES = "127.0.0.1:9";

  private static final int LOWEST_PORT = 20_000;

  /** Linux begins here, others later. */
  private static final int EPHEMERAL_PORTS = 32_768;

  /** Which one. */
  enum Kind {
    HAPROXY,
    NGINX
  }

  /**
   * Where clients reach it.
   *
   * @param http1 a port
   * @param http2 another
   */
  record Ports(int http1, int http2) {
    /**
     * Two that are free now. They are below those that systems give to outgoing connections, so
     * that none of these takes one before what is started listens on it.
     */
    static Ports free() {
      return new Ports(freePort(), freePort());
    }

    private static int freePort() {
      while (true) {
        int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, EPHEMERAL_PORTS);
        try (ServerSocket free = new ServerSocket(port)) {
          return free.getLocalPort();
        } catch (BindException e) {
          // It is in use: try another.
        } catch (IOException e) {
          throw new UncheckedIOException("no free port", e);
        }
      }
    }

    /** As clients name it. */
    List<String> hosts() {
      return List.of("127.0.0.1:" + http1, "127.0.0.1:" + http2);
    }
  }

  private final Path folder;
  private final Process process;

  private Proxy(Path folder, Process process) {
    this.folder = folder;
    this.process = process;
  }

  /**
   * Start one; it takes requests when this returns.
   *
   * @param server as the proxy's configuration names it: {@code 127.0.0.1:PORT} or {@code
   *     unix:PATH}
   */
  static Proxy start(Kind kind, Ports ports, String server) {
    Path folder = folder();
    String file = kind == Kind.NGINX ? nginx(folder, ports, server) : haproxy(ports, server);
    return run(kind, folder, file, ports.http2());
  }

  /**
   * Start one with the file of the examples, in clear text, in front of two replicas; the third of
   * the file is a machine that refuses connections.
   *
   * @param ports where clients reach it by HTTP/1.1, and its own page of statistics
   * @param replicas their ports on this host
   */
  static Proxy shipped(Kind kind, Ports ports, Ports replicas) {
    Path folder = folder();
    DeployExample file =
        kind == Kind.NGINX ? shippedNginx(folder, ports.http1()) : shippedHaproxy(folder, ports);
    for (int i = 0; i < replicas.hosts().size(); i++) {
      file = file.with("10.0.0.1" + (i + 1) + ":8080", replicas.hosts().get(i));
    }
    return run(kind, folder, file.with("10.0.0.13:8080", REFUSES).text(), ports.http1());
  }

  private static DeployExample shippedHaproxy(Path folder, Ports ports) {
    DeployExample file = DeployExample.of("haproxy.cfg");
    if (Size.asked() != Size.FULL) {
      // On a machine that is busy with tests a replica may not answer for a moment.
      file = file.with("timeout check 500ms", "timeout check 3s");
    }
    return file.with(
            "bind :443 ssl crt /etc/haproxy/certs/mcp.pem alpn h2,http/1.1",
            "bind 127.0.0.1:" + ports.http1())
        .with("127.0.0.1:8404", "127.0.0.1:" + ports.http2())
        .with("/run/haproxy/admin.sock", folder.resolve("admin").toString());
  }

  private static DeployExample shippedNginx(Path folder, int port) {
    return DeployExample.of("nginx.conf")
        .with("user www-data;", ALONE)
        .with("/run/nginx.pid", folder.resolve("pid").toString())
        .with("http {", "http {\n  access_log off;\n" + paths(folder))
        .with("listen 443 ssl;", "listen 127.0.0.1:" + port + ";")
        .with("ssl_certificate /etc/nginx/certs/mcp.crt;", "")
        .with("ssl_certificate_key /etc/nginx/certs/mcp.key;", "");
  }

  private static Path folder() {
    try {
      return Files.createTempDirectory("bullpen-proxy-");
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder", e);
    }
  }

  /**
   * @param port one of those that it listens on
   */
  private static Proxy run(Kind kind, Path folder, String text, int port) {
    try {
      Path file = Files.writeString(folder.resolve("proxy.conf"), text);
      List<String> command =
          kind == Kind.NGINX
              ? List.of("nginx", "-e", "stderr", "-p", folder.toString(), "-c", file.toString())
              : List.of("haproxy", "-db", "-f", file.toString());
      Path said = folder.resolve("said");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.to(said.toFile()))
              .start();
      Proxy proxy = new Proxy(folder, process);
      if (!Poll.until(Deadline.in(PATIENCE), () -> !process.isAlive() || takes(port))
          || !process.isAlive()) {
        String why = Files.readString(said, UTF_8);
        proxy.close();
        throw new AssertionError(kind + " does not run: " + why);
      }
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException(kind + " cannot be started", e);
    }
  }

  private static boolean takes(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static String haproxy(Ports ports, String server) {
    return """
        defaults
          mode http
          timeout connect 5s
          timeout client 60s
          timeout server 60s
          timeout http-request 5s
          option abortonclose
          http-reuse always
        frontend clients
          bind 127.0.0.1:%d
          bind 127.0.0.1:%d proto h2
          http-request deny deny_status 403 if { req.fhdr(Mcp-Name) -m str %s }
          default_backend bullpen
        backend bullpen
          server bullpen %s
        """
        .formatted(ports.http1(), ports.http2(), FORBIDDEN, server.replace("unix:", "unix@"));
  }

  private static String nginx(Path folder, Ports ports, String server) {
    String rules =
        """
              location / {
                if ($http_mcp_name = %s) { return 403; }
                proxy_pass http://bullpen;
                proxy_http_version 1.1;
                proxy_set_header Connection "";
                proxy_set_header Host $http_host;
                proxy_buffering off;
                proxy_request_buffering off;
              }
        """
            .formatted(FORBIDDEN);
    return ALONE
        + """
        pid %s;
        error_log stderr crit;
        events { worker_connections 512; }
        http {
          access_log off;
        %s
          upstream bullpen { server %s; keepalive 16; }
          server {
            listen 127.0.0.1:%d;
            %s
          }
          server {
            listen 127.0.0.1:%d http2;
            %s
          }
        }
        """
            .formatted(
                folder.resolve("pid"),
                paths(folder),
                server,
                ports.http1(),
                rules,
                ports.http2(),
                rules);
  }

  /** Where nginx keeps long bodies, which its user must be able to write. */
  private static String paths(Path folder) {
    return Stream.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        .map(name -> "  %s_temp_path %s;\n".formatted(name, folder.resolve(name)))
        .reduce("", String::concat);
  }

  /** End it, and see it gone. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("the proxy " + process.pid() + " does not end");
      }
      try (Stream<Path> paths = Files.walk(folder)) {
        for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(folder + " cannot be removed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a proxy ends", e);
    }
  }
}
