package dev.bullpen.pool;

import dev.bullpen.posix.PrivateFolder;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The folders of the helpers' desks, all in one that is this session's: made before a helper is
 * started, removed when it is gone, with all that is in them.
 */
final class Desks {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** No helper's number: those rise from 1. */
  private static final int TRIAL = 0;

  private final PrivateFolder session;

  private boolean made;

  /** Nothing is made any more. */
  private boolean closed;

  /**
   * @param token nobody else's
   */
  Desks(Path temporary, String token) {
    this.session = new PrivateFolder(temporary.resolve("bullpen-" + token));
  }

  /** Where all of them are. */
  Path folder() {
    return session.path();
  }

  /** Without it there are no desks, and jobs that want one fail; all others run. */
  synchronized void open() {
    try {
      makeSession();
    } catch (IOException e) {
      LOG.log(
          Level.ERROR,
          "no folder for files of tools, whose calls will fail; see to TMPDIR: " + e.getMessage());
    }
  }

  /** Only by us: in a folder that somebody else has made there, nothing is put. */
  private void makeSession() throws IOException {
    if (!made) {
      PrivateFolder.make(session.path());
      made = true;
    }
  }

  /** A desk for one more helper, unless there is no place for it. */
  Optional<Path> make(int helper) {
    try {
      return Optional.of(tryToMake(helper));
    } catch (IOException e) {
      LOG.log(Level.WARNING, "helper {0} has no desk: {1}", helper, e.getMessage());
      return Optional.empty();
    }
  }

  private synchronized Path tryToMake(int helper) throws IOException {
    if (closed) {
      throw new IOException("the session is over");
    }
    makeSession(); // there may have been no room for it when the session began
    return PrivateFolder.make(path(helper)).path();
  }

  /** Whether there is a place for one now. */
  boolean canMake() {
    try {
      tryToMake(TRIAL);
      return remove(TRIAL);
    } catch (IOException e) {
      return false;
    }
  }

  /** When nobody can write there any more; false if something of it is left. */
  boolean remove(int helper) {
    return remove(new PrivateFolder(path(helper)));
  }

  /** When all helpers are gone. */
  synchronized void close() {
    closed = true;
    remove(session);
  }

  private Path path(int helper) {
    return session.path().resolve("helper-" + helper);
  }

  private static boolean remove(PrivateFolder folder) {
    try {
      folder.remove();
      return true;
    } catch (IOException e) {
      LOG.log(Level.WARNING, folder.path() + " cannot be removed: " + e.getMessage());
      return false;
    }
  }
}
