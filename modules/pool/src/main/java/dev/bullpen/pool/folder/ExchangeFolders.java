package dev.bullpen.pool.folder;

import dev.bullpen.posix.PrivateFolder;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The helpers' folders: one for exchanging files with scripts, one for temporary files. All are in
 * one folder of the session. They are made before a helper is started, and removed with all that is
 * in them when it is gone.
 */
public final class ExchangeFolders {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** Not the number of a helper: those rise from 1. */
  private static final int TRIAL = 0;

  /** The helper uses the same name: each job finds it empty, under the same path. */
  private static final String OF_JOB = "job";

  /**
   * One helper's.
   *
   * @param exchange where its jobs exchange files with their scripts
   * @param temporary for temporary files, which a job finds in {@code TMPDIR}; its parent is the
   *     helper's alone; empty if jobs share the server's
   */
  public record HelperFolders(Path exchange, Optional<Path> temporary) {}

  private final Object foldersLock = new Object();

  private final Path path;
  private final boolean withTemporary;

  /** Helpers of which it has been logged that something is left. */
  private final Set<Integer> logged = ConcurrentHashMap.newKeySet();

  private volatile Optional<OwnedFolder> session = Optional.empty();

  private volatile String failure = "";

  /** Nothing is made any more. */
  private boolean closed;

  /**
   * @param token of this session alone
   * @param withTemporary whether jobs have folders of their own for temporary files
   */
  public ExchangeFolders(Path temporary, String token, boolean withTemporary) {
    this.path = OwnedFolder.pathOf(temporary, token);
    this.withTemporary = withTemporary;
  }

  /** Where all of them are. */
  public Path folder() {
    return path;
  }

  /** If it fails, only jobs that need an exchange folder fail. */
  public void open() {
    synchronized (foldersLock) {
      try {
        makeSession();
      } catch (IOException e) {
        LOG.log(
            Level.ERROR,
            cannotCreate(e)
                + ". Tools and all else that exchanges files will fail until that is mended; TMPDIR can name another folder");
      }
    }
  }

  /** Nothing is put into a folder that another process has made there. */
  private void makeSession() throws IOException {
    if (session.isPresent() && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      LOG.log(
          Level.WARNING,
          "{0} is gone, and is made again. Whatever clears up there should leave bullpen-* alone; TMPDIR can name another folder",
          path);
      session.get().release();
      session = Optional.empty();
    }
    if (session.isEmpty()) {
      session = Optional.of(OwnedFolder.makeAt(path));
    }
  }

  /** Folders for one more helper, unless they cannot be made. */
  public Optional<HelperFolders> make(int helper) {
    try {
      return Optional.of(tryToMake(helper));
    } catch (IOException e) {
      failure = cannotCreate(e);
      LOG.log(Level.WARNING, "helper {0}: {1}", helper, failure);
      return Optional.empty();
    }
  }

  private HelperFolders tryToMake(int helper) throws IOException {
    synchronized (foldersLock) {
      if (closed) {
        throw new IOException("the session is over");
      }
      makeSession(); // there may have been no room for it when the session began
      Path exchange = PrivateFolder.make(exchange(helper)).path();
      try {
        return new HelperFolders(
            exchange, withTemporary ? Optional.of(makeTemporary(helper)) : Optional.empty());
      } catch (IOException | RuntimeException | Error e) {
        remove(helper);
        throw e;
      }
    }
  }

  /** The job's folder too: the JVM looks for it before the helper's first line is run. */
  private Path makeTemporary(int helper) throws IOException {
    Path room = PrivateFolder.make(room(helper)).path();
    return PrivateFolder.make(room.resolve(OF_JOB)).path();
  }

  /** Why the last helper that should have had folders has none, with the path. */
  public String failure() {
    return failure;
  }

  private String cannotCreate(IOException e) {
    return "cannot create a temporary folder in %s (TMPDIR): %s"
        .formatted(path.getParent(), reason(e));
  }

  private static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof NoSuchFileException) {
      return "it is not there";
    }
    return e instanceof FileSystemException known && known.getReason() != null
        ? known.getReason().toLowerCase(Locale.ROOT)
        : e.getMessage();
  }

  /** Tries whether a helper that is started now would have folders. */
  public boolean tryOne() {
    synchronized (foldersLock) { // all try the same
      try {
        tryToMake(TRIAL);
        return remove(TRIAL);
      } catch (IOException e) {
        return false;
      }
    }
  }

  /** When no process writes there any more; false if something is left, which is logged once. */
  public boolean remove(int helper) {
    if (session.isEmpty()) {
      return true; // that it could not be made has been logged
    }
    Level level = logged.contains(helper) ? Level.DEBUG : Level.WARNING;
    boolean gone = remove(new PrivateFolder(exchange(helper)), level);
    gone &= remove(new PrivateFolder(room(helper)), level);
    if (!gone) {
      logged.add(helper);
    }
    return gone;
  }

  private static boolean remove(PrivateFolder folder, Level level) {
    try {
      folder.remove();
      return true;
    } catch (IOException e) {
      LOG.log(level, folder.path() + " cannot be removed: " + e.getMessage());
      return false;
    }
  }

  /** When all helpers are gone. */
  public void close() {
    synchronized (foldersLock) {
      closed = true;
      session.ifPresent(OwnedFolder::remove);
    }
  }

  /** Remove what is left of sessions that were killed together with their guard. */
  public void removeAbandoned() {
    session.ifPresent(OwnedFolder::removeAbandoned);
  }

  private Path exchange(int helper) {
    return path.resolve("helper-" + helper);
  }

  /** A short name: sockets, which jobs may put there, have paths of about 100 bytes at most. */
  private Path room(int helper) {
    return path.resolve("tmp-" + helper);
  }
}
