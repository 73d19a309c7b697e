package dev.bullpen.http.connection;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS: what is spoken, which files are taken, and what happens when they change. */
@Tag("slow")
class TlsTests {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir private static Path keys;
  private static KeyPair first;
  private static KeyPair second;

  @TempDir private Path folder;
  private TlsFiles files;

  @BeforeAll
  static void make() throws Exception {
    first = KeyPair.make(keys, "EC");
    second = KeyPair.make(keys, "RSA");
  }

  @BeforeEach
  void write() throws Exception {
    files = new TlsFiles(folder.resolve("cert.pem"), folder.resolve("key.pem"));
    first.write(files);
  }

  private TestServer open() throws IOException {
    return new TestServer(
        new TestServer.Counting(),
        ConnectionLimits.DEFAULTS,
        Optional.of(files),
        TestServer.LOOPBACK);
  }

  private static HttpResponse<String> post(TestServer server, KeyPair trusted, Version version)
      throws Exception {
    return HttpClient.newBuilder()
        .sslContext(trusted.trusting())
        .version(version)
        .build()
        .send(
            HttpRequest.newBuilder(server.uri("https"))
                .POST(BodyPublishers.ofString("hello"))
                .build(),
            BodyHandlers.ofString());
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void bothVersionsAreServedAsTheClientPrefers(Version version) throws Exception {
    try (TestServer server = open()) {
      HttpResponse<String> answer = post(server, first, version);
      assertEquals("body of 5", answer.body());
      assertEquals(version, answer.version());
      assertTrue(answer.headers().firstValue("Server").isEmpty());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
  void theseVersionsOfTlsAreSpoken(String version) throws Exception {
    try (TestServer server = open()) {
      handshake(server, version);
    }
  }

  @Test
  void anOlderTlsIsRefused() throws Exception {
    try (TestServer server = open()) {
      assertThrows(SSLHandshakeException.class, () -> handshake(server, "TLSv1.1"));
    }
  }

  private static void handshake(TestServer server, String version) throws Exception {
    try (SSLSocket socket =
        (SSLSocket) first.trusting().getSocketFactory().createSocket("127.0.0.1", server.port())) {
      socket.setEnabledProtocols(new String[] {version});
      socket.startHandshake();
    }
  }

  @Test
  void whichHostsAreServedIsNotTheCertificatesToSay() throws Exception {
    try (TestServer server = open();
        TlsPeer client = new TlsPeer(first.trusting(), server.port())) {
      client.send("GET / HTTP/1.1\r\nHost: inside.example\r\n\r\n").await("body of 0");
    }
  }

  @Test
  void aHandshakeThatTricklesIsCutOff() throws Exception {
    Duration head = Duration.ofSeconds(2); // the good client's whole handshake has to fit
    ConnectionLimits limits = new ConnectionLimits(100, 100, head, LONG, 0, LONG, LONG);
    try (TestServer server =
            new TestServer(
                new TestServer.Counting(), limits, Optional.of(files), TestServer.LOOPBACK);
        RawClient slow = RawClient.of(server.listener());
        TlsPeer idle = new TlsPeer(first.trusting(), server.port())) {
      idle.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").await("body of 0");
      slow.send("\u0016\u0003\u0001\u0001"); // the beginning of a ClientHello
      slow.awaitEnd();
      idle.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi").await("body of 2");
    }
  }

  @Test
  void aNewPairIsUsedWithoutARestart() throws Exception {
    try (TestServer server = open()) {
      post(server, first, Version.HTTP_1_1);
      second.write(files);
      await()
          .atMost(LONG)
          .ignoreExceptionsInstanceOf(SSLException.class)
          .until(() -> isServed(server, second));
    }
  }

  @Tag("slow")
  @Test
  void aBrokenPairLeavesTheOldOneAndThenAGoodOneIsUsed() throws Exception {
    try (TestServer server = open();
        Log log = new Log()) {
      Files.writeString(files.key(), second.key());
      await()
          .atMost(LONG)
          .until(() -> log.has("the TLS certificate and key have changed and cannot be used"));
      assertTrue(isServed(server, first));
      Files.writeString(files.certificate(), second.certificate());
      await()
          .atMost(LONG)
          .ignoreExceptionsInstanceOf(SSLException.class)
          .until(() -> isServed(server, second));
    }
  }

  @Tag("slow")
  @Test
  void aKeyWhoseModeIsCorrectedIsUsed() throws Exception {
    try (TestServer server = open();
        Log log = new Log()) {
      second.write(files);
      Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-r--r--"));
      await().atMost(LONG).until(() -> log.has("Other users may use the key"));
      assertTrue(isServed(server, first));
      Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-------"));
      await()
          .atMost(LONG)
          .ignoreExceptionsInstanceOf(SSLException.class)
          .until(() -> isServed(server, second));
    }
  }

  private static boolean isServed(TestServer server, KeyPair trusted) throws Exception {
    return post(server, trusted, Version.HTTP_1_1).statusCode() == 200;
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
  void aKeyThatOthersMayUseIsRefused(String permissions) throws Exception {
    Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString(permissions));
    refused("Other users may use the key " + files.key() + "; run: chmod 600 " + files.key());
  }

  @Test
  void whatIsNoPairIsRefused() throws Exception {
    Files.writeString(files.certificate(), second.certificate());
    refused("TLS cannot use");
    KeyPair.make(keys, "EC").write(files);
    Files.writeString(files.certificate(), first.certificate());
    refused("does not belong to the certificate");
    Files.writeString(files.key(), "-----BEGIN RSA PRIVATE KEY-----\nAA==\n");
    refused("is not a private key in PKCS #8 without a password; run: openssl pkcs8");
    Files.writeString(files.certificate(), "");
    refused("has no certificate");
    Files.delete(files.certificate());
    refused("Cannot read the TLS certificate " + files.certificate());
  }

  private void refused(String why) {
    IOException e = assertThrows(IOException.class, () -> open().close());
    assertTrue(e.getMessage().contains(why), e.getMessage());
    assertFalse(e.getMessage().contains("null"), e.getMessage());
  }
}
