package dev.bullpen.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bullpen.remote.FetchException.Kind;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom a fetch trusts, and from when on. */
@Timeout(60)
class JdkTlsTests {
  private static final int LIMIT_SECONDS = 50;

  @TempDir Path temporary;
  private final Properties settings = new Properties();
  private final JdkTls tls = new JdkTls(settings);

  private static void trust(Path store, String password) throws Exception {
    KeyStore trusted = KeyStore.getInstance("JKS");
    trusted.load(null, null);
    try (InputStream pem = Files.newInputStream(Certificates.pem())) {
      trusted.setCertificateEntry(
          "test", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    try (OutputStream out = Files.newOutputStream(store)) {
      trusted.store(out, password.toCharArray());
    }
  }

  private String read(TlsServer server) throws FetchException {
    return new Fetching().trusting(tls).text(server, "/");
  }

  @Test
  void certificates_that_cannot_be_read_at_first_are_read_later() throws Exception {
    settings.setProperty("java.home", temporary.toString());
    Path folder = Files.createDirectories(temporary.resolve("lib/security"));
    try (TlsServer server = TlsServer.start(TlsServer.saying("HTTP/1.1 200 OK\r\n\r\nhello"))) {
      FetchException refused = assertThrows(FetchException.class, () -> read(server));
      assertEquals(Kind.NETWORK, refused.kind());
      assertTrue(refused.detail().contains("cacerts"), refused.detail());
    }
    trust(folder.resolve("cacerts"), "changeit");
    try (TlsServer server = TlsServer.start(TlsServer.saying("HTTP/1.1 200 OK\r\n\r\nhello"))) {
      assertEquals("hello", read(server));
    }
    Files.delete(folder.resolve("cacerts"));
    assertSame(tls.sockets(), tls.sockets());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 5, 7, 50})
  void a_shortage_of_descriptors_at_the_first_use_spoils_no_later_one(int left) throws Exception {
    Path said = temporary.resolve("said");
    Process process =
        new ProcessBuilder(
                "/bin/sh",
                "-c",
                "ulimit -n 128; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                "target/classes:target/test-classes",
                DescriptorShortage.class.getName(),
                Integer.toString(left))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS));
    } finally {
      process.destroyForcibly();
    }
    List<String> lines = Files.readAllLines(said);
    assertEquals("made", lines.get(lines.size() - 1), lines.toString());
    assertEquals(2, lines.size(), lines.toString());
  }

  @Test
  void a_file_the_operator_names_comes_before_those_of_the_jdk() throws Exception {
    Path store = temporary.resolve("own");
    trust(store, "secret");
    settings.setProperty("java.home", System.getProperty("java.home"));
    settings.setProperty("javax.net.ssl.trustStore", store.toString());
    settings.setProperty("javax.net.ssl.trustStorePassword", "secret");
    try (TlsServer server = TlsServer.start(TlsServer.saying("HTTP/1.1 200 OK\r\n\r\nhello"))) {
      assertEquals("hello", read(server));
    }
  }

  @Test
  void the_certificates_of_this_jdk_can_be_read_and_trust_no_stranger() throws Exception {
    settings.setProperty("java.home", System.getProperty("java.home"));
    tls.sockets();
    try (TlsServer server = TlsServer.start(TlsServer.saying("HTTP/1.1 200 OK\r\n\r\nhello"))) {
      FetchException refused = assertThrows(FetchException.class, () -> read(server));
      assertTrue(
          refused.detail().contains("unable to find valid certification path"), refused.detail());
    }
  }

  @Test
  void a_store_with_another_password_is_none() throws Exception {
    Path store = temporary.resolve("own");
    trust(store, "secret");
    settings.setProperty("javax.net.ssl.trustStore", store.toString());
    settings.setProperty("javax.net.ssl.trustStorePassword", "wrong");
    assertThrows(SSLException.class, tls::sockets);
  }
}
