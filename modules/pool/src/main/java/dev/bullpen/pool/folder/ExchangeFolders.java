package dev.bullpen.pool.folder;

import dev.bullpen.posix.PrivateFolder;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The folders of the helpers, their desks and those for temporary files, all in one that is this
 * session's: made before a helper is started, removed when it is gone, with all that is in them.
 */
public final class ExchangeFolders {
  private static final Logger LOG = System.getLogger("bullpen.pool");

  /** No helper's number: those rise from 1. */
  private static final int TRIAL = 0;

  static final String PREFIX = "bullpen-";

  /** A session's folder, by its token. */
  private static final Pattern NAME = Pattern.compile(PREFIX + "[0-9a-f]{32}");

  /** In a session's folder: what it is claimed by as long as its server lives. */
  private static final String OWNER = "owner";

  /** From the moment a folder is made; a busy machine included. */
  private static final Duration CLAIMED_WITHIN = Duration.ofMinutes(1);

  private final Object foldersLock = new Object();

  private final PrivateFolder session;
  private final boolean withTemporary;

  /** Helpers of which it has been said that something is left. */
  private final Set<Integer> told = ConcurrentHashMap.newKeySet();

  /** Changed by whoever has this object's monitor. */
  private volatile boolean made;

  private Optional<Claim> claim = Optional.empty();

  private volatile String failure = "";

  /** Nothing is made any more. */
  private boolean closed;

  /**
   * @param token nobody else's
   * @param withTemporary whether jobs have folders of their own for temporary files
   */
  public ExchangeFolders(Path temporary, String token, boolean withTemporary) {
    this.session = new PrivateFolder(temporary.resolve(PREFIX + token));
    this.withTemporary = withTemporary;
  }

  /** Where all of them are. */
  public Path folder() {
    return session.path();
  }

  /** Without it there are no desks, and jobs that want one fail; all others run. */
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

  /** Only by us: in a folder that somebody else has made there, nothing is put. */
  private void makeSession() throws IOException {
    if (made && !Files.isDirectory(session.path(), LinkOption.NOFOLLOW_LINKS)) {
      forgetSession();
    }
    if (!made) {
      PrivateFolder.make(session.path());
      made = true;
      claim = claim(session);
    }
  }

  /** Programs that clear up temporary folders may take it for one that nobody needs. */
  private void forgetSession() {
    LOG.log(
        Level.WARNING,
        "{0} is gone, and is made again. Whatever clears up there should leave bullpen-* alone; TMPDIR can name another folder",
        session.path());
    claim.ifPresent(ExchangeFolders::release);
    claim = Optional.empty();
    made = false;
  }

  /** What nobody can claim is never taken for abandoned. */
  static Optional<Claim> claim(PrivateFolder folder) {
    try {
      return Optional.of(Claim.make(folder.path().resolve(OWNER)));
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "no locks in {0}: {1}", folder.path(), e.getMessage());
      return Optional.empty();
    }
  }

  /** Folders for one more helper, unless there is no place for them. */
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
      Path desk = PrivateFolder.make(desk(helper)).path();
      try {
        return HelperFolders.of(
            desk, withTemporary ? Optional.of(makeRoom(helper)) : Optional.empty());
      } catch (IOException | RuntimeException | Error e) {
        remove(helper);
        throw e;
      }
    }
  }

  private Path makeRoom(int helper) throws IOException {
    Path room = PrivateFolder.make(room(helper)).path();
    // The JVM looks for it before the helper's first line is run.
    PrivateFolder.make(HelperFolders.temporaryIn(room));
    return room;
  }

  /** Why the last helper that should have had folders has none, with the path. */
  public String failure() {
    return failure;
  }

  private String cannotCreate(IOException e) {
    return "cannot create a temporary folder in %s (TMPDIR): %s"
        .formatted(session.path().getParent(), reason(e));
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

  /**
   * Make one and remove it: whether a helper that is started now would have one. One at a time, for
   * all try the same.
   */
  public boolean tryOne() {
    synchronized (foldersLock) {
      try {
        tryToMake(TRIAL);
        return remove(TRIAL);
      } catch (IOException e) {
        return false;
      }
    }
  }

  /** When nobody can write there any more; false if something of it is left, which is said once. */
  public boolean remove(int helper) {
    if (!made) {
      return true; // which has been said when it could not be made
    }
    Level level = told.contains(helper) ? Level.DEBUG : Level.WARNING;
    boolean gone = remove(new PrivateFolder(desk(helper)), level);
    gone &= remove(new PrivateFolder(room(helper)), level);
    if (!gone) {
      told.add(helper);
    }
    return gone;
  }

  /** When all helpers are gone. */
  public void close() {
    synchronized (foldersLock) {
      closed = true;
      if (made) {
        removeSession(session);
      }
      claim.ifPresent(ExchangeFolders::release);
    }
  }

  static void release(Claim claim) {
    try {
      claim.release();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "a folder stays claimed: " + e.getMessage());
    }
  }

  /** Remove what is left of sessions that were killed together with their guard. */
  public void removeStale() {
    try (DirectoryStream<Path> others =
        Files.newDirectoryStream(session.path().getParent(), PREFIX + "*")) {
      for (Path other : others) {
        if (NAME.matcher(other.getFileName().toString()).matches()) {
          removeStale(new PrivateFolder(other));
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      LOG.log(Level.DEBUG, "folders of earlier sessions stay: " + e.getMessage());
    }
  }

  /** One that cannot be, which a neighbour may be removing, does not keep the next. */
  private void removeStale(PrivateFolder other) {
    try {
      removeIfAbandoned(other);
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "a folder of an earlier session stays: " + e.getMessage());
    }
  }

  /** Only one of our own user's: whoever could change it meanwhile could lead us elsewhere. */
  private void removeIfAbandoned(PrivateFolder other) throws IOException {
    if (!other.isAsPrivateAs(session)) {
      return;
    }
    if (isUnfinished(other)) {
      remove(other, Level.WARNING);
      return;
    }
    Optional<Claim> abandoned = Claim.on(other.path().resolve(OWNER));
    if (abandoned.isPresent()) {
      removeSession(other);
      release(abandoned.get());
    }
  }

  /** Whether its server was killed before it had claimed it, long before ours was made. */
  private boolean isUnfinished(PrivateFolder other) throws IOException {
    return other.holdsAtMost(Set.of(Claim.hidden(OWNER)))
        && changed(session) - changed(other) > CLAIMED_WITHIN.toMillis();
  }

  private static long changed(PrivateFolder folder) throws IOException {
    return Files.getLastModifiedTime(folder.path(), LinkOption.NOFOLLOW_LINKS).toMillis();
  }

  private Path desk(int helper) {
    return session.path().resolve("helper-" + helper);
  }

  /** A short name: sockets, which jobs may put there, have paths of about 100 bytes at most. */
  private Path room(int helper) {
    return session.path().resolve("tmp-" + helper);
  }

  /** Its owner last: where a removal is cut short, because we are killed, others may go on. */
  static void removeSession(PrivateFolder session) {
    try {
      session.emptyBut(Set.of(OWNER));
      session.remove();
    } catch (IOException e) {
      LOG.log(Level.WARNING, session.path() + " cannot be removed: " + e.getMessage());
    }
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
}
