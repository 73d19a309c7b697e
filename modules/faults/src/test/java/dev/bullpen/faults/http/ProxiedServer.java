package dev.bullpen.faults.http;

import dev.bullpen.testkit.rig.HttpRig;
import dev.bullpen.testkit.rig.ProjectFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * A server with a proxy in front.
 *
 * @param rig the server, which can be reached without the proxy too
 * @param ports of the proxy
 */
record ProxiedServer(HttpRig rig, Proxy proxy, Proxy.Ports ports, Path folder)
    implements AutoCloseable {
  /** HAProxy reaches it by TCP, and nginx by a Unix socket. */
  static ProxiedServer start(Proxy.Kind kind, Consumer<ProjectFixture> project) {
    Proxy.Ports ports = Proxy.Ports.free();
    Path folder = made();
    String socket = "unix:" + folder.resolve("private/mcp");
    List<String> words = kind == Proxy.Kind.NGINX ? List.of("--http", socket) : List.of();
    HttpRig rig =
        HttpRig.start(
            project,
            launcher ->
                launcher
                    .workers(2, 3)
                    .with(words.toArray(String[]::new))
                    .with("--allow-host", String.join(",", ports.hosts())));
    try {
      String server = kind == Proxy.Kind.NGINX ? socket : "127.0.0.1:" + rig.port();
      return new ProxiedServer(rig, Proxy.start(kind, ports, server), ports, folder);
    } catch (RuntimeException | AssertionError e) {
      rig.close();
      throw e;
    }
  }

  private static Path made() {
    try {
      return Files.createTempDirectory("bullpen-proxied-");
    } catch (IOException e) {
      throw new UncheckedIOException("no temporary folder", e);
    }
  }

  @Override
  public void close() {
    try {
      proxy.close();
    } finally {
      rig.close();
    }
    try {
      Files.deleteIfExists(folder.resolve("private/mcp"));
      Files.deleteIfExists(folder.resolve("private"));
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(folder + " cannot be removed", e);
    }
  }
}
