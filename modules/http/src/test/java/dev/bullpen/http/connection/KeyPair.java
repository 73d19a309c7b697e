package dev.bullpen.http.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for localhost and 127.0.0.1 that is signed by itself, and its key; in PEM. */
record KeyPair(String certificate, String key, KeyStore store) {
  private static final char[] PASSWORD = "password".toCharArray();

  /**
   * @param algorithm RSA or EC
   */
  static KeyPair make(Path folder, String algorithm) throws Exception {
    Path file = folder.resolve(System.nanoTime() + ".p12");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-alias", "a", "-keyalg", algorithm));
    command.addAll(List.of("-dname", "CN=localhost", "-ext", "san=dns:localhost,ip:127.0.0.1"));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", new String(PASSWORD)));
    command.addAll(List.of("-keystore", file.toString()));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException(said);
    }
    KeyStore store = KeyStore.getInstance(file.toFile(), PASSWORD);
    Files.delete(file);
    return new KeyPair(
        pem("CERTIFICATE", store.getCertificate("a").getEncoded()),
        pem("PRIVATE KEY", store.getKey("a", PASSWORD).getEncoded()),
        store);
  }

  private static String pem(String what, byte[] der) {
    return "-----BEGIN %s-----\n%s\n-----END %s-----\n"
        .formatted(what, Base64.getMimeEncoder().encodeToString(der), what);
  }

  /** Put it where it is read from. */
  void write(TlsFiles files) throws IOException {
    Files.writeString(files.certificate(), certificate);
    Files.writeString(files.key(), key);
    Files.setPosixFilePermissions(files.key(), PosixFilePermissions.fromString("rw-------"));
  }

  /** What a client uses that trusts this server alone. */
  SSLContext trusting() throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("a", store.getCertificate("a"));
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
