package dev.bullpen.acceptance.deploy;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.testkit.client.Launcher;
import dev.bullpen.testkit.fixture.DeployExample;
import dev.bullpen.testkit.fixture.Needs;
import dev.bullpen.testkit.fixture.Sh;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HAProxy, nginx and systemd take the files that are meant for them, without a warning. */
class DeployExamplesTests {
  private static final String HAPROXY = "haproxy -dW -c -f \"$1\"";
  private static final String NGINX = "nginx -t -p \"$2\" -c \"$1\" -e stderr";

  /** It warns of much that is wrong, and ends with 0. */
  private static final String SYSTEMD =
      """
      said=$(systemd-analyze verify --recursive-errors=no --man=no "$@" 2>&1) && [ -z "$said" ] ||
        { printf '%s\\n' "$said"; exit 1; }
      """;

  private static final String EXPOSURE =
      "systemd-analyze security --no-pager --offline=true --threshold=25 \"$1\"";

  private static final String SERVICE = "bullpen.service";
  private static final String SOCKET = "bullpen.socket";
  private static final String FLEET = "bullpen.service.d/fleet.conf";

  /** After {@code --drain}, on a machine that has much to do. */
  private static final int CLEANING_SECONDS = 10;

  @TempDir Path folder;

  @TempDir static Path keys;

  /** Of each balancer: the certificate, and the key. */
  @BeforeAll
  static void a_certificate() throws IOException {
    Path store = keys.resolve("store");
    Path java = Path.of(System.getProperty("java.home"), "bin/keytool");
    Sh.run(
        "\"$1\" -genkeypair -keystore \"$2\" -storepass changeit -storetype PKCS12 -alias mcp"
            + " -keyalg EC -groupname secp256r1 -dname CN=mcp.example.com",
        java.toString(),
        store.toString());
    Pem.write(store, "changeit".toCharArray(), keys);
  }

  private DeployExample haproxy() {
    return DeployExample.of("haproxy.cfg")
        .with("/etc/haproxy/certs/mcp.pem", keys.resolve("mcp.pem").toString())
        .with("/run/haproxy/admin.sock", folder.resolve("admin.sock").toString());
  }

  private DeployExample nginx() throws IOException {
    Files.createDirectories(folder.resolve("logs"));
    return DeployExample.of("nginx.conf")
        .with("/etc/nginx/certs/mcp.crt", keys.resolve("mcp.crt").toString())
        .with("/etc/nginx/certs/mcp.key", keys.resolve("mcp.key").toString())
        .with("user www-data;\n", "")
        .with("http {", "http {\naccess_log off;")
        .with("/run/nginx.pid", folder.resolve("nginx.pid").toString());
  }

  @Test
  @Needs("haproxy")
  void haproxy_takes_its_file() {
    Sh.run(HAPROXY, haproxy().in(folder).toString());
  }

  @ParameterizedTest
  @Needs("haproxy")
  @CsvSource({
    "option abortonclose, option abortonclosing",
    "error-status L7OKC, error-status L7FINE",
    "retry-on conn-failure, retry-on connection-failure",
    "default_backend replicas, default_backend replica",
    "regsub([.][^.]*$,), regsub([.][^.]*$",
    "server node-b, server node-a"
  })
  void control_haproxy_refuses_a_broken_one(String given, String broken) {
    Sh.failed(HAPROXY, haproxy().with(given, broken).in(folder).toString());
  }

  @Test
  @Needs("haproxy")
  void haproxy_takes_the_file_of_the_sidecar() {
    DeployExample sidecar = DeployExample.of("kubernetes/metrics.cfg");
    Sh.run(HAPROXY, sidecar.in(folder).toString());
    Sh.failed(HAPROXY, sidecar.with("\nbackend server", "\nbackend other").in(folder).toString());
  }

  @Test
  @Needs("nginx")
  void nginx_takes_its_file() throws IOException {
    Sh.run(NGINX, nginx().in(folder).toString(), folder.toString());
  }

  @ParameterizedTest
  @Needs("nginx")
  @CsvSource({
    "proxy_buffering off, proxy_buffering none",
    "proxy_next_upstream error timeout, proxy_next_upstream errors",
    "proxy_ignore_client_abort, proxy_ignore_client_aborts",
    "max_fails=1, max_fails=one",
    "zone replicas 64k, zone replicas"
  })
  void control_nginx_refuses_a_broken_one(String given, String broken) throws IOException {
    Sh.failed(NGINX, nginx().with(given, broken).in(folder).toString(), folder.toString());
  }

  /** Of the packaged product, which lies elsewhere. */
  private static DeployExample packaged(String name) {
    String launcher = Launcher.packaged().command().get(0);
    return DeployExample.of(name)
        .with("ExecStart=/opt/bullpen/bin/launcher", "ExecStart=" + launcher);
  }

  private static DeployExample service() {
    return packaged(SERVICE);
  }

  private String[] units(DeployExample service, DeployExample socket) {
    return new String[] {service.in(folder).toString(), socket.in(folder).toString()};
  }

  @Test
  @Needs("systemd-analyze")
  void systemd_takes_its_units() {
    Sh.run(SYSTEMD, units(service(), DeployExample.of(SOCKET)));
  }

  @Test
  @Needs("systemd-analyze")
  void systemd_takes_what_makes_a_replica_of_the_service() throws IOException {
    Path more = Files.createDirectory(folder.resolve("bullpen.service.d"));
    DeployExample fleet = packaged(FLEET);
    fleet.in(more);
    Sh.run(SYSTEMD, service().in(folder).toString());
    fleet.with("LoadCredential=", "LoadCredentials=").in(more);
    Sh.failed(SYSTEMD, service().in(folder).toString());
  }

  @ParameterizedTest
  @Needs("systemd-analyze")
  @CsvSource({
    "KillMode=mixed, KillMode=mix",
    "Delegate=yes, Deligate=yes",
    "TimeoutStopSec=45, TimeoutStopSec=long",
    "bin/launcher serve, bin/launched serve",
    "SystemCallFilter=@system-service, SystemCallFilter=@system-services"
  })
  void control_systemd_warns_of_a_broken_service(String given, String broken) {
    Sh.failed(SYSTEMD, units(service().with(given, broken), DeployExample.of(SOCKET)));
  }

  @Test
  @Needs("systemd-analyze")
  void control_systemd_warns_of_a_broken_socket() {
    DeployExample broken = DeployExample.of(SOCKET).with("127.0.0.1:8080", "127.0.0.1:port");
    Sh.failed(SYSTEMD, units(service(), broken));
  }

  @Test
  @Needs("systemd-analyze")
  void what_the_service_may_do_is_little() {
    Sh.run(EXPOSURE, service().in(folder).toString());
    Sh.failed(
        EXPOSURE,
        service()
            .with("SystemCallFilter=@system-service\n", "")
            .with("CapabilityBoundingSet=\n", "")
            .in(folder)
            .toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {SERVICE, FLEET})
  void the_service_has_the_time_that_it_needs_to_end(String name) {
    int stop = number(DeployExample.of(SERVICE).text(), "\nTimeoutStopSec=");
    int drain = number(DeployExample.of(name).text(), "--drain ");
    assertTrue(stop >= drain + CLEANING_SECONDS, () -> stop + " seconds");
  }

  private static int number(String text, String before) {
    int begin = text.indexOf(before) + before.length();
    return Integer.parseInt(text.substring(begin, text.indexOf('\n', begin)));
  }
}
