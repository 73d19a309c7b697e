package dev.bullpen.pool.folder;

import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.log.Cause;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The helpers' folders, all in one folder of the session: one for exchanging files with scripts,
 * one for temporary files. They are made before a helper starts, and removed with their contents
 * when it is gone.
 */
public final class ExchangeFolders {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** Not a helper's number: those start at 1. */
  private static final int TRIAL = 0;

  /** The helper uses the same name, so each job finds an empty folder at the same path. */
  private static final String OF_JOB = "job";

  /**
   * The folders of one helper.
   *
   * @param exchange where its jobs exchange files with their scripts
   * @param temporary the {@code TMPDIR} of its jobs, in a folder of this helper alone; empty if
   *     jobs share the server's
   */
  public record HelperFolders(Path exchange, Optional<Path> temporary) {}

  private final Object foldersLock = new Object();

  private final Path path;
  private final boolean withTemporary;

  /** Helpers for which leftovers have been logged. */
  private final Set<Integer> logged = ConcurrentHashMap.newKeySet();

  private volatile Optional<OwnedFolder> session = Optional.empty();

  private volatile String failure = "";

  /** If set, nothing is made any more. */
  private boolean closed;

  /**
   * @param token unique to this session
   * @param withTemporary whether jobs have their own folders for temporary files
   */
  public ExchangeFolders(Path temporary, String token, boolean withTemporary) {
    this.path = OwnedFolder.pathOf(temporary, token);
    this.withTemporary = withTemporary;
  }

  /** The folder of the session. */
  public Path folder() {
    return path;
  }

  /** Make the session's folder. If that fails, only jobs that need an exchange folder fail. */
  public void open() {
    synchronized (foldersLock) {
      try {
        makeSession();
      } catch (IOException e) {
        LOG.log(
            Level.ERROR,
            cannotCreate(e)
                + ". Tools and other scripts that exchange files fail until that is corrected; TMPDIR can name another folder");
      }
    }
  }

  /** Never uses a folder that another process has made there. */
  private void makeSession() throws IOException {
    if (session.isPresent() && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      LOG.log(
          Level.WARNING,
          "{0} has been removed, and is made again. Make the program that removed it keep bullpen-*, or set TMPDIR to another folder",
          path);
      session.get().release();
      session = Optional.empty();
    }
    if (session.isEmpty()) {
      session = Optional.of(OwnedFolder.makeAt(path));
    }
  }

  /** Make the folders for a helper; empty if that fails. */
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
      makeSession(); // the disk may have been full when the session began
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

  /** Includes the job's folder, which the JVM checks before the helper's first line runs. */
  private Path makeTemporary(int helper) throws IOException {
    Path room = PrivateFolder.make(room(helper)).path();
    return PrivateFolder.make(room.resolve(OF_JOB)).path();
  }

  /** Why the last helper without folders got none, with the path. */
  public String failure() {
    return failure;
  }

  private String cannotCreate(IOException e) {
    String reason = e instanceof NoSuchFileException ? "no such folder" : Cause.of(e);
    return "cannot create a temporary folder in %s (TMPDIR): %s"
        .formatted(path.getParent(), reason);
  }

  /** Test whether a helper started now would get folders. */
  public boolean tryOne() {
    synchronized (foldersLock) { // all use the same trial folder
      try {
        remove(TRIAL); // the last trial may have left it, for want of a descriptor
        tryToMake(TRIAL);
        return remove(TRIAL);
      } catch (IOException | OutOfMemoryError e) { // no native memory
        return false;
      }
    }
  }

  /**
   * Remove a helper's folders, when no process writes there any more. False if something is left,
   * which is logged once.
   */
  public boolean remove(int helper) {
    if (session.isEmpty()) {
      return true; // making it failed, which has been logged
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

  /** Remove the session's folder, when all helpers are gone. */
  public void close() {
    synchronized (foldersLock) {
      closed = true;
      session.ifPresent(OwnedFolder::close);
    }
  }

  /** Remove the folders of sessions that were killed together with their guard. */
  public void removeAbandoned() {
    session.ifPresent(OwnedFolder::removeAbandoned);
  }

  private Path exchange(int helper) {
    return path.resolve("helper-" + helper);
  }

  /** Short, because jobs may put sockets there, whose paths have at most about 100 bytes. */
  private Path room(int helper) {
    return path.resolve("tmp-" + helper);
  }
}
