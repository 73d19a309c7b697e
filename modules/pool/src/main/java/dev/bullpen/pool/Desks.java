package dev.bullpen.pool;

import dev.bullpen.posix.PrivateFolder;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
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
  void open() {
    try {
      PrivateFolder.make(session.path());
    } catch (IOException e) {
      LOG.log(
          Level.ERROR,
          "no folder for files of tools, whose calls will fail; see to TMPDIR: " + e.getMessage());
    }
  }

  /** A desk for one more helper, unless there is no place for it. */
  Optional<Path> make(int helper) {
    try {
      if (!Files.isDirectory(session.path())) {
        PrivateFolder.make(session.path()); // there was no room for it when the session began
      }
      return Optional.of(PrivateFolder.make(path(helper)).path());
    } catch (IOException e) {
      LOG.log(Level.WARNING, "helper {0} has no desk: {1}", helper, e.getMessage());
      return Optional.empty();
    }
  }

  /** Whether there is a place for one now. */
  boolean canMake() {
    Optional<Path> trial = make(TRIAL);
    return trial.isPresent() && remove(TRIAL);
  }

  /** When nobody can write there any more; false if something of it is left. */
  boolean remove(int helper) {
    return remove(new PrivateFolder(path(helper)));
  }

  /** When all helpers are gone. */
  void close() {
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
