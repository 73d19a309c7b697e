package dev.bullpen.remote;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * TLS that trusts whom the JDK trusts. The certificates are read when they are first needed, as
 * that takes longer than a start may, and again until they could be.
 *
 * <p>The JDK itself reads them once: where that fails, because no descriptor is left or the JDK is
 * being replaced, it trusts nobody until the process ends. That is left to it only where an
 * operator says more than which file they are in.
 */
final class JdkTls implements Tls {
  private static final String STORE = "javax.net.ssl.trustStore";
  private static final String TYPE = "javax.net.ssl.trustStoreType";
  private static final String PASSWORD = "javax.net.ssl.trustStorePassword";
  private static final String PROVIDER = "javax.net.ssl.trustStoreProvider";
  private static final String OWN_KEYS = "javax.net.ssl.keyStore";

  /** The value that says that the certificates are in no file. */
  private static final String NO_FILE = "NONE";

  /** More than the JDK has open at a time. */
  private static final int DESCRIPTORS = 8;

  private final Properties settings;
  private volatile SSLSocketFactory made; // null until it could be made

  /**
   * @param settings those of the JVM
   */
  JdkTls(Properties settings) {
    this.settings = settings;
  }

  @Override
  public SSLSocketFactory sockets() throws SSLException {
    if (isLeftToTheJdk()) {
      return (SSLSocketFactory) SSLSocketFactory.getDefault();
    }
    SSLSocketFactory known = made;
    if (known == null) {
      known = make();
      made = known;
    }
    return known;
  }

  private boolean isLeftToTheJdk() {
    return NO_FILE.equals(settings.getProperty(STORE))
        || settings.containsKey(PROVIDER)
        || settings.containsKey(OWN_KEYS);
  }

  private SSLSocketFactory make() throws SSLException {
    Path file = file();
    try {
      byte[] certificates = Files.readAllBytes(file);
      requireDescriptors(file);
      KeyStore trusted =
          KeyStore.getInstance(settings.getProperty(TYPE, KeyStore.getDefaultType()));
      String password = settings.getProperty(PASSWORD, "");
      trusted.load(
          new ByteArrayInputStream(certificates),
          password.isEmpty() ? null : password.toCharArray());
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (IOException | GeneralSecurityException e) {
      throw new SSLException("the trusted certificates in " + file + " cannot be read", e);
    }
  }

  /**
   * The JDK's cryptography reads files of its own when it is first used, and where it cannot, none
   * of it can be used until the process ends. So it is left alone while there is a shortage.
   */
  private static void requireDescriptors(Path file) throws IOException {
    List<InputStream> open = new ArrayList<>();
    try {
      for (int i = 0; i < DESCRIPTORS; i++) {
        open.add(Files.newInputStream(file));
      }
    } finally {
      for (InputStream each : open) {
        each.close();
      }
    }
  }

  /** Where they are: as said, else where the JDK looks, its owner's before its maker's. */
  private Path file() {
    String said = settings.getProperty(STORE, "");
    if (!said.isEmpty()) {
      return Path.of(said);
    }
    Path folder = Path.of(settings.getProperty("java.home"), "lib", "security");
    Path ofOwner = folder.resolve("jssecacerts");
    return Files.isReadable(ofOwner) ? ofOwner : folder.resolve("cacerts");
  }
}
