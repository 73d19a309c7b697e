package dev.bullpen.project.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether nobody but us can have changed what a path holds.
 *
 * <p>A registration decides which programs run, so it is believed only from a place that is not a
 * symbolic link, belongs to us or to root, and that neither our group nor the world may write.
 */
public final class TrustCheck {
  // The bits of st_mode; see inode(7).
  private static final int FILE_TYPE = 0170000;
  private static final int SYMBOLIC_LINK = 0120000;
  private static final int WRITABLE_BY_OTHERS = 0022;

  private TrustCheck() {}

  /** What speaks against the first of some paths that something speaks against; names the path. */
  public static Optional<Objection> firstObjection(List<Path> paths) {
    for (Path path : paths) {
      Optional<Objection> objection = objection(path);
      if (objection.isPresent()) {
        return objection.map(found -> found.of(path));
      }
    }
    return Optional.empty();
  }

  /** What speaks against a path, with the next step; empty when nothing does. */
  public static Optional<Objection> objection(Path path) {
    try {
      // One look for all: this is asked before every call of a tool.
      Map<String, Object> file =
          Files.readAttributes(path, "unix:mode,uid", LinkOption.NOFOLLOW_LINKS);
      int mode = (int) file.get("mode");
      if ((mode & FILE_TYPE) == SYMBOLIC_LINK) {
        return objection("is a symbolic link", "Put the real thing in its place: " + path);
      }
      if ((mode & WRITABLE_BY_OTHERS) != 0) {
        return objection("may be written by its group or by everybody", "chmod go-w " + path);
      }
      if (!CurrentUser.trusts(path, (int) file.get("uid"))) {
        return objection(
            "belongs to another user", "chown it to the user of the server or to root: " + path);
      }
      return Optional.empty();
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

  private static Optional<Objection> objection(String fact, String nextStep) {
    return Optional.of(new Objection(fact, nextStep, true));
  }

  /**
   * A reason for not believing a path.
   *
   * @param fact completes a sentence that begins with the name of the path
   * @param isCertain false if nothing is known of what the path holds, as where it could not be
   *     looked at
   */
  public record Objection(String fact, String nextStep, boolean isCertain) {
    private Objection of(Path path) {
      return new Objection(path + " " + fact, nextStep, isCertain);
    }
  }
}
