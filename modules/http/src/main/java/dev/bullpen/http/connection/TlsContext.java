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

/** The TLS that is spoken: the files' key pair, read again when they have changed. */
final class TlsContext {
  private static final Logger LOG = System.getLogger("bullpen.http");

  private final TlsFiles files;
  private final SslContextFactory.Server factory = new SslContextFactory.Server();
  private State used;
  private State seen;

  /** What tells one state of the files from another; empty if one cannot be read. */
  private record State(Optional<Stamp> certificate, Optional<Stamp> key) {}

  /** The inode too: a file that is moved into place may be older than the one before. */
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
   * Look at the files, from time to time and always by one thread. A new pair is used for new
   * connections once both files have stayed as they are from one look to the next. One that cannot
   * be used is complained about once, and the old pair stays.
   */
  void look() {
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
    } catch (Exception e) { // whatever the library throws
      LOG.log(
          Level.WARNING,
          "the TLS certificate and key have changed and cannot be used; the old ones stay in use. "
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
