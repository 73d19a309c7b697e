package dev.bullpen.posix.cgroup;

import dev.bullpen.posix.Descriptor;
import dev.bullpen.posix.Errno;
import dev.bullpen.posix.IoBuffer;
import dev.bullpen.posix.MountTable;
import dev.bullpen.posix.Poll;
import dev.bullpen.posix.PosixException;
import dev.bullpen.posix.log.Cause;
import dev.bullpen.posix.proc.PidFd;
import dev.bullpen.posix.proc.Self;
import dev.bullpen.posix.proc.Signal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A cgroup of version 2, by its folder. One write ends all processes in it and all that they have
 * started, however fast they fork, whatever their session, environment and parent; see cgroups(7)
 * and the kernel's cgroup-v2.rst.
 *
 * <p>No controllers are enabled, so a cgroup with others below it may hold processes, too.
 */
public record Cgroup(Path folder) {
  private static final Path OWN = Path.of("/proc/self/cgroup");

  private static final String PROCESSES = "cgroup.procs";
  private static final String KILL = "cgroup.kill";
  private static final String EVENTS = "cgroup.events";
  private static final String TYPE = "cgroup.type";
  private static final String THREADED = "threaded";

  /** Other users may read, whatever the umask, but may not add processes or cgroups. */
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_WRITES =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x"));

  /**
   * The cgroup of this process.
   *
   * @throws IOException if it cannot be found; the message says why
   */
  public static Cgroup own() throws IOException {
    if (!Files.exists(OWN)) {
      throw new IOException("only Linux has cgroups");
    }
    return new Cgroup(Place.find(text(OWN), text(MountTable.FILE)));
  }

  /**
   * Make a cgroup below that of this process, and remove it.
   *
   * @throws IOException if none can be made; the message says why
   */
  public static void tryBelowOwn() throws IOException {
    own().make("bullpen-trial-" + Self.pid() + "-" + System.nanoTime()).remove();
  }

  /** The path as text. A name in another encoding does no harm. */
  private static String text(Path path) throws IOException {
    return new String(Files.readAllBytes(path), StandardCharsets.UTF_8);
  }

  /**
   * Make a cgroup below this one, whose processes can be ended.
   *
   * @throws NoSuchFileException if it was removed at once
   * @throws IOException if it cannot be made; the message says why
   */
  public Cgroup make(String name) throws IOException {
    Cgroup made = new Cgroup(folder.resolve(name));
    try {
      Files.createDirectory(made.folder, OWNER_WRITES);
    } catch (FileSystemException e) {
      throw new IOException("no cgroup can be made in " + folder + ": " + Cause.of(e), e);
    }
    Optional<String> flaw;
    try {
      flaw = made.flaw();
    } catch (FileSystemException e) {
      flaw = Optional.of(Cause.of(e));
    }
    if (flaw.isPresent()) {
      if (!Files.exists(made.folder)) {
        throw new NoSuchFileException(made.folder.toString());
      }
      made.remove();
      throw new IOException("cgroups in " + folder + " are of no use: " + flaw.get());
    }
    return made;
  }

  /** What keeps processes from being moved here, or from being ended here. */
  private Optional<String> flaw() throws IOException {
    if (!Files.exists(folder.resolve(KILL))) {
      return Optional.of("there is no cgroup.kill, which needs Linux 5.14");
    }
    String type = type();
    if (!type.equals("domain")) {
      return Optional.of("they are " + type);
    }
    // To move a process, its old cgroup has to be writable, too.
    return Files.isWritable(folder.resolveSibling(PROCESSES))
        ? Optional.empty()
        : Optional.of(folder.resolveSibling(PROCESSES) + " may not be written");
  }

  /** The cgroups directly below this one; empty if it is gone. */
  public List<Cgroup> below() throws IOException {
    List<Cgroup> found = new ArrayList<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(folder, Files::isDirectory)) {
      folders.forEach(path -> found.add(new Cgroup(path)));
    } catch (NoSuchFileException e) {
      // Nothing is below a cgroup that is gone.
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return found;
  }

  /** Move a process here, with its threads and all that it starts from now on. */
  public void take(int pid) throws PosixException {
    write(PROCESSES, Integer.toString(pid));
  }

  /** How many processes live here, without those in cgroups below. Dead ones do not count. */
  public int size() throws IOException {
    return Files.readAllLines(folder.resolve(PROCESSES)).size();
  }

  /** The pids of those that live here and below, as the cgroup's files show them. */
  public List<Integer> processes() throws IOException {
    List<Integer> found = new ArrayList<>();
    for (Cgroup deeper : below()) {
      found.addAll(deeper.processes());
    }
    found.addAll(ownProcesses());
    return found;
  }

  /**
   * The pids of those that live here, in the namespace of this process. One whose first thread has
   * ended is among them while another goes on. The processes of a threaded cgroup are those of a
   * cgroup above it.
   */
  private List<Integer> ownProcesses() throws IOException {
    try {
      return type().equals(THREADED)
          ? List.of()
          : Files.readAllLines(folder.resolve(PROCESSES)).stream().map(Integer::valueOf).toList();
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  private String type() throws IOException {
    return Files.readString(folder.resolve(TYPE)).strip();
  }

  /**
   * Kill all processes that live here and below, if it is there. {@link #awaitEmpty} waits for
   * their end.
   */
  public void kill() throws PosixException {
    try {
      write(KILL, "1");
    } catch (PosixException e) {
      if (!isGone(e.errno())) {
        throw e;
      }
    }
  }

  /**
   * Kill processes that {@link #kill} has missed: it signals the first thread of each, which may
   * have ended (pthread_exit(3)) while others go on. A process that is dying is signalled once
   * more.
   */
  public void killLeaderless() throws IOException {
    for (Cgroup deeper : below()) {
      deeper.killLeaderless();
    }
    for (int process : ownProcesses()) {
      try (PidFd reference = PidFd.open(process).orElse(null)) {
        // The reference is taken before the second check, so it is a process that lives here.
        if (reference != null && ownProcesses().contains(process)) {
          reference.signal(Signal.KILL);
        }
      }
    }
  }

  /**
   * Wait until no process lives here or below, except dead ones; false if one still does after that
   * time.
   */
  public boolean awaitEmpty(Duration patience) throws PosixException {
    long end = System.nanoTime() + patience.toNanos();
    while (true) {
      try (Descriptor events = Descriptor.openAtOnce(folder.resolve(EVENTS))) {
        Duration left = Duration.ofNanos(end - System.nanoTime());
        if (!isPopulated(events)) {
          return true;
        }
        if (left.isNegative() || left.isZero()) {
          return false;
        }
        // From now on the kernel reports changes to this descriptor, because it has read the file.
        Poll poll = new Poll(1);
        poll.setForChange(0, events.number());
        poll.await(left);
      } catch (PosixException e) {
        if (isGone(e.errno())) {
          return true;
        }
        throw e;
      }
    }
  }

  private static boolean isPopulated(Descriptor events) throws PosixException {
    String text;
    try (IoBuffer buffer = new IoBuffer()) {
      text = new String(buffer.readFrom(events), StandardCharsets.US_ASCII);
    }
    return !text.startsWith("populated 0\n") && !text.contains("\npopulated 0\n");
  }

  /** Remove it, if it is there, and those below it. No process may live there. */
  public void remove() throws IOException {
    for (Cgroup deeper : below()) {
      deeper.remove();
    }
    Files.deleteIfExists(folder);
  }

  /** Whether the folder is gone, or went while its file was open. */
  private static boolean isGone(int errno) {
    return errno == Errno.ENOENT || errno == Errno.ENODEV;
  }

  private void write(String file, String text) throws PosixException {
    Path path = folder.resolve(file);
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    try (Descriptor open = Descriptor.openForWriting(path);
        IoBuffer buffer = new IoBuffer()) {
      buffer.writeTo(open, bytes, 0, bytes.length); // the kernel takes all of it or nothing
    } catch (PosixException e) {
      throw new PosixException("write " + path, e.errno());
    }
  }

  /** The folder of a process's cgroup of version 2; see cgroups(7) and proc(5). */
  static final class Place {
    /**
     * The beginning of version 2's line in {@code /proc/PID/cgroup}. Lines of version 1 name
     * controllers.
     */
    private static final String UNIFIED = "0::";

    /** Follows the path of a cgroup that has been removed. */
    private static final String DELETED = " (deleted)";

    private static final String TYPE = "cgroup2";

    // Fields of a line in mountinfo, counted from 0. A lone hyphen ends the optional ones.
    private static final int ROOT = 3;
    private static final int FIRST_OPTIONAL = 6;
    private static final String END_OF_OPTIONAL = "-";

    private Place() {}

    /**
     * Find the folder in the content of {@code /proc/self/cgroup} and {@code /proc/self/mountinfo}.
     */
    static Path find(String cgroup, String mounts) throws IOException {
      Path own;
      try {
        own = own(cgroup);
        for (String line : mounts.split("\n")) {
          Optional<Path> folder = below(line.split(" "), own);
          if (folder.isPresent()) {
            return folder.get();
          }
        }
      } catch (IllegalArgumentException e) { // it has characters that no path has in this locale
        throw new IOException("the server's cgroup is unknown: " + e.getMessage(), e);
      }
      throw new IOException(
          "no mounted cgroup file system of version 2 shows the server's cgroup " + own);
    }

    private static Path own(String cgroup) throws IOException {
      for (String line : cgroup.split("\n")) {
        if (line.startsWith(UNIFIED)) {
          String path = line.substring(UNIFIED.length());
          if (path.endsWith(DELETED)) {
            throw new IOException("the server's cgroup " + path + " is gone");
          }
          if (!path.startsWith("/") || path.startsWith("/..")) {
            throw new IOException(
                "the server's cgroup " + path + " is outside of its own namespace");
          }
          return Path.of(path);
        }
      }
      throw new IOException("there are no cgroups of version 2 here");
    }

    /**
     * The folder of a cgroup, if this mount shows it: the mount's root is that cgroup or one above.
     */
    private static Optional<Path> below(String[] fields, Path own) {
      int type = FIRST_OPTIONAL;
      while (type < fields.length && !fields[type].equals(END_OF_OPTIONAL)) {
        type++;
      }
      if (type + 1 >= fields.length || !fields[type + 1].equals(TYPE)) {
        return Optional.empty();
      }
      Path root = Path.of(MountTable.unescaped(fields[ROOT]));
      return own.startsWith(root)
          ? Optional.of(
              Path.of(MountTable.unescaped(fields[MountTable.MOUNT_POINT]))
                  .resolve(root.relativize(own)))
          : Optional.empty();
    }
  }
}
