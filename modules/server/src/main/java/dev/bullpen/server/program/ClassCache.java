package dev.bullpen.server.program;

import dev.bullpen.posix.PrivateFolder;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.project.file.FolderListing;
import dev.bullpen.project.file.TrustCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/**
 * The compiled classes of this server, and of servers at the same time and later.
 *
 * <p>What is here runs, so the folder is used only if it belongs to the server's user and no other
 * user may write it. If it cannot be used, a private one replaces it until the server ends. A
 * folder of classes is made under another name and renamed, so that it appears whole or not at all.
 */
final class ClassCache implements AutoCloseable {
  private static final Logger LOG = System.getLogger("bullpen.programs");

  /** A version of a program takes some 20 KB. */
  static final int MOST = 200;

  /** The source of classes that were not used for so long is probably gone. */
  static final Duration UNUSED = Duration.ofDays(30);

  /** What was used within this time stays, however much there is. */
  static final Duration IN_USE = Duration.ofDays(2);

  /** No compilation takes so long. An unfinished folder of this age was abandoned. */
  private static final Duration LEFT_BEHIND = Duration.ofHours(1);

  private static final String UNFINISHED = ".making-";

  private final Optional<Path> shared;
  private final Object ownLock = new Object();
  private volatile Optional<Path> own = Optional.empty();
  private final AtomicBoolean isWarned = new AtomicBoolean();

  ClassCache(Optional<Path> shared) {
    this.shared = shared;
  }

  /**
   * {@code classes} in {@code BULLPEN_CACHE}, else in {@code bullpen} of {@code XDG_CACHE_HOME} or
   * of {@code ~/.cache}. A path that is not absolute is ignored, as the XDG rules demand.
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

  Optional<ClassFolder> find(String key) {
    return find(shared, key).or(() -> find(own, key));
  }

  private Optional<ClassFolder> find(Optional<Path> home, String key) {
    return home.map(path -> new ClassFolder(path.resolve(key)))
        .filter(found -> found.provider().isPresent())
        .filter(found -> isTrusted(around(home.get(), found)));
  }

  /** The folders that no other user may write. Not the temporary folder around the private one. */
  private List<Path> around(Path home, ClassFolder found) {
    return Optional.of(home).equals(own)
        ? List.of(home, found.path())
        : List.of(home.getParent(), home, found.path());
  }

  /**
   * A folder to compile in, with a copy of the source. {@link #keep}, {@link #remove} or {@link
   * #giveUp} follows.
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
   * Remove what cannot be kept where it was made.
   *
   * @return whether there is another place, where it would have to be made anew
   */
  boolean giveUp(ClassFolder made, Exception why) {
    remove(made);
    return changeFrom(made.path().getParent(), why);
  }

  static void remove(ClassFolder made) {
    try {
      made.remove();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "{0} is left behind: {1}", made.path(), e.toString());
    }
  }

  /** Change to the private folder, unless that is the one that failed. */
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
    String reason = why instanceof IOException e ? Cause.of(e) : why.getClass().getSimpleName();
    warn("%s cannot be written (%s)".formatted(home, reason));
    return true;
  }

  /**
   * Give it its name. After that it does not change. If another server was faster, use its folder.
   */
  ClassFolder keep(ClassFolder made, String key) throws IOException {
    ClassFolder kept = new ClassFolder(made.path().resolveSibling(key));
    try {
      Files.move(made.path(), kept.path(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      if (kept.provider().isPresent()) {
        made.remove();
        return kept;
      }
      LOG.log(
          Level.WARNING,
          "classes in {0} were damaged, and are replaced by newly compiled ones",
          kept.path());
      kept.remove(); // not whole, so no server uses it
      Files.move(made.path(), kept.path(), StandardCopyOption.ATOMIC_MOVE);
    }
    Path home = kept.path().getParent();
    try {
      prune(home, Instant.now());
    } catch (IOException e) {
      LOG.log(Level.WARNING, "old classes stay in {0}: {1}", home, e.toString());
    }
    return kept;
  }

  /** The shared folder if it can be used, else the private one. */
  private Path home() throws IOException {
    if (own.isEmpty() && shared.isPresent()) {
      Path home = shared.get();
      try {
        if (!Files.isDirectory(home.getParent())) {
          Files.createDirectories(home.getParent().getParent());
          make(home.getParent());
        }
        make(home);
        if (!Files.isWritable(home)) {
          throw new AccessDeniedException(home.toString());
        }
        if (isTrusted(List.of(home.getParent(), home))) {
          return home;
        }
      } catch (IOException e) {
        warn("%s cannot be written (%s)".formatted(home, Cause.of(e)));
      }
    }
    return openOwn();
  }

  /** The temporary folder may have been cleared while the server ran. */
  private Path openOwn() throws IOException {
    synchronized (ownLock) {
      if (own.isEmpty() || TrustCheck.objection(own.get()).isPresent()) {
        own = Optional.of(Files.createTempDirectory("bullpen-classes-"));
      }
      return own.get();
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

  private boolean isTrusted(List<Path> folders) {
    Optional<TrustCheck.Objection> objection = TrustCheck.firstObjection(folders);
    objection.ifPresent(found -> warn("%s. %s".formatted(found.fact(), found.nextStep())));
    return objection.isEmpty();
  }

  private void warn(String why) {
    if (isWarned.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          "compiled classes are kept for this session only: {0}. BULLPEN_CACHE can name another folder",
          why);
    }
  }

  static void prune(Path home, Instant now) throws IOException {
    List<ClassFolder> all = new ArrayList<>();
    FolderListing.entries(home, "*").forEach(entry -> all.add(new ClassFolder(entry)));
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

  @Override
  public void close() {
    own.map(ClassFolder::new).ifPresent(ClassCache::remove);
  }

  /**
   * The classes of one version of one program, with its source: {@code source/NAME.java}, {@code
   * classes/}, and {@code provider}. The latter names the class to run, then has a line for each
   * class file with its length and checksum, because a full disk or a power failure may leave other
   * files.
   */
  record ClassFolder(Path path) {
    /** More than the classes of most sources. */
    private static final int PROBE_BYTES = 64 * 1024;

    /** The day of the last use is exact enough. */
    private static final Duration USE_NOTED_EVERY = Duration.ofDays(1);

    Path source(String name) {
      return path.resolve("source").resolve(name);
    }

    Path classes() {
      return path.resolve("classes");
    }

    private Path inventory() {
      return path.resolve("provider");
    }

    static ClassFolder make(Path path) throws IOException {
      for (Path folder : List.of(path, path.resolve("source"), path.resolve("classes"))) {
        PrivateFolder.make(folder);
      }
      return new ClassFolder(path);
    }

    static boolean isClassName(String name) {
      return !name.isEmpty()
          && name.codePoints().allMatch(c -> Character.isJavaIdentifierPart(c) || c == '.');
    }

    /** Note that all classes are written, and which one to run. */
    void finish(String provider) throws IOException {
      List<String> lines = new ArrayList<>(List.of(provider));
      lines.addAll(found());
      Files.write(inventory(), lines);
    }

    /** The name of the class to run; empty unless all files are there with their checksums. */
    Optional<String> provider() {
      try {
        List<String> lines = Files.readAllLines(inventory());
        boolean isWhole =
            !lines.isEmpty()
                && isClassName(lines.get(0))
                && found().equals(sorted(lines.subList(1, lines.size())));
        return isWhole ? Optional.of(lines.get(0)) : Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      }
    }

    /** Whether all files are there with their lengths. Reads no file; if true, notes the day. */
    boolean use(Instant now) {
      if (!hasLengths()) {
        return false;
      }
      try {
        if (used().plus(USE_NOTED_EVERY).isBefore(now)) {
          Files.setLastModifiedTime(inventory(), FileTime.from(now));
        }
      } catch (IOException e) {
        // It may be removed sooner than others.
      }
      return true;
    }

    private boolean hasLengths() {
      try {
        List<String> lengths = new ArrayList<>();
        for (Path file : files()) {
          lengths.add(Long.toString(Files.size(file)));
        }
        List<String> noted =
            Files.readAllLines(inventory()).stream()
                .skip(1)
                .map(line -> line.split(" ")[0])
                .toList();
        return sorted(lengths).equals(sorted(noted));
      } catch (IOException e) {
        return false;
      }
    }

    /** A line for each file, without its name, because a locale may lack letters for it. */
    private List<String> found() throws IOException {
      List<String> found = new ArrayList<>();
      for (Path file : files()) {
        byte[] content = Files.readAllBytes(file);
        CRC32 checksum = new CRC32();
        checksum.update(content);
        found.add(Integer.toString(content.length) + ' ' + checksum.getValue());
      }
      return sorted(found);
    }

    private static List<String> sorted(List<String> lines) {
      return lines.stream().sorted().toList();
    }

    private List<Path> files() throws IOException {
      try (Stream<Path> all = Files.walk(classes())) {
        return all.filter(Files::isRegularFile).toList();
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
    }

    /** The day of the last use, or when it was made if it is not whole. */
    Instant used() {
      try {
        Path dated = Files.exists(inventory()) ? inventory() : path;
        return Files.getLastModifiedTime(dated).toInstant();
      } catch (IOException e) {
        return Instant.EPOCH; // another server has removed it
      }
    }

    /**
     * Try whether more can be written here. What was written stays until this is removed.
     *
     * @throws IOException if not
     */
    void probe() throws IOException {
      Files.write(path.resolve("probe"), new byte[PROBE_BYTES]);
    }

    void remove() throws IOException {
      new PrivateFolder(path).remove();
    }
  }
}
