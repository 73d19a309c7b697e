package dev.bullpen.server.program;

import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.project.file.FolderEntries;
import dev.bullpen.project.file.TrustCheck;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Compiled classes on disk, for this server, those beside it, and those that come after it.
 *
 * <p>What is in here runs, so the folder is used only if it is ours and nobody else may write it.
 * If it cannot be used, a private one takes its place until the server ends. A folder of classes is
 * made under another name and renamed, so that it is there as a whole or not at all.
 *
 * <p>For one thread.
 */
final class ClassCache implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** A version of a program takes some 20 KB; who edits all day makes this many at most. */
  static final int MOST = 200;

  /** What nobody has used for so long belongs to a source that is no more. */
  static final Duration UNUSED = Duration.ofDays(30);

  /** What has been used since then may be in use: it stays, however many there are. */
  static final Duration IN_USE = Duration.ofDays(2);

  /** No compilation takes so long; an unfinished folder of this age has been left behind. */
  private static final Duration LEFT_BEHIND = Duration.ofHours(1);

  private static final String UNFINISHED = ".making-";

  private final Optional<Path> shared;
  private Optional<Path> own = Optional.empty();
  private boolean said;

  /**
   * @param shared where; empty for a private folder at once
   */
  ClassCache(Optional<Path> shared) {
    this.shared = shared;
  }

  /**
   * {@code classes} in {@code BULLPEN_CACHE}, else in {@code bullpen} of {@code XDG_CACHE_HOME} or
   * of {@code ~/.cache}. What is not absolute is passed over, as the XDG rules want it.
   */
  static Optional<Path> folder(Map<String, String> environment) {
    return below(environment, "BULLPEN_CACHE", "classes")
        .or(() -> below(environment, "XDG_CACHE_HOME", "bullpen/classes"))
        .or(() -> below(environment, "HOME", ".cache/bullpen/classes"));
  }

  private static Optional<Path> below(Map<String, String> environment, String name, String inner) {
    String value = environment.getOrDefault(name, "");
    return value.startsWith("/")
        ? Optional.of(Path.of(value).normalize().resolve(inner))
        : Optional.empty();
  }

  /** The classes of that key, if they are here. */
  Optional<ClassFolder> find(String key) {
    return in(shared, key).or(() -> in(own, key));
  }

  private Optional<ClassFolder> in(Optional<Path> folder, String key) {
    Optional<ClassFolder> found =
        folder
            .map(path -> new ClassFolder(path.resolve(key)))
            .filter(one -> one.provider().isPresent());
    return found.isPresent() && checkTrust(around(folder.get(), found.get()))
        ? found
        : Optional.empty();
  }

  /** What nobody else may write: the temporary folder, which is around our own, everybody may. */
  private List<Path> around(Path folder, ClassFolder found) {
    return Optional.of(folder).equals(own)
        ? List.of(folder, found.path())
        : List.of(folder.getParent(), folder, found.path());
  }

  /**
   * A folder to compile a source in, which it is given; {@link #keep}, {@link ClassFolder#remove}
   * or {@link #giveUp} follows.
   *
   * @param source its name, without a folder
   */
  ClassFolder begin(String source, byte[] content) throws IOException {
    Path home = home();
    try {
      return make(home, source, content);
    } catch (IOException e) {
      if (!changeFrom(home, e)) {
        throw e;
      }
      return make(home(), source, content);
    }
  }

  /** As a whole or not at all. */
  private static ClassFolder make(Path home, String source, byte[] content) throws IOException {
    Path path = home.resolve(UNFINISHED + UUID.randomUUID());
    try {
      ClassFolder made = ClassFolder.make(path);
      Files.write(made.source(source), content);
      return made;
    } catch (IOException e) {
      remove(new ClassFolder(path));
      throw e;
    }
  }

  /**
   * What was made there cannot be kept: remove it.
   *
   * @return whether there is another place, where it would have to be made anew
   */
  boolean giveUp(ClassFolder made, Exception why) {
    remove(made);
    return changeFrom(made.path().getParent(), why);
  }

  /** One that is not finished, as far as that can be done. */
  static void remove(ClassFolder made) {
    try {
      made.remove();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "{0} is left behind: {1}", made.path(), e.toString());
    }
  }

  /** To the private folder, unless it is that which has failed. */
  private boolean changeFrom(Path home, Exception why) {
    if (Optional.of(home).equals(own)) {
      return false;
    }
    try {
      openOwn();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "there is no other place for compiled classes: {0}", e.toString());
      return false;
    }
    say("%s cannot be written (%s)".formatted(home, reason(why)));
    return true;
  }

  /** A full disk has a message only, others a type that says more. */
  private static String reason(Exception e) {
    return e.getClass() == IOException.class ? e.getMessage() : e.getClass().getSimpleName();
  }

  /** Give it its name, after which it does not change. If another server was faster, use its. */
  ClassFolder keep(ClassFolder made, String key) throws IOException {
    Path named = made.path().resolveSibling(key);
    try {
      Files.move(made.path(), named, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      ClassFolder there = new ClassFolder(named);
      if (there.provider().isPresent()) {
        made.remove();
        return there;
      }
      LOG.log(
          Level.WARNING,
          "classes in {0} were damaged, and are replaced by newly compiled ones",
          named);
      there.remove(); // not whole, so nobody's
      Files.move(made.path(), named, StandardCopyOption.ATOMIC_MOVE);
    }
    try {
      prune(named.getParent(), Instant.now());
    } catch (IOException e) {
      LOG.log(Level.WARNING, "old classes stay in {0}: {1}", named.getParent(), e.toString());
    }
    return new ClassFolder(named);
  }

  /** The shared folder if it can be used, else our own. */
  private Path home() throws IOException {
    if (own.isEmpty() && shared.isPresent()) {
      try {
        makeShared(shared.get());
        if (checkTrust(List.of(shared.get().getParent(), shared.get()))) {
          return shared.get();
        }
      } catch (IOException e) {
        say("%s cannot be written (%s)".formatted(shared.get(), e.getClass().getSimpleName()));
      }
    }
    return openOwn();
  }

  /** In a server that runs for weeks somebody may have cleared the temporary folder meanwhile. */
  private Path openOwn() throws IOException {
    if (own.isEmpty() || TrustCheck.objection(own.get()).isPresent()) {
      own = Optional.of(Files.createTempDirectory("bullpen-classes-"));
    }
    return own.get();
  }

  private static void makeShared(Path folder) throws IOException {
    Path parent = folder.getParent();
    if (!Files.isDirectory(parent)) {
      Files.createDirectories(parent.getParent());
      make(parent);
    }
    make(folder);
    if (!Files.isWritable(folder)) {
      throw new AccessDeniedException(folder.toString());
    }
  }

  private static void make(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      try {
        PrivateFolder.make(folder);
      } catch (IOException e) {
        if (!Files.isDirectory(folder)) {
          throw e;
        } // another server was faster
      }
    }
  }

  private boolean checkTrust(List<Path> folders) {
    Optional<TrustCheck.Objection> objection = TrustCheck.firstObjection(folders);
    objection.ifPresent(found -> say("%s. %s".formatted(found.fact(), found.nextStep())));
    return objection.isEmpty();
  }

  private void say(String why) {
    if (!said) {
      said = true;
      LOG.log(
          Level.WARNING,
          "compiled classes are kept for this session only: {0}. BULLPEN_CACHE can name another folder",
          why);
    }
  }

  /** Remove what is too old, or too much. */
  static void prune(Path folder, Instant now) throws IOException {
    List<ClassFolder> all = new ArrayList<>();
    FolderEntries.of(folder).forEach(entry -> all.add(new ClassFolder(entry)));
    all.sort(Comparator.comparing(ClassFolder::used).reversed());
    int kept = 0;
    for (ClassFolder one : all) {
      Duration age = Duration.between(one.used(), now);
      boolean unfinished = one.path().getFileName().toString().startsWith(UNFINISHED);
      if (unfinished
          ? age.compareTo(LEFT_BEHIND) > 0
          : age.compareTo(UNUSED) > 0 || (++kept > MOST && age.compareTo(IN_USE) > 0)) {
        one.remove();
      }
    }
  }

  /** The private folder goes, if there is one. */
  @Override
  public void close() {
    try {
      if (own.isPresent()) {
        new PrivateFolder(own.get()).remove();
      }
    } catch (IOException e) {
      LOG.log(Level.WARNING, "{0} is left behind: {1}", own.get(), e.toString());
    }
  }
}
