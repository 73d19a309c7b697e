package dev.bullpen.http.connection;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.KeyStore;
import java.util.Optional;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** The TLS context for the files' key pair, which is read again when the files have changed. */
final class TlsContext {
  private static final Logger LOG = System.getLogger("bullpen.http");

  private final TlsFiles files;
  private final SslContextFactory.Server factory = new SslContextFactory.Server();
  private State used;
  private State seen;

  /** A state of the files. A stamp is empty if its file cannot be read. */
  private record State(Optional<Stamp> certificate, Optional<Stamp> key) {}

  /** Includes the inode, because a file moved into place may be older than the one before. */
  private record Stamp(FileTime modified, long bytes, String inode) {}

  /**
   * @throws IOException with a sentence for the user if the files are not a key pair
   */
  TlsContext(TlsFiles files) throws IOException {
    this.files = files;
    used = state();
    seen = used;
    factory.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    factory.setRenegotiationAllowed(false);
    use(KeyPairs.read(files));
  }

  SslContextFactory.Server factory() {
    return factory;
  }

  /**
   * Check the files for changes. Call it at intervals, always on the same thread. A new pair is
   * used for new connections once both files are unchanged from one check to the next. If it cannot
   * be used, a warning is logged once and the old pair stays.
   */
  void check() {
    State now = state();
    boolean isSettled = now.equals(seen);
    seen = now;
    if (now.equals(used) || !isSettled) {
      return;
    }
    used = now;
    try {
      KeyStore pair = KeyPairs.read(files);
      factory.reload(same -> use(pair));
      LOG.log(Level.INFO, "the TLS certificate " + files.certificate() + " was read again");
    } catch (Exception e) { // the library throws many
      LOG.log(
          Level.WARNING,
          "the TLS certificate and key have changed and cannot be used, so the old ones stay in use. "
              + e.getMessage());
    }
  }

  private void use(KeyStore pair) {
    factory.setKeyStore(pair);
    factory.setKeyStorePassword("");
  }

  private State state() {
    return new State(stamp(files.certificate()), stamp(files.key()));
  }

  private static Optional<Stamp> stamp(Path file) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(
          new Stamp(now.lastModifiedTime(), now.size(), String.valueOf(now.fileKey())));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
