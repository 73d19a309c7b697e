package dev.bullpen.project.file;

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

/**
 * Whether no other user can have changed what a path holds.
 *
 * <p>A registration decides which programs run, so it is believed only from a place that is not a
 * symbolic link, belongs to this user or root, and that neither its group nor the world may write.
 * Of a script that is run the same holds, once every link is followed, and no folder on the way to
 * it may let another user put something else in its place.
 */
public final class TrustCheck {
  // The bits of st_mode; see inode(7).
  private static final int FILE_TYPE = 0170000;
  private static final int SYMBOLIC_LINK = 0120000;
  private static final int FOLDER = 0040000;
  private static final int WRITABLE_BY_OTHERS = 0022;

  /** In a folder with this bit only the owner of an entry, or of the folder, can replace it. */
  private static final int STICKY = 01000;

  private static final String WRITABLE = "may be written by its group or by everybody";

  private TrustCheck() {}

  /**
   * What speaks against the first of some paths that something speaks against; names the path. The
   * next step is for all of them that others may write.
   */
  public static Optional<Objection> firstObjection(List<Path> paths) {
    return firstObjection(paths, List.of());
  }

  /**
   * The same of files and of the folders on the way to them, where only who could put something
   * else in the place of an entry matters.
   *
   * @param folders one that is a link stands for the folder it leads to, which is another of them
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

  /** What speaks against a path, with the next step; empty when nothing does. */
  public static Optional<Objection> objection(Path path) {
    return objection(path, false);
  }

  @SuppressWarnings("NullAway") // an attribute that is asked for is there
  private static Optional<Objection> objection(Path path, boolean isOnTheWay) {
    try {
      // One look for all: this is asked before every call of a tool.
      Map<String, Object> file =
          Files.readAttributes(path, "unix:mode,uid", LinkOption.NOFOLLOW_LINKS);
      int mode = (int) file.get("mode");
      if ((mode & FILE_TYPE) == SYMBOLIC_LINK) {
        // Where one on the way leads is another path that is looked at.
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

  /** The outermost folder on the way that we may not enter; the last one if that is not it. */
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

  /**
   * Whether a folder that has been looked at as one on the way to a script is still in order, and
   * no link, which may lead anywhere.
   *
   * @param mode type and permissions, as inode(7) has them; 0 if nothing is there
   */
  public static boolean isStillTrusted(int mode, int owner) {
    int type = mode & FILE_TYPE;
    boolean isThere = type != 0 && type != SYMBOLIC_LINK;
    return isThere && isClosed(mode, type == FOLDER) && isTrusted(owner);
  }

  /** Whether a file belongs to this user, or to root, who could change it anyway. */
  static boolean isTrusted(int owner) {
    return owner == 0 || owner == Self.userId();
  }

  /**
   * A reason for not believing a path.
   *
   * @param fact completes a sentence that begins with the name of the path
   * @param isCertain false if nothing is known of what the path holds, as where it could not be
   *     looked at
   */
  public record Objection(String fact, String nextStep, boolean isCertain) {}
}
