package dev.bullpen.project.provider;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A certificate made for these tests: for files.example, localhost and 127.0.0.1, its own issuer.
 */
final class Certificates {
  private static final char[] PASSWORD = "not-secret".toCharArray();
  private static final int LIMIT_SECONDS = 60;
  private static final Certificates ONE = new Certificates();

  private final SSLContext context;
  private final Path pem;

  private Certificates() {
    try {
      Path folder = Files.createTempDirectory("certificates");
      Path store = folder.resolve("store.p12");
      pem = folder.resolve("certificate.pem");
      String names = "SAN=dns:files.example,dns:localhost,ip:127.0.0.1";
      String key = "-genkeypair -keyalg EC -dname CN=files.example -ext BC=ca:true -ext " + names;
      keytool(store, (key + " -storetype PKCS12").split(" "));
      keytool(store, "-exportcert", "-rfc", "-file", pem.toString());
      context = context(store);
      Files.delete(store);
      folder.toFile().deleteOnExit(); // what is named last is deleted first
      pem.toFile().deleteOnExit();
    } catch (IOException | GeneralSecurityException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Shows the certificate as a server, trusts it as a client. */
  static SSLContext context() {
    return ONE.context;
  }

  static Path pem() {
    return ONE.pem;
  }

  private static SSLContext context(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("test", keys.getCertificate("test"));
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD);
    TrustManagerFactory others =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    others.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), others.getTrustManagers(), null);
    return context;
  }

  private static void keytool(Path store, String... arguments)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    builder.command().addAll(List.of(arguments));
    builder.command().addAll(List.of("-alias", "test", "-keystore", store.toString()));
    builder.command().addAll(List.of("-storepass", new String(PASSWORD)));
    Path said = Files.createTempFile("keytool", ".out");
    Process process = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new AssertionError("keytool: " + Files.readString(said));
    }
    Files.delete(said);
  }
}
