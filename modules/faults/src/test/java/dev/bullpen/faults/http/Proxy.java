package dev.bullpen.faults.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.bullpen.testkit.Deadline;
import dev.bullpen.testkit.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
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
    /** Two that are free now. */
    static Ports free() {
      try (ServerSocket one = new ServerSocket(0);
          ServerSocket other = new ServerSocket(0)) {
        return new Ports(one.getLocalPort(), other.getLocalPort());
      } catch (IOException e) {
        throw new UncheckedIOException("no free ports", e);
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
    try {
      Path folder = Files.createTempDirectory("bullpen-proxy-");
      Path file = folder.resolve("proxy.conf");
      boolean isNginx = kind == Kind.NGINX;
      Files.writeString(file, isNginx ? nginx(folder, ports, server) : haproxy(ports, server));
      List<String> command =
          isNginx
              ? List.of("nginx", "-p", folder.toString(), "-c", file.toString())
              : List.of("haproxy", "-db", "-f", file.toString());
      Path said = folder.resolve("said");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.to(said.toFile()))
              .start();
      Proxy proxy = new Proxy(folder, process);
      if (!Poll.until(Deadline.in(PATIENCE), () -> !process.isAlive() || takes(ports.http2()))
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
    String paths =
        Stream.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
            .map(name -> "  %s_temp_path %s;\n".formatted(name, folder.resolve(name)))
            .reduce("", String::concat);
    return """
        daemon off;
        master_process off;
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
            folder.resolve("pid"), paths, server, ports.http1(), rules, ports.http2(), rules);
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
