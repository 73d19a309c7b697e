package dev.bullpen.project.file;

import dev.bullpen.posix.log.Cause;
import dev.bullpen.posix.proc.Self;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether only this user or root can have changed the content of a path. */
public final class TrustCheck {
  // The bits of st_mode; see inode(7).
  private static final int FILE_TYPE = 0170000;
  private static final int SYMBOLIC_LINK = 0120000;
  private static final int WRITABLE_BY_OTHERS = 0022;

  private static final int OF_OTHERS = 0077;
  private static final int READABLE_BY_GROUP = 0040;
  private static final int ROOT = 0;

  /** In a folder with this bit, only the owner of an entry, or of the folder, can replace it. */
  private static final int STICKY = 01000;

  private static final String WRITABLE = "may be written by its group or by everybody";

  private TrustCheck() {}

  /**
   * The first objection to some paths, with the path. Its next step covers all of them that other
   * users may write.
   */
  public static Optional<Objection> firstObjection(List<Path> paths) {
    return firstObjection(paths, List.of());
  }

  /**
   * The same for files and for the folders on the path to them. In a folder it only matters who
   * could replace an entry.
   */
  public static Optional<Objection> firstObjection(List<Path> files, List<Path> folders) {
    Map<Path, Objection> all = new LinkedHashMap<>();
    files.forEach(path -> objection(path, false).ifPresent(one -> all.putIfAbsent(path, one)));
    folders.forEach(path -> objection(path, true).ifPresent(one -> all.putIfAbsent(path, one)));
    return all.entrySet().stream()
        .findFirst()
        .map(
            first ->
                new Objection(
                    first.getKey() + " " + first.getValue().fact(),
                    first.getValue().fact().equals(WRITABLE)
                        ? closing(writable(all))
                        : first.getValue().nextStep(),
                    first.getValue().isCertain()));
  }

  private static List<Path> writable(Map<Path, Objection> all) {
    return all.entrySet().stream()
        .filter(one -> one.getValue().fact().equals(WRITABLE))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** The objection to a path; empty if it is trusted. */
  public static Optional<Objection> objection(Path path) {
    return objection(path, false);
  }

  @SuppressWarnings("NullAway") // an attribute that is asked for is there
  private static Optional<Objection> objection(Path path, boolean isOnTheWay) {
    try {
      // One system call for all: tools are checked before their calls.
      Map<String, Object> file =
          Files.readAttributes(path, "unix:mode,uid", LinkOption.NOFOLLOW_LINKS);
      int mode = (int) file.get("mode");
      if ((mode & FILE_TYPE) == SYMBOLIC_LINK) {
        // The folder that a link on the way leads to is checked as well.
        return isOnTheWay
            ? Optional.empty()
            : objection("is a symbolic link", "Put the real thing in its place: " + path);
      }
      if (!isClosed(mode, isOnTheWay)) {
        return objection(WRITABLE, closing(List.of(path)));
      }
      return isTrusted((int) file.get("uid"))
          ? Optional.empty()
          : objection(
              "belongs to another user", "chown it to the user of the server or to root: " + path);
    } catch (UnsupportedOperationException e) {
      // No owners and modes on this file system, so nothing to check.
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(
          new Objection(
              "cannot be examined (%s)".formatted(Cause.of(e)),
              "Let the user of the server enter " + closed(path),
              false));
    }
  }

  private static Optional<Objection> objection(String fact, String nextStep) {
    return Optional.of(new Objection(fact, nextStep, true));
  }

  private static boolean isClosed(int mode, boolean isOnTheWay) {
    return (mode & WRITABLE_BY_OTHERS) == 0 || isOnTheWay && (mode & STICKY) != 0;
  }

  private static String closing(List<Path> paths) {
    return "chmod go-w " + paths.stream().map(Path::toString).collect(Collectors.joining(" "));
  }

  /** The outermost folder above a path that this user may not enter, else its parent. */
  private static Path closed(Path path) {
    Path last = path.toAbsolutePath().getParent();
    if (last == null) {
      return path; // the root of everything
    }
    Path folder = last.getRoot();
    for (Path step : last) {
      folder = folder.resolve(step);
      if (Files.isDirectory(folder) && !Files.isExecutable(folder)) {
        return folder;
      }
    }
    return last;
  }

  static boolean isTrusted(int owner) {
    return owner == ROOT || owner == Self.userId();
  }

  /**
   * Whether a secret in a file is kept from other users.
   *
   * <p>A file of root's may be readable by its group, unless the server is root's: so systemd
   * (LoadCredential=, which shows its access-control list as the group's mode) and Kubernetes
   * (fsGroup) pass a secret to a server of another user.
   *
   * @param file links are followed
   */
  @SuppressWarnings("NullAway") // an attribute that is asked for is there
  public static boolean isPrivate(Path file) throws IOException {
    Map<String, Object> status = Files.readAttributes(file, "unix:mode,uid");
    return isPrivate((int) status.get("mode"), (int) status.get("uid"), Self.userId());
  }

  static boolean isPrivate(int mode, int owner, int user) {
    boolean isPassedOn = owner == ROOT && user != ROOT;
    return (mode & OF_OTHERS & ~(isPassedOn ? READABLE_BY_GROUP : 0)) == 0;
  }

  /**
   * A reason not to trust a path.
   *
   * @param fact completes a sentence that begins with the path
   * @param isCertain false if the path could not be examined, so that nothing is known of it
   */
  public record Objection(String fact, String nextStep, boolean isCertain) {}
}
