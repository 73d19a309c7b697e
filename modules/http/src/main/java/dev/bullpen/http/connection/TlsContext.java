package dev.bullpen.http.connection;

import dev.bullpen.posix.FileStatus;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.KeyStore;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** The TLS context for the files' key pair, which is read again when the files have changed. */
final class TlsContext {
  private static final Logger LOG = System.getLogger("bullpen.http");

  private final TlsFiles files;
  private final SslContextFactory.Server factory = new SslContextFactory.Server();
  private State used;
  private State seen;

  /** The files' state and the reason of the last warning. */
  private String warned = "";

  /** The stamps of the files, which also differ when only their permissions have changed. */
  private record State(String certificate, String key) {}

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
   * be used, a warning is logged once, the old pair stays, and each check tries again.
   */
  void check() {
    State now = state();
    boolean isSettled = now.equals(seen);
    seen = now;
    if (now.equals(used) || !isSettled) {
      return;
    }
    try {
      KeyStore pair = KeyPairs.read(files);
      factory.reload(same -> use(pair));
      used = now;
      LOG.log(Level.INFO, "the TLS certificate " + files.certificate() + " was read again");
    } catch (Exception e) { // the library throws many
      String reason = now + e.getMessage();
      if (!reason.equals(warned)) {
        warned = reason;
        LOG.log(
            Level.WARNING,
            "the TLS certificate and key have changed and cannot be used, so the old ones stay in use. "
                + e.getMessage());
      }
    }
  }

  private void use(KeyStore pair) {
    factory.setKeyStore(pair);
    factory.setKeyStorePassword("");
  }

  private State state() {
    return new State(
        FileStatus.stampBehindLinks(files.certificate()), FileStatus.stampBehindLinks(files.key()));
  }
}
